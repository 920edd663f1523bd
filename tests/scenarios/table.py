"""A small language for rules scenarios: set up a position, act in words, look at the result.

    t = Table("revised-2021", krones=3, guests={75: ""}, vacant="1.1", dice="2 2 2")
    t.does("die 2 +1", "split 2 0")
    assert t.me.krones == 2

Seat 0 is ``t.me``; it is its turn unless said otherwise. Cards go by their printed numbers, rooms
by ``floor.column`` from the bottom left, goods as "2 wine 1 coffee". What is not said is empty, but
for 10 krones each, a row of guests and one or two dice on each action space.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, cached_property
from typing import Any, ClassVar

import numpy as np
import pytest

from model import Ruleset, load_ruleset
from simulate import Game
from simulate.engine import codes
from simulate.engine.compile import compile_ruleset
from simulate.game import IllegalAction
from simulate.referee.pieces import Pieces, clear
from simulate.words.spelling import DICE_WORDS, staff_index
from tests.scenarios.seat import Seat, goods, guest_index


@cache
def resolved(spec: str, options: tuple, rulings: tuple, patches: tuple) -> Ruleset:
    """The ruleset, once for all scenarios that use it."""
    return load_ruleset(
        spec, **dict(options), rulings=dict(rulings), patches=[str(path) for path in patches]
    )


@cache
def program(spec: str, options: tuple, rulings: tuple, patches: tuple) -> np.ndarray:
    """The compiled ruleset."""
    return compile_ruleset(resolved(spec, options, rulings, patches))


@cache
def blank(spec: str, players: int, options: tuple, rulings: tuple, patches: tuple) -> Game:
    """A game after its set-up from which hands, cafes, kitchens and hotels were cleared."""
    game = Game(program(spec, options, rulings, patches), players, seed=2015)
    while game.state.phase != codes.PH_TURNS:
        game.apply(game.legal()[0])
    clear(game.state, game.rules)
    for p in game.state.players[:players]:
        p.krones = 10
    return game


def usual_dice(players: int) -> str:
    """Dice on every action space: as many as two players have, or 12 with more."""
    return "1 1 2 2 3 3 4 4 5 6" if players == 2 else "1 1 2 2 3 3 4 4 5 5 6 6"


class Table:
    """A position, and what happens from there.

    ``patches``: files of the patches; ``dealt``: begun with a set-up, not with a position laid out.
    """

    # Makes the journal of a table, which is told what is done there (see judged.py).
    watch: ClassVar[Callable[[Table], Any] | None] = None

    def __init__(
        self,
        spec: str = "revised-2021",
        players: int = 2,
        *,
        hands: str | None = None,
        boards: str | None = None,
        promos: str | None = None,
        rulings: dict[str, str] | None = None,
        patches: tuple = (),
        turn: int = 0,
        round: int = 1,
        dice: str | None = None,
        row: list[int] | None = None,
        deck: list[int] | None = None,
        politics: str | None = None,
        tiles: str | None = None,
        ballrooms: str | None = None,
        lounge: str | None = None,
        **mine: Any,
    ) -> None:
        options = (("hands", hands), ("boards", boards), ("promos", promos))
        chosen = tuple(sorted((rulings or {}).items()))
        self.game = blank(spec, players, options, chosen, patches).copy()
        self.ruleset = resolved(spec, options, chosen, patches)
        self.patches, self.dealt = patches, False
        self.players = players
        self.fresh = False
        self.pieces.set_round(round)
        self.state.frames[0].player = turn
        self.dice(usual_dice(players) if dice is None else dice)
        if row is not None:
            self.row(row)
        if deck is not None:
            self.deck(deck)
        if politics:
            self.politics(politics)
        if tiles:
            self.tiles(tiles)
        if ballrooms:
            self.ballrooms(ballrooms)
        if lounge:
            self.lounge(lounge)
        self.me.has(**mine)

    @classmethod
    def set_up(
        cls,
        spec: str = "revised-2021",
        players: int = 2,
        seed: int = 1,
        patches: tuple = (),
        rulings: dict[str, str] | None = None,
        **options: str,
    ) -> Table:
        """A game at the first decision of its set-up."""
        t = cls.__new__(cls)
        chosen = tuple(sorted((rulings or {}).items()))
        given = tuple(sorted(options.items()))
        t.game = Game(program(spec, given, chosen, patches), players, seed)
        t.ruleset = resolved(spec, given, chosen, patches)
        t.patches, t.dealt = patches, True
        t.players, t.fresh = players, True
        return t

    # -- the position ------------------------------------------------------------------------

    @property
    def state(self) -> Any:
        return self.game.state

    @property
    def rules(self) -> Any:
        return self.game.rules

    @property
    def me(self) -> Seat:
        return self.seat(0)

    def seat(self, seat: int) -> Seat:
        return Seat(self, seat)

    def numbers(self, cards: Any) -> list[int]:
        return [int(self.rules.staff_number[card]) for card in cards]

    @property
    def pieces(self) -> Pieces:
        return Pieces(self.state, self.rules)

    def dice(self, faces: str | None = None) -> list[int]:
        """Set the dice on the action spaces, e.g. "1 1 red3 blue5", or tell their faces."""
        if faces is not None:
            white = [int(word) for word in faces.split() if word.isdigit()]
            coloured = [0, 0, 0]
            for word in faces.split():
                if not word.isdigit():
                    coloured[DICE_WORDS.index(word[:-1]) - 1] = int(word[-1])
            self.pieces.set_dice(white, coloured)
            self.fresh = False
        return self.pieces.dice()

    def politics(self, keys: str) -> None:
        """One card of each letter, e.g. "A-krones B-floors C-three-each"."""
        known = list(self.ruleset.politics.cards)
        self.state.politics[:] = [known.index(key) for key in keys.split()]
        self.fresh = False

    def tiles(self, keys: str) -> None:
        """The emperor tiles, e.g. "A1 B2 C3"."""
        known = sorted(self.ruleset.emperor_tile)
        self.state.emperor_tiles[:] = [known.index(key) for key in keys.split()]
        lay_apart(self.state.own_tiles, self.state.emperor_tiles, known)
        self.fresh = False

    def ballrooms(self, keys: str) -> None:
        """The ballrooms from left to right, e.g. "apollosaal odeonsaal zum-sperl"."""
        known = sorted(self.ruleset.ballroom)
        self.state.ballrooms[:] = [known.index(key) for key in keys.split()]
        self.fresh = False

    def lounge(self, keys: str) -> None:
        """The celebrities of the red, blue and yellow die, e.g. "gandhi einstein curie"."""
        known = sorted(self.ruleset.celebrity)
        self.state.lounge[:] = [known.index(key) for key in keys.split()]
        self.state.lounge_waited[:] = 0
        self.pieces.set_celebrities([])
        self.fresh = False

    def row(self, numbers: list[int]) -> None:
        """The guests in the row from left to right; the others go back into the deck."""
        self.pieces.set_row([guest_index(self.rules, number) for number in numbers])
        self.fresh = False

    def guests_in_row(self) -> list[int]:
        return [int(self.rules.guest_number[g]) for g in self.state.row if g >= 0]

    def deck(self, numbers: list[int]) -> None:
        """The top cards of the staff deck, in the order in which they will be drawn."""
        self.pieces.lay_on_staff_deck([staff_index(self.rules, number) for number in numbers])

    def staff_deck(self) -> list[int]:
        """The staff deck from top to bottom."""
        return self.numbers(self.pieces.staff_deck())

    def pull_staff(self, number: int) -> int:
        """Take a card out of the staff deck, wherever it lies there."""
        return self.pieces.pull_staff(staff_index(self.rules, number))

    def pull_guest(self, number: int) -> int:
        """Take a guest out of the deck, or out of the row (which is filled up)."""
        return self.pieces.pull_guest(guest_index(self.rules, number))

    @cached_property
    def journal(self) -> Any:
        """What notes the things done at this table; None unless somebody watches."""
        return Table.watch(self) if Table.watch else None

    # -- how the game goes on --------------------------------------------------------------

    def look(self) -> Game:
        if not self.fresh:
            if self.journal:
                self.journal.laid()
            self.game.refresh()
            self.fresh = True
        return self.game

    def end_of_round(self, round: int) -> Table:
        """All turns of this round are done; what follows begins."""
        self.pieces.end_round(round)
        self.fresh = False
        self.look()
        return self

    def does(self, *actions: str) -> Table:
        """Carry out actions, whoever is to decide."""
        self.look()
        for words in actions:
            if self.journal:
                self.journal.acts(words)
            self.game.apply(words)
        return self

    def places(self, text: str, table: int = 1) -> Table:
        """Lay goods just received (or being served) on the guest at a table."""
        for word, n in goods(text).items():
            self.does(*[f"place {word} on table {table}"] * n)
        return self

    def dances(self, where: str) -> Table:
        """The guest of table 1 goes to a seat, which some rules choose after the reward."""
        if "dance table 1" in self.options:
            return self.does("dance table 1", f"send to {where}")
        return self.does(f"dance table 1 to {where}")

    def check_in(self, guest: int, room: str) -> Table:
        """House a guest of the player who is to decide."""
        cafe = list(self.state.players[self.player].cafe)
        place = cafe.index(guest_index(self.rules, guest)) + 1
        return self.does(f"check in table {place} to {room}")

    def plays(self, action: str = "") -> Table:
        """A whole turn of which only this action matters, if anything; the rest is arbitrary."""
        self.does(action or next(words for words in self.options if words.startswith("die")))
        while "end turn" not in self.options:
            self.does("stop" if "stop" in self.options else self.options[0])
        return self.does("end turn")

    @property
    def options(self) -> list[str]:
        """All legal actions in words."""
        return self.look().legal_words()

    def legal(self, *actions: str) -> None:
        for words in actions:
            assert words in self.options, f"{words!r} should be legal: {self.options}"

    def illegal(self, *actions: str) -> None:
        """Not offered, and refused without any trace if tried."""
        for words in actions:
            assert words not in self.options, f"{words!r} should not be legal"
            before = self.game.games.tobytes()
            with pytest.raises(IllegalAction):
                self.game.apply(words)
            assert self.game.games.tobytes() == before
            if self.journal:
                self.journal.refused(words)

    def legal_kinds(self) -> set[str]:
        """The first words of the legal actions: {"die", "guest", "pass"}."""
        return {words.split()[0] for words in self.options}

    @property
    def player(self) -> int:
        """The seat that decides next."""
        return self.look().player

    @property
    def round(self) -> int:
        self.look()
        return int(self.state.round_no)


def lay_apart(cards: Any, others: Any, known: list[str]) -> None:
    """Cards that lie among the others too are replaced by some of the same letter."""
    for place, card in enumerate(cards):
        if card in others:
            letter, there = known[card][0], {*cards, *others}
            cards[place] = next(
                i for i, key in enumerate(known) if key[0] == letter and i not in there
            )


def final_scoring(spec: str = "revised-2021", **mine: Any) -> Table:
    """A finished game of two; the last emperor scoring left everyone alone (8 back to 1)."""
    others = mine.pop("others", {})
    start: dict[str, Any] = {"emperor": 8, "tiles": "A1 B1 C1"}
    t = Table(spec, **(start | mine))
    t.seat(1).has(**({"emperor": 8} | others))
    return t.end_of_round(7)
