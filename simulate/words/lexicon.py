"""Cards, tiles, boards and players by the names that people write, and back.

Cards are named by their printed number, their English or German name, or both ("75 Baroness");
case is ignored. A name that two cards share is refused: the number distinguishes them.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from model import Ruleset, UserError
from simulate.engine.compile import compile_ruleset
from simulate.words.names import Names, seat_name

Card = int | str


def fold(text: str) -> str:
    """A name normalised for comparison: lower case, single spaces."""
    return " ".join(text.casefold().split())


def near(text: str, known: Iterable[str], n: int = 3) -> str:
    """Known words that begin with ``text`` or are similar, as "; did you mean A or B?"; or ""."""
    asked, folded = fold(text), {fold(word): word for word in known}
    begun = [word for word in folded if asked and word.startswith(asked)]
    similar = difflib.get_close_matches(asked, list(folded), n=n, cutoff=0.6)
    close = list(dict.fromkeys([*begun, *similar]))[:n]
    return f"; did you mean {' or '.join(folded[word] for word in close)}?" if close else ""


# Things named by key or name: the field of the names that lists their keys, and what they are.
KEYED = {
    "ballroom": ("ballroom_keys", "ballroom"),
    "rehearsal_room": ("rehearsal_keys", "rehearsal room"),
    "celebrity": ("celebrity_keys", "celebrity"),
    "entrance": ("entrance_keys", "hotel entrance"),
}


DIGITS = 9  # more than a card's number has; int() refuses thousands


class Cards:
    """The cards of one kind: index in the program, number and names."""

    def __init__(self, kind: str, numbers: Sequence[int], names: Mapping[int, tuple[str, ...]]):
        self.kind = kind
        self.numbers = [int(number) for number in numbers]
        self.index = {number: i for i, number in enumerate(self.numbers)}
        self.names = {i: names[number] for i, number in enumerate(self.numbers)}
        self.by_name: dict[str, list[int]] = {}
        for i, words in self.names.items():
            for word in dict.fromkeys(fold(word) for word in words if word):
                self.by_name.setdefault(word, []).append(i)

    def called(self, text: str) -> list[int]:
        """Every card that matches a text: a number, a name, or a number with one of its names."""
        word = fold(text)
        if word.isdecimal():
            number = int(word[:DIGITS])
            return [self.index[number]] if number in self.index and len(word) < DIGITS else []
        for first, rest in (word.partition(" ")[::2], word.rpartition(" ")[::-2]):
            if first.isdecimal() and rest:
                found = self.called(first)
                return [i for i in found if rest in map(fold, self.names[i])]
        return list(self.by_name.get(word, ()))

    def find(self, card: Card) -> int:
        """The index of a card. Raises UserError if there is none, or more than one of that name."""
        found = self.called(str(card))
        if len(found) == 1:
            return found[0]
        if found:
            both = " or ".join(self.text(i) for i in found)
            raise UserError(f"{card!r} is the name of two {self.kind}s: write {both}")
        hint = near(str(card), (name for words in self.names.values() for name in words))
        raise UserError(f"there is no {self.kind} {card!r} in this ruleset{hint}")

    def text(self, index: int) -> str:
        """ "75 Baroness"."""
        return f"{self.numbers[index]} {self.names[index][0]}"


class Lexicon:
    """Words for a compiled ruleset and the players of a game.

    ``rules``: the ruleset's compiled program. ``players``: their names in seat order.
    """

    def __init__(self, ruleset: Ruleset, players: Sequence[str], program: Any = None) -> None:
        self.ruleset = ruleset
        self.players = list(players)
        self.program = compile_ruleset(ruleset) if program is None else program
        self.rules = self.program[0]
        self.names = Names(ruleset, self.rules)
        r = self.rules
        self.staff = Cards(
            "staff card",
            r.staff_number[: r.n_staff],
            {n: (card.name, card.german) for n, card in ruleset.staff.items()},
        )
        self.guests = Cards(
            "guest",
            r.guest_number[: r.n_guests],
            {n: (card.name, card.german) for n, card in ruleset.guest.items()},
        )

    # -- cards without indices of their own ----------------------------------------------------

    def politics(self, card: Card) -> int:
        """The index of a politics card, by key, number or name."""
        cards = self.ruleset.politics.cards
        for i, key in enumerate(self.names.politics_keys):
            number = cards[key].number
            if fold(str(card)) in (fold(key), fold(cards[key].name), str(number)):
                return i
        keys = self.names.politics_keys
        unnumbered = any(cards[key].number is None for key in keys)
        hint = near(str(card), keys)
        if str(card).isdecimal() and unnumbered:
            hint = " whose number is known; others go by key or name"
        raise UserError(f"there is no politics card {card!r}{hint}; cards: {', '.join(keys)}")

    def tile(self, key: str) -> int:
        """The index of an emperor tile, by key ("A1")."""
        for i, known in enumerate(self.names.tile_keys):
            if fold(key) == fold(known):
                return i
        raise UserError(
            f"there is no emperor tile {key!r}; tiles: {', '.join(self.names.tile_keys)}"
        )

    def keyed(self, kind: str, card: Card) -> int:
        """The index of a ballroom, rehearsal room, celebrity or entrance, by key or name.

        ``kind``: one of KEYED. Raises UserError if there is none in this ruleset.
        """
        field, what = KEYED[kind]
        table = getattr(self.ruleset, kind)
        keys = getattr(self.names, field)
        known = [(fold(key), fold(key.replace("-", " ")), fold(table[key].name)) for key in keys]
        for i, words in enumerate(known):
            if fold(str(card)) in words:
                return i
        names = [table[key].name for key in keys]
        there = f"; there are: {', '.join(names)}" if names else ""
        raise UserError(f"there is no {what} {card!r} in this ruleset{there}")

    def celebrity(self, name: str) -> int | None:
        """The index of a celebrity by name, or by a unique last name; None if there is none."""
        words = [fold(self.ruleset.celebrity[key].name) for key in self.names.celebrity_keys]
        last = [word.split()[-1] for word in words]
        found = words if name in words else last
        return found.index(name) if found.count(name) == 1 else None

    def celebrities(self, text: str) -> list[int]:
        """Every celebrity that matches a text: key or name."""
        keys, word = self.names.celebrity_keys, fold(text)
        table = self.ruleset.celebrity
        return [i for i, key in enumerate(keys) if word in (fold(key), fold(table[key].name))]

    def keyed_name(self, kind: str, index: int) -> str:
        """The name of a ballroom, rehearsal room, celebrity or entrance."""
        key = getattr(self.names, KEYED[kind][0])[index]
        return str(getattr(self.ruleset, kind)[key].name)

    def board(self, name: str) -> int:
        """The index of a hotel board. Raises UserError unless it is one of this ruleset's side."""
        first = int(self.rules.first_board)
        allowed = self.names.boards[first:] if self.rules.day_boards else self.names.boards[:1]
        for known in allowed:
            if fold(name).replace(" ", "_") == known:
                return self.names.boards.index(known)
        raise UserError(f"there is no board {name!r} here; boards: {', '.join(allowed)}")

    # -- players -----------------------------------------------------------------------------------

    def seat(self, who: Card) -> int:
        """The seat of a player, by name or by number (1: the first start player)."""
        found = self.find_seat(who)
        if found is None:
            raise UserError(f"there is no player {who!r}; players: {', '.join(self.players)}")
        return found

    def find_seat(self, who: Card) -> int | None:
        """The same; None if there is no such player."""
        word = fold(str(who))
        for names in (self.players, self._seats(str), self._seats(lambda n: seat_name(n - 1))):
            folded = [fold(name) for name in names]
            if word in folded:
                return folded.index(word)
        return None

    def _seats(self, write: Callable[[int], str]) -> list[str]:
        """A text for every seat, counted from 1."""
        return [write(seat + 1) for seat in range(len(self.players))]
