"""Additional state of variants played online."""

from __future__ import annotations

from simulate.engine import codes as c
from simulate.referee.fields.base import COUNT, FLAG, answered, into
from simulate.referee.fields.field import Field, FieldView


def _lay_most_krones(v: FieldView, krones: int) -> None:
    v.p.most_krones = max(v.p.most_krones, krones)


GAME = (
    Field(
        "guests_taken", "how many guests were taken from the row in this round", COUNT,
        lambda v: int(v.g.guests_taken), into("guests_taken"),
        said=lambda v, n: bool(n and v.rules.sweep), claimed=False,
    ),
    Field(
        "somebody_passed", "has anybody passed in this round?", FLAG,
        lambda v: bool(v.g.pass_seen), into("pass_seen"),
        said=lambda v, seen: seen and answered(v, c.ON_FIRST_PASS), claimed=False,
    ),
)  # fmt: skip

SEAT = (
    Field(
        "most_krones", "the most krones in this turn, where cards are claimed at its end", COUNT,
        lambda v: int(v.p.most_krones), _lay_most_krones,
        said=lambda v, n: bool(v.rules.politics_claim_turn_end and n > v.p.krones),
        claimed=False, shown=False,
    ),
)  # fmt: skip
