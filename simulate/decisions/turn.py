"""A turn as a whole: passing and ending it, and declining what is open."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from simulate.decisions.entries import TURN, Action, Frame
from simulate.decisions.forms import fixed
from simulate.engine import codes as c
from simulate.engine.flow import tile_of

if TYPE_CHECKING:
    from simulate.narration.decision import Decision
    from simulate.referee.reasons.case import Case, Reason


def tile_number(state: Any, rules: Any, seat: int) -> int:
    """The smallest visible number of the seat's turn order tile."""
    tiles = rules.turn_tiles[state["n_players"], tile_of(state, seat)]
    return int(tiles[min(1, int(state["players"][seat]["turns_taken"]))])


def tell_pass(d: Decision) -> tuple[str, ...]:
    if d.frame["kind"] != c.F_TURN:
        return (d.declined,)
    number = tile_number(d.state, d.rules, d.seat)
    return (f"passes: the {number} stays open until the dice are rolled again",)


def tell_stop(d: Decision) -> tuple[str, ...]:
    kind = d.frame["kind"]
    if kind == c.F_REWARDS:
        rest = d.names.masked(d.frame["effect"], int(d.frame["effects"]))
        return (f"leaves the rest of the reward ({rest})",)
    return (d.declined,)


def refuse_pass(case: Case) -> Reason | None:
    marks = int(case.frame.marks)
    if marks & c.T_STARTED:
        return case.because(
            "the turn has begun: whoever has done anything in it passes no more",
            "pass.instead-of-a-turn",
        )
    if marks & c.T_EXTRA:
        return case.because("an extra turn cannot be put off by passing")
    return case.because("no die is left: there is nothing to wait for by passing")


def refuse_end_turn(case: Case) -> Reason | None:
    if not any(action >> 24 == c.DIE for action in case.legal):
        return case.because(
            "no die can be paid, and nothing has been done in this turn: it is passed",
            "die.unpayable",
        )
    return case.because(
        "the turn cannot end yet: its main action, a die, is still to be taken",
        "die.mandatory", "turn.end",
    )  # fmt: skip


FRAMES = (
    Frame(
        c.F_TURN, "turn", "turn", "the turn", TURN,
        fields={"left": "guests that may still be taken at any time before the die"},
        marks={
            c.T_GUEST_TAKEN: "guest taken",
            c.T_ACTION_DONE: "action done",
            c.T_STARTED: "started",
            c.T_NO_DIE_REMOVED: "no die is removed",
            c.T_WITHOUT_DIE: "without an action",
            c.T_NOT_STRENGTHENED: "cannot be strengthened",
            c.T_EXTRA: "extra turn",
            c.T_HELPED: "staff answer to the die",
            c.T_ENDING: "ending",
            c.T_TILE_USED: "personal tile used",
        },
        order=("round.turn-order", "pass.lowest-number-next"),
    ),
)  # fmt: skip

ACTIONS = (
    Action(
        c.PASS, "pass", "pass", fixed("pass"), tell_pass, {c.F_TURN: refuse_pass},
        samples=("pass",),
    ),
    Action(
        c.END_TURN, "end-turn", "end the turn", fixed("end turn"),
        lambda d: ("ends the turn",), {c.F_TURN: refuse_end_turn}, samples=("end turn",),
    ),
    Action(
        c.STOP, "stop", "stop or decline", fixed("stop"), tell_stop,
        belongs="a decision that can be ended early", samples=("stop",),
    ),
)  # fmt: skip
