"""The entries of the registry: a decision with its fields, and an action."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum

import numpy as np

from simulate.decisions.forms import Form
from simulate.decisions.ranges import Ranges
from simulate.engine import codes as c

Possible = Callable[[np.record], bool]


class Unit(Enum):
    """Meaning of the number in a field of a frame."""

    NUMBER = "a number in its own unit"
    GOODS = "a number of each good"
    SPACE = "an action space, 1 to 6"
    GUEST = "a guest, as an index of the program"
    STAFF = "a staff card, as an index of the program; -1: none"
    TILE = "an emperor tile, as an index of the program"
    EFFECT = "a row of the effect table"
    TIMING = "when a staff card acts: codes.ONCE and what follows"
    TABLE = "a table of the café, from 0"
    GROUP = "a group of rooms on the owner's board"
    STATE = "codes.VACANT or codes.OCCUPIED"
    WHERE = "where a room is removed: codes.FROM_HIGHEST and what follows"
    HALF = "a half of a bonus token: 0 upper, 1 lower"
    BALLROOM = "a ballroom by its place, from 0 at the left"
    SEAT = "a seat in a ballroom: ballroom * ROWS + row"
    SECTION = "a section of the rehearsal room"
    GROUPS = "bit set of groups"
    EFFECTS = "bit set of the effects from the first one on"
    BONUSES = "bit set of the bonuses of a main action: see main_action.bonus_trigger"
    REDUCTIONS = "four bits for each dancer, the next one lowest"
    ORDER = "the choice made last, in the order in which choices are made"


# The fields of frames (state.FRAME) that only some kinds use, and their meanings.
FIELDS: dict[str, Unit] = {
    "left": Unit.NUMBER,
    "strength": Unit.NUMBER,
    "effect": Unit.EFFECT,
    "state": Unit.STATE,
    "half": Unit.HALF,
    "first_table": Unit.TABLE,
    "face": Unit.SPACE,
    "groups": Unit.GROUPS,
    "tile": Unit.TILE,
    "card": Unit.STAFF,
    "timing": Unit.TIMING,
    "ballroom": Unit.BALLROOM,
    "group": Unit.GROUP,
    "discount": Unit.NUMBER,
    "guest": Unit.GUEST,
    "vp": Unit.NUMBER,
    "where": Unit.WHERE,
    "order": Unit.ORDER,
    "effects": Unit.EFFECTS,
    "bonuses": Unit.BONUSES,
    "reductions": Unit.REDUCTIONS,
    "floors": Unit.NUMBER,
    "table": Unit.TABLE,
    "goods": Unit.GOODS,
    "seat": Unit.SEAT,
    "section": Unit.SECTION,
    "before": Unit.NUMBER,
}

TURN = "who has the turn"
OWNER = "who receives the effect"


@dataclass(frozen=True)
class Frame:
    """One kind of decision.

    ``key`` names it; ``words`` is its name in the counts of long runs. ``asks``: the decision, in
    words that follow "must first decide"; ``who``: who decides. ``fields``: the meanings of its
    frame's fields, except owner and source, by the names of state.FRAME; ``marks``: its flags.
    ``only``: fields used only with one of these flags. ``stop``: what a player who declines does,
    by the action ``declined_by``, if it can be declined. ``order``: the clauses on whose decision
    it is; ``due``: those by which it comes before anything else of the turn, if it has one of the
    flags ``due_if``.
    ``possible``: can a ruleset bring it (None: if it can bring an action that answers it)?
    """

    code: int
    key: str
    words: str
    asks: str
    who: str = OWNER
    fields: Mapping[str, str] = field(default_factory=dict)
    marks: Mapping[int, str] = field(default_factory=dict)
    only: Mapping[str, int] = field(default_factory=dict)
    stop: str = ""
    declined_by: int = c.STOP
    order: tuple[str, ...] = ()
    due: tuple[str, ...] = ()
    due_if: int = 0
    possible: Possible | None = None

    @property
    def name(self) -> str:
        """The key as words."""
        return self.key.replace("-", " ")

    def holds(self, name: str, marks: int) -> bool:
        """Is the field of a name used in a frame with these flags?"""
        return name in self.fields and (name not in self.only or bool(self.only[name] & marks))


@dataclass(frozen=True)
class Action:
    """One kind of action.

    ``key`` names it; ``words`` is its name in the counts of long runs. ``form``: how it is written
    and read. ``arguments``: all that the data of a ruleset allow. ``within``: the kinds of
    decisions that it answers. ``belongs``: what it is part of, if not of a turn; ``clauses``: when
    that is possible at all. ``samples``: example spellings, for hints. ``continues``: its sentence
    only completes the decision before. ``possible``: can a ruleset bring it (None: if its data
    allow any arguments)?
    """

    code: int
    key: str
    words: str
    form: Form
    within: tuple[int, ...] = ()
    arguments: Callable[[np.record], Ranges] = lambda rules: iter([()])
    belongs: str = ""
    clauses: tuple[str, ...] = ()
    samples: tuple[str, ...] = ()
    continues: bool = False
    possible: Possible | None = None


# Flags of the grants of an action without a die.
GRANTS = {
    c.X_STRENGTHEN: "may be strengthened",
    c.X_ACTION: "has an action",
    c.X_DIE_BONUSES: "staff answer to the die",
    c.X_DIE: "a die is taken",
}
