"""The cards, tiles and boards of the game as the model has them, in words, edition by edition."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from model import Ruleset, UserError, load_ruleset
from model.clauses import whole_spec
from model.marks import mark
from model.paths import get
from model.schema import ROWS
from model.sources import Change, Combination, Tree, sources
from model.words import (
    describe_alternative,
    describe_celebrity,
    describe_effects,
    describe_entrance,
    describe_goods,
    describe_places,
    describe_politics,
    describe_rehearsal_room,
    describe_scoring,
    describe_seats,
    describe_staff,
    many,
)

Words = list[tuple[str, str]]

TIMING = {
    "once": "once, when it is played",
    "round": "once per round",
    "permanent": "as long as it is in play",
    "bell": "once per game, after it was played",
    "end": "at the end of the game",
}


@dataclass(frozen=True)
class PieceKind:
    """A kind of component: its table in a ruleset, its names, and a function that describes one.

    tally: its name in the frames of `analysis`; page: key of the page that lists it; module: id of
    the module that brings them, if their values are assumed and no module adds them alone.
    """

    table: str
    one: str
    many: str
    page: str
    describe: Callable[[Ruleset, Any, str], Words]
    tally: str
    module: str = ""

    def entries(self, rules: Ruleset) -> dict[str, Any]:
        """The components of a ruleset by key, as text."""
        found = (
            rules.politics.cards if self.table == "politics.cards" else getattr(rules, self.table)
        )
        return {str(key): one for key, one in found.items()}


GATHERED = ("emperor_tile", "rehearsal_room", "bonus_token")
"""Kinds whose components share one page, because there is little to say about each."""


def gathered_page(tally: str) -> str:
    """Key of the page of all components of a kind."""
    return f"cards/{tally.replace('_', '-')}s"


@dataclass(frozen=True)
class Piece:
    """A component. sides: its description by edition, for the editions that have it.

    path: that of its table in the model, the first part of the ids of its clauses. added: the
    module, extra or variant that adds it, empty for the base game.
    """

    kind: PieceKind
    key: str
    name: str
    german: str
    sides: dict[str, Words]
    added: str

    @property
    def path(self) -> str:
        return f"{self.kind.table}.{self.key}"

    @property
    def slug(self) -> str:
        """Its name in URLs and files, e.g. "staff-17"."""
        return f"{self.kind.tally.replace('_', '-')}-{self.key}"

    @property
    def page(self) -> str:
        """Key of its page: its own, or that of all of its kind."""
        return (
            gathered_page(self.kind.tally) if self.kind.tally in GATHERED else f"cards/{self.slug}"
        )

    @property
    def href(self) -> str:
        """Its address, from the top folder."""
        return f"{self.page}.html" + (f"#{self.slug}" if self.kind.tally in GATHERED else "")

    @property
    def full_name(self) -> str:
        """Its name with its printed number, e.g. "Kitchen Hand (17)"; a tile with its kind."""
        if self.name == self.key:
            return f"{self.kind.one} {self.key}"
        return f"{self.name} ({self.key})" if self.key.isdigit() else self.name

    @property
    def alike(self) -> bool:
        """Do all editions that have it say the same?"""
        first, *others = self.sides.values()
        return all(side == first for side in others)

    def word(self, label: str) -> str:
        """The text under a label in the newest edition that has it; empty if there is none."""
        return dict(list(self.sides.values())[-1]).get(label, "")


def _staff(r: Ruleset, card: Any, key: str) -> Words:
    words = [
        ("Costs", many(card.cost, "krone") + mark(r, f"staff.{key}.cost")),
        ("Works", TIMING[card.timing]),
        ("Does", describe_staff(card)),
    ]
    return words + ([("Beginners' set", card.set)] if card.set else [])


def _guest(r: Ruleset, guest: Any, key: str) -> Words:
    words = [
        ("Colour", guest.colour),
        ("Orders", describe_goods(guest.order) + mark(r, f"guest.{key}.order")),
        ("VP", str(guest.vp) + mark(r, f"guest.{key}.vp")),
        ("Brings", describe_effects(guest.reward)),
    ]
    if guest.promo:
        words.append(("In the deck", "yes" if r.setup.promos else "no, a promotional card"))
    return words + ([] if guest.dances else [("Dances", "no, takes a room only")])


def _politics(r: Ruleset, card: Any, key: str) -> Words:
    places = r.politics.places_of(key)
    whom = ", ".join(("first", "second", "third", "fourth")[: len(places)])
    return [("Letter", card.letter), ("Asks for", describe_politics(card)),
            ("Pays", f"{describe_places(places)} to the {whom}")]  # fmt: skip


def _emperor(r: Ruleset, tile: Any, key: str) -> Words:
    words = [("Scoring", tile.letter), ("Reward", describe_effects(tile.reward)),
             ("Penalty", describe_effects(tile.penalty))]  # fmt: skip
    if tile.or_lose_vp is not None:
        words.append(("Or", describe_alternative(tile, r.emperor.penalty_alternative)))
    return words


def _ballroom(r: Ruleset, room: Any, key: str) -> Words:
    words = []
    for name, row in zip(ROWS, room.rows, strict=True):
        seats = describe_seats(row) + mark(r, f"ballroom.{key}.{name}.seats")
        words.append(
            (f"{name.capitalize()} row",
             f"{row.champagne} champagne a dancer; {describe_effects(row.bonus)}; {seats}")
        )  # fmt: skip
    return [*words, ("Scoring", describe_scoring(room.scoring))]


def _rehearsal(r: Ruleset, room: Any, key: str) -> Words:
    return [("Sections", describe_rehearsal_room(room) + mark(r, f"rehearsal_room.{key}.sections"))]


def _does(words: Callable[[Any], str]) -> Callable[[Ruleset, Any, str], Words]:
    return lambda r, card, key: [("Does", words(card))]


def _token(r: Ruleset, token: Any, key: str) -> Words:
    note = mark(r, f"bonus_token.{key}")
    return [("For a column", describe_effects(token.upper) + note),
            ("For a floor", describe_effects(token.lower) + note)]  # fmt: skip


KINDS = (
    PieceKind("staff", "Staff card", "Staff cards", "staff", _staff, "staff"),
    PieceKind("guest", "Guest", "Guests", "guests", _guest, "guest"),
    PieceKind("politics.cards", "Politics card", "Politics cards", "court", _politics, "politics"),
    PieceKind("emperor_tile", "Emperor tile", "Emperor tiles", "court", _emperor, "emperor_tile"),
    PieceKind("ballroom", "Ballroom", "Ballrooms", "modules", _ballroom, "ballroom"),
    PieceKind("rehearsal_room", "Rehearsal room", "Rehearsal rooms", "modules", _rehearsal,
         "rehearsal_room", "ballrooms"),
    PieceKind("celebrity", "Celebrity", "Celebrities", "modules", _does(describe_celebrity),
         "celebrity"),
    PieceKind("entrance", "Hotel entrance", "Hotel entrances", "modules", _does(describe_entrance),
         "entrance"),
    PieceKind("bonus_token", "Bonus token", "Bonus tokens", "modules", _token, "bonus_token",
         "unique-hotels"),
)  # fmt: skip


def kind_of(tally: str) -> PieceKind:
    """The kind of a name in the frames of `analysis`."""
    return next(kind for kind in KINDS if kind.tally == tally)


@cache
def pieces(tally: str) -> tuple[Piece, ...]:
    """All components of a kind, those of the base game first, in the order of the model."""
    kind = kind_of(tally)
    found: dict[str, Piece] = {}
    for edition in sources().edition:
        base, whole = load_ruleset(edition), load_ruleset(whole_spec(edition))
        for rules, added in ((base, False), (whole, True)):
            for key, one in kind.entries(rules).items():
                if key in found and edition in found[key].sides:
                    continue
                piece = found.setdefault(key, _piece(kind, key, one, whole if added else None))
                piece.sides[edition] = kind.describe(rules, one, key)
    return tuple(found.values())


def _piece(kind: PieceKind, key: str, one: Any, whole: Ruleset | None) -> Piece:
    name = getattr(one, "name", "") or key
    added = _added_by(whole, kind, key) if whole is not None else ""
    return Piece(kind, key, name, getattr(one, "german", ""), {}, added)


def _added_by(whole: Ruleset, kind: PieceKind, key: str) -> str:
    """Title of the module, extra or variant that adds a component, without its explanation."""
    known = sources()
    layers: list[Change | Combination] = [known.change[id] for id in whole.changes]
    layers += known.combination.values()
    path = f"{kind.table}.{key}"
    adding = next((x for x in layers if _holds(x.add, path)), None) or known.change[kind.module]
    return adding.title.partition(":")[0]


def _holds(tree: Tree, path: str) -> bool:
    try:
        get(tree, path)
    except UserError:
        return False
    return True
