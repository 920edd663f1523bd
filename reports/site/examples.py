"""The example turn on the page of a card, found in games of the report, which are played again.

Games with simulated players are fixed by ruleset, seed and number, so that nothing has to be kept
of them: the first games of a run are played once more until each card has been seen at work.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache

from markupsafe import Markup

from model import Ruleset, UserError, load_ruleset
from reports import names
from reports.pictures import groups, picture, words
from reports.results import Results
from reports.site.blocks import Block, Drawing, Prose
from simulate import Game
from simulate.actions import decode
from simulate.engine import codes as c
from simulate.engine.compile import compile_ruleset
from simulate.narration.names import Names
from simulate.policies import chooser, slow
from simulate.roster import RANDOM
from simulate.transcript import Narrator
from simulate.verify.gaps.examples import begins_turn

MOST = 12  # games of a run that are played again
DEEDS = {
    "staff": "as it has come into play",
    "guest": "before the guest leaves the café",
    "politics": "as the marker lies on the card",
}
"""Kinds of cards that have examples, and what is drawn."""
AFTERWARDS = ("staff", "politics")
AT_WORK = frozenset((c.HIRE, c.CHECK_IN, c.DANCE, c.CLAIM))

Key = tuple[str, str]  # kind and key of a card


@dataclass(frozen=True)
class Source:
    """Games that can be played again: the first ``games`` of a run."""

    rules: str
    players: int
    policy: str
    seed: int
    games: int

    def command(self, game: int) -> str:
        """How to see one of them whole."""
        return (
            f"gah play --rules {self.rules} --players {self.players} --policy {self.policy}"
            f" --seed {self.seed} --game {game} --html game.html"
        )


@dataclass(frozen=True)
class Example:
    """A card at work. ``step``: of the page of the game; ``words``: what is drawn; ``told``: the
    whole turn."""

    source: Source
    game: int
    step: int
    drawn: Markup
    words: tuple[str, ...]
    told: tuple[str, ...]

    def block(self, kind: str, key: str) -> Block:
        """The example as a part of a page."""
        one = self.source
        where = Markup(
            "A turn of {} {} players under {}, drawn {}: seed {}, game {}, step {} of the page that"
            " <code>{}</code> writes."
        ).format(one.players, one.policy, names.ruleset(one.rules), DEEDS[kind], one.seed,
                 self.game, self.step, one.command(self.game))  # fmt: skip
        return Drawing(f"{kind}-{key}-example".lower(), self.drawn, where, self.words, self.told)


def blocks(kind: str, key: str, results: Results) -> list[Block]:
    """The example turn of a card, or that there is none; nothing for other components, or early."""
    if kind not in DEEDS or results.early:
        return []
    found = search(sources(results))
    if (kind, key) in found:
        return [found[kind, key].block(kind, key)]
    return [Prose("In none of the games that were played again for examples was it at work.")]


def sources(results: Results) -> tuple[Source, ...]:
    """Of the newer rules, then of each ruleset with modules: a run with many quick players.

    The strongest ones whose games take no search.
    """
    out = []
    for rules in (results.rules, *results.module_rules):
        runs = [run for run in results.runs if run.config.rules == rules]
        quick = [run for run in runs if not slow([run.config.policy])]
        ranked = sorted(
            quick,
            key=lambda run: (run.config.policy == RANDOM, -run.config.players, run.config.policy),
        )
        out += [
            Source(rules, one.config.players, one.config.policy, one.seed, min(one.games, MOST))
            for one in ranked[:1]
        ]
    return tuple(out)


@cache
def search(among: tuple[Source, ...]) -> dict[Key, Example]:
    """The first example of each card in some games."""
    found: dict[Key, Example] = {}
    for source in among:
        try:
            ruleset = load_ruleset(source.rules)
        except UserError:  # recorded by rules that the model does not know any longer
            continue
        program = compile_ruleset(ruleset)
        pick, names = chooser(source.policy, program[0]), Names(ruleset, program[0])
        for number in range(source.games):
            game = Game(program, source.players, source.seed, number)
            for turn in turns(names, game, pick):
                for key, at in turn.deeds:
                    if key not in found:
                        found[key] = _example(source, number, ruleset, names, turn, key, at)
    return found


@dataclass(frozen=True)
class Turn:
    """A turn of a game: as it began, its actions, and the number of the first decision.

    ``deeds``: the cards that were put to work, each with the place of the action that did it.
    """

    start: Game
    first: int
    actions: list[int]
    deeds: list[tuple[Key, int]]

    def at(self, done: int) -> Game:
        """The game after some of the actions."""
        game = self.start.copy()
        for action in self.actions[:done]:
            game.apply(action)
        return game


def turns(names: Names, game: Game, pick: Callable[[Game], int]) -> Iterator[Turn]:
    """The turns of a game that is played to its end."""
    turn, step = None, 0
    while not game.over:
        if begins_turn(game):
            if turn is not None:
                yield turn
            turn = Turn(game.copy(), step, [], [])
        action = pick(game)
        if turn is not None:
            key = at_work(names, game, action)
            if key is not None:
                turn.deeds.append((key, len(turn.actions)))
            turn.actions.append(action)
        game.apply(action)
        step += 1
    if turn is not None:
        yield turn


def at_work(names: Names, game: Game, action: int) -> Key | None:
    """The card that an action of a turn puts to work: played, leaving the café, claimed."""
    kind, a, *_ = decode(action)
    if kind not in AT_WORK or game.state.phase != c.PH_TURNS:
        return None
    me, rules = game.state.players[game.player], names.rules
    if kind == c.HIRE:
        return "staff", str(rules.staff_number[a])
    if kind in (c.CHECK_IN, c.DANCE):
        return "guest", str(rules.guest_number[int(me.cafe[a])])
    if kind == c.CLAIM and a < len(game.state.politics):  # others lie beside an entrance
        return "politics", names.politics_keys[int(game.state.politics[a])]
    return None


def _example(
    source: Source, number: int, ruleset: Ruleset, names: Names, turn: Turn, key: Key, at: int
) -> Example:
    """A turn as an example for a card that its action number ``at`` puts to work."""
    seat = turn.start.player
    done = at + (key[0] in AFTERWARDS)
    game = turn.at(done)
    only = [f"{piece}-{seat}" for piece in ("head", "stock", "hotel", "cafe", "staff", "hand")]
    only += ["politics"] if key[0] == "politics" else []
    drawn = picture(names, game.state, title=f"An example for {key[0]} {key[1]}", only=only)
    said = tuple(words(groups(names, game.state, only=only)))
    players = [source.policy] * source.players
    narrator = Narrator(ruleset, source.players, source.seed, number, players)
    told = tuple(line.text for line in narrator.turn(turn.start, turn.actions))
    return Example(source, number, turn.first + done, drawn, said, told)
