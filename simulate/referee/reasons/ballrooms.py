"""Why actions of `decisions/ballrooms.py` are not legal."""

from __future__ import annotations

from simulate.engine import codes as c
from simulate.engine.ballrooms import dancer_price, section_champagne
from simulate.engine.moving_in import rest_waits
from simulate.referee.reasons.case import Case, Reason, Reasons
from simulate.referee.reasons.guests import refuse_unserved
from simulate.words.spelling import ROW_WORDS


def refuse_dance(case: Case) -> Reason | None:
    """A guest who goes dancing instead of taking a room."""
    table, p = case.a, case.p
    if not case.rules.ballrooms:
        return case.because("there are no ballrooms in this game")
    unserved = refuse_unserved(case, table)
    if unserved:
        return unserved
    if not case.rules.guest_dances[p.cafe[table]]:
        return case.because(f"{case.table(table)} does not dance: only a room will do", "guest.162")
    if case.b != c.NO_SEAT and case.rules.dancer_paid_after_reward:
        return case.because(
            "the seat is chosen after the guest's reward: the dance names the table only",
            "dance.draft-reward-first",
        )
    if case.b == c.NO_SEAT and not case.rules.dancer_paid_after_reward:
        return case.because(
            "the seat is chosen and paid for before the guest's reward", "dance.payment-first"
        )
    if case.b == c.NO_SEAT:
        return case.because(
            "no seat can be paid for with the champagne of the kitchen and of the reward",
            "dance.draft-reward-first", "dance.unaffordable",
        )  # fmt: skip
    return refuse_seat(case, case.b, case.c, 0)


def refuse_send(case: Case) -> Reason | None:
    """A dancer sent by an effect, or a guest whose seat is chosen now."""
    if case.frame.kind == c.F_REWARDS and not case.frame.marks & c.R_SEAT_DUE:
        return case.because("no dancer is to be sent now")
    if case.frame.kind == c.F_REWARDS and not rest_waits(case.rules, case.frame):
        return case.because(
            "the seat is chosen after the guest's reward", "dance.draft-reward-first"
        )
    return refuse_seat(case, case.a, case.b, int(case.frame.reductions) & 15)


def refuse_seat(case: Case, seat: int, section: int, less: int) -> Reason | None:
    """Why a dancer of a section cannot go to a row of a ballroom."""
    g, p = case.g, case.p
    place, row = divmod(seat, c.ROWS)
    if place >= c.BALLROOMS or g.ballrooms[place] < 0:
        return case.because(f"there is no ballroom {place + 1}")
    where = case.names.row_of(g, seat)
    if section >= c.SECTIONS or p.resting[section] == 0:
        return case.because(
            f"no dancer is left in section {section + 1} of {case.player}", "dance.any-section"
        )
    n = int(g.n_players)
    taken = sum(int(q.dancers[place, row]) for q in g.players[:n])
    seats = int(case.rules.row_seats[g.ballrooms[place], row, n])
    balcony = place == c.BALLROOMS - 1 and row == c.TOP
    if taken >= seats and not balcony:
        return case.because(
            f"{where} has {seats} seats for {n} players, and all are taken",
            "dance.row",
            "dance.full",
        )
    price = int(dancer_price(g, case.rules, place, row, less))
    have = int(p.kitchen[c.CHAMPAGNE])
    if case.rules.section_bonus_before_paying:
        have += int(section_champagne(case.rules, p, section))
    if price > have:
        reduced = f" ({price + less} less {less})" if less else ""
        return case.because(
            f"a dancer in {where} costs {price} champagne{reduced}; {case.player} has {have}",
            *(("send.less",) if less else ()), "dance.price", "dance.unaffordable",
        )  # fmt: skip
    return None


def refuse_dance_bonus(case: Case) -> Reason | None:
    """The bonus of a row or of a section."""
    of_row = case.kind == c.ROW_BONUS
    what = "row" if of_row else "section"
    if case.frame.marks & (c.R_ROW_DUE if of_row else c.R_SECTION_DUE):
        return None
    ids = ("dance.row-bonus", "dance.bottom-none") if of_row else ("dance.section-bonus",)
    return case.because(f"no bonus of a {what} is due", *ids)


def refuse_remove_dancer(case: Case) -> Reason | None:
    row = ROW_WORDS[case.a] if case.a < c.ROWS else "such a"
    where = case.names.ballroom(int(case.g.ballrooms[case.frame.ballroom]))
    return case.because(f"{case.player} has no dancer in the {row} row of {where}")


REASONS: Reasons = {
    (c.F_TURN, c.DANCE): refuse_dance,
    (c.F_SEND, c.SEND): refuse_send,
    (c.F_REWARDS, c.SEND): refuse_send,
    (c.F_REWARDS, c.ROW_BONUS): refuse_dance_bonus,
    (c.F_REWARDS, c.SECTION_BONUS): refuse_dance_bonus,
    (c.F_REHEARSAL, c.REHEARSE): lambda case: case.because(
        f"rehearsal room {case.a + 1} of those laid out is already taken", "rehearsal.order"
    ),
    (c.F_REMOVE_DANCER, c.REMOVE_DANCER): refuse_remove_dancer,
}
