"""The example turn on the page of a card, found by playing games of the report again.

Ruleset, seed and number fix a game of simulated players, so nothing has to be stored: the first
games of a run are played again until each card has been used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property

from markupsafe import Markup

from model import UserError, load_ruleset
from reports import names
from reports.pictures import groups, picture, words
from reports.results import Results
from reports.site.blocks import Block, Drawing, Prose
from simulate import Game
from simulate.actions import decode
from simulate.base.roster import RANDOM
from simulate.engine import codes as c
from simulate.engine.compile import compile_ruleset
from simulate.narration.transcript import Narrator
from simulate.policies import chooser, slow
from simulate.verify.gaps.examples import begins_turn
from simulate.words.names import Names

MOST = 12  # games of a run to play again
DEEDS = {
    "staff": "just after it came into play",
    "guest": "before the guest leaves the café",
    "politics": "with the marker on the card",
}
"""Kinds of cards that have examples, and the moment drawn."""
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
        """The command that shows one of the games in full."""
        return (
            f"gah play --rules {self.rules} --players {self.players} --policy {self.policy}"
            f" --seed {self.seed} --game {game} --html game.html"
        )


@dataclass(frozen=True)
class Turn:
    """A turn of a game: as it began, its actions, and the number of the first decision.

    ``deeds``: the cards used, each with the place of the action that used it.
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


@dataclass(frozen=True)
class Example:
    """A card in use, by action number ``at`` of a turn. It is drawn when it is shown."""

    source: Source
    game: int
    names: Names
    turn: Turn
    key: Key
    at: int

    @property
    def done(self) -> int:
        """How many actions of the turn come before the drawn moment."""
        return self.at + (self.key[0] in AFTERWARDS)

    @property
    def step(self) -> int:
        """The step on the page of the game."""
        return self.turn.first + self.done

    @property
    def only(self) -> list[str]:
        """The keys of the pieces to draw."""
        pieces = ("head", "stock", "hotel", "cafe", "staff", "hand")
        mine = [f"{piece}-{self.turn.start.player}" for piece in pieces]
        return [*mine, "politics"] if self.key[0] == "politics" else mine

    @cached_property
    def drawn(self) -> Markup:
        title = f"An example for {' '.join(self.key)}"
        return picture(self.names, self.turn.at(self.done).state, title=title, only=self.only)

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The drawing in words."""
        return tuple(words(groups(self.names, self.turn.at(self.done).state, only=self.only)))

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """The whole turn."""
        one = self.source
        players = [one.policy] * one.players
        narrator = Narrator(self.names.ruleset, one.players, one.seed, self.game, players)
        return tuple(line.text for line in narrator.turn(self.turn.start, self.turn.actions))

    def block(self, kind: str, key: str) -> Block:
        """The example as a block of a page."""
        one = self.source
        where = Markup(
            "A turn of {} {} players under {}, drawn {}: seed {}, game {}, step {} of the page that"
            " <code>{}</code> writes."
        ).format(one.players, one.policy, names.ruleset(one.rules), DEEDS[kind], one.seed,
                 self.game, self.step, one.command(self.game))  # fmt: skip
        return Drawing(f"{kind}-{key}-example".lower(), self.drawn, where, self.words, self.lines)


def blocks(kind: str, key: str, results: Results) -> list[Block]:
    """The example turn of a card, or a note that there is none; empty for other components, or in
    early pages."""
    if kind not in DEEDS or results.early:
        return []
    found = search(sources(results))
    if (kind, key) in found:
        return [found[kind, key].block(kind, key)]
    return [Prose("None of the example games used it.")]


def sources(results: Results) -> tuple[Source, ...]:
    """A run with many games for the newer rules, then for each ruleset with modules.

    The players are the strongest that do not search.
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
        except UserError:  # recorded by rules that the model no longer knows
            continue
        program = compile_ruleset(ruleset)
        pick, names = chooser(source.policy, program[0]), Names(ruleset, program[0])
        for number in range(source.games):
            game = Game(program, source.players, source.seed, number)
            for turn in turns(names, game, pick):
                for key, at in turn.deeds:
                    if key not in found:
                        found[key] = Example(source, number, names, turn, key, at)
    return found


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
    """The card that an action of a turn uses: played, leaving the café, or claimed."""
    kind, a, *_ = decode(action)
    if kind not in AT_WORK or game.state.phase != c.PH_TURNS:
        return None
    me, rules = game.state.players[game.player], names.rules
    if kind == c.HIRE:
        return "staff", str(rules.staff_number[a])
    if kind in (c.CHECK_IN, c.DANCE):
        return "guest", str(rules.guest_number[int(me.cafe[a])])
    if kind == c.CLAIM and a < len(game.state.politics):  # others are next to an entrance
        return "politics", names.politics_keys[int(game.state.politics[a])]
    return None
