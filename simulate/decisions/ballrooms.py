"""Ballrooms: guests who go dancing, dancers, rehearsal rooms."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from model import UserError
from simulate.decisions.entries import Action, Frame
from simulate.decisions.forms import SEAT, Form, counted, fixed, one_of
from simulate.decisions.guests import refuse_unserved
from simulate.decisions.ranges import Ranges, each, has_effect, tables
from simulate.decisions.readings import Arguments, Reading, Scene
from simulate.engine import codes as c
from simulate.engine.ballrooms import dancer_price, section_champagne
from simulate.engine.moving_in import rest_waits
from simulate.narration.changes import DANCERS
from simulate.spelling import ROW_WORDS, read_seat, seat_name

if TYPE_CHECKING:
    from simulate.narration.decision import Decision
    from simulate.referee.reasons.case import Case, Reason

SEATS, SECTIONS = range(c.BALLROOMS * c.ROWS), range(c.SECTIONS)


# -- what is told ---------------------------------------------------------------------------------


def sent_words(d: Decision, seat: int, section: int, less: int) -> str:
    """ "a dancer from section 3 to the top row of Apollosaal for 3 champagne"."""
    place, row = divmod(seat, c.ROWS)
    price = int(dancer_price(d.state, d.rules, place, row, 0))
    left = int(dancer_price(d.state, d.rules, place, row, less))
    cost = f"for {left} champagne" if left else "free"
    cost += f" ({price} less {min(less, price)})" if left not in (0, price) else ""
    where = d.names.row_of(d.state, seat)
    if d.names.on_balcony(d.state, seat):
        where = f"the balcony beside {where}"
    return f"a dancer from section {section + 1} to {where} {cost}"


def dance_words(table: int, seat: int, section: int) -> str:
    """ "dance table 1 to 2.top from section 3"; without a seat where it is chosen later."""
    where = "" if seat == c.NO_SEAT else f" to {seat_name(seat)} from section {section + 1}"
    return f"dance table {table + 1}{where}"


def read_dance(match: re.Match[str]) -> tuple[int, int, int]:
    """The same, read."""
    if match[2] is None:
        return int(match[1]) - 1, c.NO_SEAT, 0
    return int(match[1]) - 1, read_seat(match[2]), int(match[3]) - 1


def tell_dance(d: Decision) -> tuple[str, ...]:
    guest = d.names.guest(int(d.player["cafe"][d.a]))
    later = d.b == c.NO_SEAT
    sent = "the seat is chosen after the reward" if later else sent_words(d, d.b, d.extra, 0)
    return (f"{guest} leaves table {d.a + 1} and goes dancing: {sent}", DANCERS)


def tell_send(d: Decision) -> tuple[str, ...]:
    return (f"sends {sent_words(d, d.a, d.b, int(d.frame['reductions']) & 15)}", DANCERS)


def tell_row_bonus(d: Decision) -> tuple[str, ...]:
    times = int(d.player["row_bonus"])
    return (d.names.row_bonus(d.state, int(d.frame["seat"]), times),)


def tell_section_bonus(d: Decision) -> tuple[str, ...]:
    return (d.names.section_bonus(d.player, int(d.frame["section"])),)


def tell_rehearse(d: Decision) -> tuple[str, ...]:
    room = int(d.state["rehearsal_rooms"][d.a])
    return (f"chooses {d.names.rehearsal(room)} ({d.names.sections(room)})", DANCERS)


# -- how it is written with names -----------------------------------------------------------------


def seat_of(at: Scene, text: str) -> int:
    """A row of a ballroom: "1.top", "top row of Apollosaal", "Apollosaal top", "balcony".

    Raises UserError for words that name none, Refused for a ballroom that is not in the game.
    """
    text = re.sub(r"^the ", "", text)
    if re.fullmatch(SEAT, text):
        return read_seat(text)
    if text == "balcony":
        return (c.BALLROOMS - 1) * c.ROWS + c.TOP
    rows = "|".join(ROW_WORDS)
    match = re.fullmatch(rf"(?P<row>{rows})(?: row)?(?: of)?(?: the)? (?P<name>.+)", text)
    match = match or re.fullmatch(rf"(?P<name>.+?),? (?P<row>{rows})(?: row)?", text)
    if match is None:
        raise UserError(f"{text!r} is no row; rows are written as 1.top or 'top row of NAME'")
    there = [int(i) for i in at.g.ballrooms]
    known = ", ".join(at.lexicon.keyed_name("ballroom", i) for i in there if i >= 0)
    place = at.place("ballroom", match["name"], there, f"is not in this game: {known or 'none is'}")
    return place * c.ROWS + ROW_WORDS.index(match["row"])


def read_rehearse(at: Scene, match: re.Match[str]) -> Arguments | str:
    """A rehearsal room by its place or key."""
    name = match[1]
    if name.isdecimal():
        return f"rehearsal room {name}"
    card = name if name in at.lexicon.names.rehearsal_keys else f"rehearsal room {name}"
    there = at.g.rehearsal_rooms
    return at.place("rehearsal_room", card, there, "is not to be chosen here"), 0, 0


# -- why it is not legal --------------------------------------------------------------------------


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
    if case.b != c.NO_SEAT and case.rules.dancer_after_reward:
        return case.because(
            "the seat is chosen after the guest's reward: the dance names the table only",
            "dance.draft-reward-first",
        )
    if case.b == c.NO_SEAT and not case.rules.dancer_after_reward:
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
    """A dancer whom an effect sends, or a guest whose seat is chosen now."""
    if case.frame.kind == c.F_REWARDS and not case.frame.marks & c.R_SEAT_DUE:
        return case.because("no dancer is to be sent now")
    if case.frame.kind == c.F_REWARDS and not rest_waits(case.rules, case.frame):
        return case.because(
            "the seat is chosen after the guest's reward", "dance.draft-reward-first"
        )
    return refuse_seat(case, case.a, case.b, int(case.frame.reductions) & 15)


def refuse_seat(case: Case, seat: int, section: int, less: int) -> Reason | None:
    """What stands against a dancer of a section in a row of a ballroom."""
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
    if case.rules.section_bonus_first:
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


def refuse_rehearse(case: Case) -> Reason | None:
    return case.because(
        f"rehearsal room {case.a + 1} of those laid out is not left", "rehearsal.order"
    )


def refuse_remove_dancer(case: Case) -> Reason | None:
    row = ROW_WORDS[case.a] if case.a < c.ROWS else "such a"
    where = case.names.ballroom(int(case.g.ballrooms[case.frame.ballroom]))
    return case.because(f"{case.player} has no dancer in the {row} row of {where}")


# -- what there is --------------------------------------------------------------------------------


def with_ballrooms(rules: np.record, *arguments: range) -> Ranges:
    """All combinations where there are ballrooms, else none."""
    return each(*arguments) if rules.ballrooms else each(())


def dances(rules: np.record) -> Ranges:
    """Tables with seats and sections, or tables alone where the seat is chosen later."""
    if rules.dancer_after_reward:
        return with_ballrooms(rules, tables(rules), range(c.NO_SEAT, c.NO_SEAT + 1), range(1))
    return with_ballrooms(rules, tables(rules), SEATS, SECTIONS)


def rows_to_leave(rules: np.record) -> range:
    """Rows from which a penalty takes dancers."""
    return range(c.ROWS if has_effect(rules, c.P_REMOVE_DANCER) else 0)


FRAMES = (
    Frame(
        c.F_REHEARSAL, "rehearsal", "rehearsal room", "which rehearsal room is chosen",
        "everybody in reverse order, at the set-up",
        order=("rehearsal.order",),
    ),
    Frame(
        c.F_SEND, "send", "further dancer to send", "where a dancer is sent",
        fields={
            "left": "dancers that may still be sent",
            "reductions": "champagne less for each",
        },
        stop="sends no dancer",
    ),
    Frame(
        c.F_REMOVE_DANCER, "remove-dancer", "dancer to give up", "which dancer leaves the game",
        fields={"left": "dancers still to be given up", "ballroom": "where"},
    ),
)  # fmt: skip

ACTIONS = (
    Action(
        c.DANCE, "dance", "send a guest to a ballroom",
        Form(
            lambda r, a, b, x: dance_words(a, b, x),
            rf"dance table (\d)(?: to {SEAT} from section ([1-4]))?",
            lambda r, m: read_dance(m),
            (
                Reading("dance (.+) to (.+) from section ([1-4])", lambda at, m:
                    (at.table(m[1]), seat_of(at, m[2]), int(m[3]) - 1)),
                Reading(r"dance ((?:(?! to ).)+)", lambda at, m: (at.table(m[1]), c.NO_SEAT, 0)),
            ),
        ),
        tell_dance, {c.F_TURN: refuse_dance}, dances,
        samples=("dance table 1 to 2.top from section 3",),
        possible=lambda rules: bool(rules.ballrooms and rules.guest_dances.any()),
    ),
    Action(
        c.SEND, "send", "send a further dancer",
        Form(
            lambda r, a, b, x: f"send to {seat_name(a)} from section {b + 1}",
            rf"send to {SEAT} from section ([1-4])",
            lambda r, m: (read_seat(m[1]), int(m[2]) - 1, 0),
            (
                Reading("send (?:a dancer )?to (.+) from section ([1-4])", lambda at, m:
                    (seat_of(at, m[1]), int(m[2]) - 1, 0)),
            ),
        ),
        tell_send, {c.F_SEND: refuse_send, c.F_REWARDS: refuse_send},
        lambda rules: with_ballrooms(rules, SEATS, SECTIONS),
        belongs="an effect that sends a dancer", clauses=("send.optional",),
        samples=("send to 3.bottom from section 1",),
        possible=lambda rules: (
            bool(rules.ballrooms)
            and (has_effect(rules, c.E_SEND_DANCER) or bool(rules.dancer_after_reward))
        ),
    ),
    Action(
        c.ROW_BONUS, "row-bonus", "take the bonus of a ballroom's row now", fixed("row bonus"),
        tell_row_bonus, {c.F_REWARDS: refuse_dance_bonus},
        belongs="a dancer sent to a row with a bonus", clauses=("dance.row-bonus",),
        samples=("row bonus",),
        possible=lambda rules: bool(rules.ballrooms and rules.row_effect_n.any()),
    ),
    Action(
        c.SECTION_BONUS, "section-bonus", "take the bonus of a rehearsal room's section now",
        fixed("section bonus"), tell_section_bonus, {c.F_REWARDS: refuse_dance_bonus},
        belongs="the last dancer of a section", clauses=("dance.section-bonus",),
        samples=("section bonus",),
        possible=lambda rules: bool(rules.ballrooms) and not rules.section_bonus_first,
    ),
    Action(
        c.REHEARSE, "rehearsal-room", "choose a rehearsal room",
        counted("rehearsal room", 1).also(Reading(r"rehearsal room (\d|\D.*)", read_rehearse)),
        tell_rehearse, {c.F_REHEARSAL: refuse_rehearse},
        lambda rules: with_ballrooms(rules, range(int(rules.n_rehearsal))),
        belongs="the set-up", clauses=("rehearsal.order",), samples=("rehearsal room 1",),
        possible=lambda rules: bool(rules.ballrooms),
    ),
    Action(
        c.REMOVE_DANCER, "remove-dancer", "give up a dancer", one_of("remove dancer", ROW_WORDS),
        lambda d: (f"gives up a dancer of the {ROW_WORDS[d.a]} row",),
        {c.F_REMOVE_DANCER: refuse_remove_dancer},
        lambda rules: with_ballrooms(rules, rows_to_leave(rules)),
        belongs="an emperor's penalty", clauses=("emperor.penalty",),
        samples=("remove dancer top",), continues=True,
        possible=lambda rules: bool(rules.ballrooms) and bool(rows_to_leave(rules)),
    ),
)  # fmt: skip
