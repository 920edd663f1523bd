"""From a game in which an open position came up to a minimal transcript of it.

The game is replayed up to the position; the transcript starts at the turn in which it came up.
Then everything is left out that the position does not need: cards, rooms, goods, krones, dice,
steps (reduced part by part, as Zeller and Hildebrandt did, 2002), and the patches under which a
rare state occurred. A position of the set-up starts with the set-up.
"""

from __future__ import annotations

from collections.abc import Iterator

from model import UserError
from model.gaps import gaps
from model.patch import read_patch
from simulate.engine import codes as c
from simulate.game import Game
from simulate.referee.document import Document
from simulate.referee.recorder import Recorder
from simulate.referee.rules import resolve
from simulate.referee.writing import document_of, plain
from simulate.verify.gaps.counts import Witness
from simulate.verify.gaps.readings import differs, switches
from simulate.verify.gaps.replay import gaps_met, hotels_hang_together
from simulate.verify.gaps.trees import Tree, changed, entry, without
from simulate.verify.table import CheckedTable
from simulate.words.lexicon import Lexicon

DECKS = (
    *("guest_deck", "staff_deck", "guest_discard", "staff_removed"),
    *("politics", "tiles", "row"),
)


class Reducer:
    """Builds the minimal transcript of one open position from a game that reached it."""

    def __init__(self, gap: str, witness: Witness, seed: int) -> None:
        self.gap, self.witness, self.seed = gap, witness, seed
        setting = witness.setting()
        self.table = CheckedTable(setting.load())
        self.patches = [read_patch(file) for file in setting.patches]
        self.shows_readings = False
        self._lexicons: dict[str, Lexicon] = {}

    def build(self) -> Document:
        """The transcript. Raises UserError if the game does not reach the position.

        If the readings play the whole turn differently, they also differ in the rest of it.
        """
        document = self.whole_turn()
        self.shows_readings = bool(switches(self.gap)) and differs(document, self.gap)
        return document_of(self.shrink(plain(document)))

    def at(self, step: int) -> Game:
        """The game of the witness before decision number ``step`` (from 0)."""
        one = self.witness
        self.table.play_to(one.policy, one.players, self.seed, one.game, step)
        return Game.standing(self.table.program, self.table.scratch[:1])

    def whole_turn(self) -> Document:
        """The turn in which the position comes up, from its beginning; earlier ones if need be."""
        step = self.witness.step
        for first in range(step, -1, -1):
            game = self.at(first)
            if first and not begins_turn(game):
                continue
            document = self.transcript(game, first, step + 1)
            if self.meets(document):
                return document
            if step - first > 200:
                break
        raise UserError(f"game {self.witness.game} does not meet the position")

    def transcript(self, game: Game, first: int, last: int) -> Document:
        """Decisions ``first`` to ``last`` - 1 of the game, from a position."""
        recorder = Recorder(self.table.ruleset, game, patches=self.patches)
        for step in range(first, last):
            if game.over:
                break
            action = self.chosen(game, step)
            recorder.add(action)
            game.apply(action)
        tree = plain(recorder.document())
        tree["steps"] = [one for one in tree["steps"] if "expect" not in one]
        return document_of(tree)

    def chosen(self, game: Game, step: int) -> int:
        """The action between one decision of the witness and the next."""
        after = self.at(step + 1).games.tobytes()
        for action in game.legal():
            twin = game.copy()
            twin.apply(action)
            if twin.games.tobytes() == after:
                return action
        raise UserError(f"decision {step} of the game cannot be described")

    def lexicon(self, document: Document) -> Lexicon:
        """The names of the transcript's ruleset; cached, since few rulesets are tried."""
        key = document.rules.model_dump_json()
        if key not in self._lexicons:
            ruleset, program = resolve(document.rules)
            self._lexicons[key] = Lexicon(ruleset, document.names, program)
        return self._lexicons[key]

    def meets(self, document: Document) -> bool:
        """Does the transcript run, and pass through the position?"""
        try:
            there = self.gap in gaps_met(document, self.lexicon(document))
            return there and (not self.shows_readings or differs(document, self.gap))
        except UserError:
            return False

    def shrink(self, tree: Tree) -> Tree:
        """Remove whatever the position does not need, until nothing more can be removed."""
        natural = hotels_hang_together(document_of(tree))
        smaller = True
        while smaller:
            smaller = False
            for candidate in reductions(tree):
                try:
                    document = document_of(candidate)
                except UserError:
                    continue
                if (not natural or hotels_hang_together(document)) and self.meets(document):
                    tree, smaller = candidate, True
                    break
        return tree


def begins_turn(game: Game) -> bool:
    """Is a player about to begin a turn?"""
    g = game.state
    if game.over or g.phase != c.PH_TURNS or g.top != 1:
        return False
    return bool(g.frames[0].kind == c.F_TURN and not g.frames[0].marks & c.T_STARTED)


def reductions(tree: Tree) -> Iterator[Tree]:
    """The transcript with one part removed, large parts first."""
    yield from _fewer_options(tree)
    start = "position" if "position" in tree else "setup"
    for key in DECKS:
        yield from _less_of(tree, (start,), key)
    if start == "position":
        yield from _less_of_position(tree)
    for length in (4, 3, 2, 1):
        for i in range(len(tree["steps"]) - length + 1):
            yield changed(tree, ("steps",), tree["steps"][:i] + tree["steps"][i + length :])


def _less_of_position(tree: Tree) -> Iterator[Tree]:
    """The transcript with fewer belongings of the players, fewer dice, in an earlier round."""
    position = tree["position"]
    if "patches" in tree["rules"]:  # a round that only patches make possible
        yield from _lower(tree, ("position",), "round")
    for name in position.get("players", {}):
        path = ("position", "players", name)
        player = position["players"][name]
        for key in list(player):
            if key != "board":
                yield without(tree, (*path, key))
        for key in ("hand", "staff", "used", "guests"):
            yield from _less_of(tree, path, key)
        guests = player.get("guests", {})
        for table in guests if isinstance(guests, dict) else ():
            if guests[table] != "all":
                filled = changed(tree, (*path, "guests", table), "all")
                yield filled
                yield changed(filled, ("steps",), [s for s in tree["steps"] if not serves(s)])
        for key in ("vacant", "occupied", "covered", "claimed"):
            yield from _fewer_words(tree, path, key, " ")
        yield from _fewer_words(tree, path, "kitchen", ", ")
        for key in ("krones", "vp", "emperor"):
            yield from _lower(tree, path, key)
    if len(position.get("dice", ())) > 1:
        yield from _less_of(tree, ("position",), "dice")


def serves(step: Tree | str) -> bool:
    """Does a step only lay goods on a guest's card?"""
    words = step if isinstance(step, str) else step.get("do", "")
    return words == "serve" or words.startswith("place ")


def _less_of(tree: Tree, path: tuple[str, ...], key: str) -> Iterator[Tree]:
    """A list or table without everything, without its second half, without each entry."""
    whole = entry(tree, path).get(key)
    if not whole:
        return
    yield without(tree, (*path, key))
    if isinstance(whole, dict):
        for name in whole:
            yield without(tree, (*path, key, name))
        return
    if len(whole) > 3:
        yield changed(tree, (*path, key), whole[: len(whole) // 2])
    for i in range(len(whole)):
        yield changed(tree, (*path, key), whole[:i] + whole[i + 1 :])


def _fewer_options(tree: Tree) -> Iterator[Tree]:
    """The ruleset without patches or an option; without the day side, boards have no names."""
    if "patches" in tree["rules"]:
        yield without(tree, ("rules", "patches"))
    for key in ("hands", "boards", "promos"):
        if key not in tree["rules"]:
            continue
        smaller = without(tree, ("rules", key))
        if key == "boards":
            for player in smaller.get("position", {}).get("players", {}).values():
                player.pop("board", None)
        yield smaller


def _fewer_words(tree: Tree, path: tuple[str, ...], key: str, between: str) -> Iterator[Tree]:
    """A list of rooms, letters or goods, without each of them."""
    text = entry(tree, path).get(key)
    if not isinstance(text, str):
        return
    words = text.split(between)
    for i in range(len(words)):
        yield changed(tree, (*path, key), between.join(words[:i] + words[i + 1 :]))


def _lower(tree: Tree, path: tuple[str, ...], key: str) -> Iterator[Tree]:
    """A smaller number, nearest to 0 first."""
    number = entry(tree, path).get(key)
    if not isinstance(number, int) or number == 0:
        return
    sign = 1 if number > 0 else -1
    for size in range(1, abs(number)):
        yield changed(tree, (*path, key), sign * size)


def example(gap: str, witness: Witness, seed: int) -> Document:
    """The smallest example of a position from the witness that a verification recorded.

    It shows the position before its first step and after its last.

    Raises UserError if the game does not reach it (another engine played it).
    """
    tree = plain(Reducer(gap, witness, seed).build())
    steps = [{"show": True}, *tree["steps"], {"show": True}]
    return document_of({**tree, "title": gaps()[gap].title, "steps": steps})
