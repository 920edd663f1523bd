"""Ballrooms: guests who go dancing, dancers, rehearsal rooms."""

from __future__ import annotations

import re

import numpy as np

from model import UserError
from simulate.decisions.entries import Action, Frame
from simulate.decisions.forms import SEAT, Form, counted, fixed, one_of
from simulate.decisions.ranges import Ranges, each, has_effect, tables
from simulate.decisions.readings import Arguments, Reading, Scene
from simulate.engine import codes as c
from simulate.words.spelling import ROW_WORDS, dance_seat_name, read_dance_seat

SEATS, SECTIONS = range(c.BALLROOMS * c.ROWS), range(c.SECTIONS)


def dance_words(table: int, seat: int, section: int) -> str:
    """ "dance table 1 to 2.top from section 3"; without a seat where it is chosen later."""
    where = "" if seat == c.NO_SEAT else f" to {dance_seat_name(seat)} from section {section + 1}"
    return f"dance table {table + 1}{where}"


def read_dance(match: re.Match[str]) -> tuple[int, int, int]:
    """Parse the same."""
    if match[2] is None:
        return int(match[1]) - 1, c.NO_SEAT, 0
    return int(match[1]) - 1, read_dance_seat(match[2]), int(match[3]) - 1


# -- notation with names --------------------------------------------------------------------------


def seat_of(at: Scene, text: str) -> int:
    """A row of a ballroom: "1.top", "top row of Apollosaal", "Apollosaal top", "balcony".

    Raises UserError for words that name none, Refused for a ballroom that is not in the game.
    """
    text = re.sub(r"^the ", "", text)
    if re.fullmatch(SEAT, text):
        return read_dance_seat(text)
    if text == "balcony":
        return (c.BALLROOMS - 1) * c.ROWS + c.TOP
    rows = "|".join(ROW_WORDS)
    match = re.fullmatch(rf"(?P<row>{rows})(?: row)?(?: of)?(?: the)? (?P<name>.+)", text)
    match = match or re.fullmatch(rf"(?P<name>.+?),? (?P<row>{rows})(?: row)?", text)
    if match is None:
        raise UserError(f"{text!r} is not a row; rows are written as 1.top or 'top row of NAME'")
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


# -- possible arguments ---------------------------------------------------------------------------


def with_ballrooms(rules: np.record, *arguments: range) -> Ranges:
    """All combinations if there are ballrooms, else none."""
    return each(*arguments) if rules.ballrooms else each(())


def dances(rules: np.record) -> Ranges:
    """Tables with seats and sections, or tables alone where the seat is chosen later."""
    if rules.dancer_paid_after_reward:
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
        ), (c.F_TURN,), dances,
        samples=("dance table 1 to 2.top from section 3",),
        possible=lambda rules: bool(rules.ballrooms and rules.guest_dances.any()),
    ),
    Action(
        c.SEND, "send", "send a further dancer",
        Form(
            lambda r, a, b, x: f"send to {dance_seat_name(a)} from section {b + 1}",
            rf"send to {SEAT} from section ([1-4])",
            lambda r, m: (read_dance_seat(m[1]), int(m[2]) - 1, 0),
            (
                Reading("send (?:a dancer )?to (.+) from section ([1-4])", lambda at, m:
                    (seat_of(at, m[1]), int(m[2]) - 1, 0)),
            ),
        ), (c.F_SEND, c.F_REWARDS),
        lambda rules: with_ballrooms(rules, SEATS, SECTIONS),
        belongs="an effect that sends a dancer", clauses=("send.optional",),
        samples=("send to 3.bottom from section 1",),
        possible=lambda rules: (
            bool(rules.ballrooms)
            and (has_effect(rules, c.E_SEND_DANCER) or bool(rules.dancer_paid_after_reward))
        ),
    ),
    Action(
        c.ROW_BONUS, "row-bonus", "take the bonus of a ballroom's row now", fixed("row bonus"),
        (c.F_REWARDS,),
        belongs="a dancer sent to a row with a bonus", clauses=("dance.row-bonus",),
        samples=("row bonus",),
        possible=lambda rules: bool(rules.ballrooms and rules.row_effect_n.any()),
    ),
    Action(
        c.SECTION_BONUS, "section-bonus", "take the bonus of a rehearsal room's section now",
        fixed("section bonus"), (c.F_REWARDS,),
        belongs="the last dancer of a section", clauses=("dance.section-bonus",),
        samples=("section bonus",),
        possible=lambda rules: bool(rules.ballrooms) and not rules.section_bonus_before_paying,
    ),
    Action(
        c.REHEARSE, "rehearsal-room", "choose a rehearsal room",
        counted("rehearsal room", 1).also(Reading(r"rehearsal room (\d|\D.*)", read_rehearse)),
        (c.F_REHEARSAL,),
        lambda rules: with_ballrooms(rules, range(int(rules.n_rehearsal))),
        belongs="the set-up", clauses=("rehearsal.order",), samples=("rehearsal room 1",),
    ),
    Action(
        c.REMOVE_DANCER, "remove-dancer", "give up a dancer", one_of("remove dancer", ROW_WORDS),
        (c.F_REMOVE_DANCER,),
        lambda rules: with_ballrooms(rules, rows_to_leave(rules)),
        belongs="an emperor's penalty", clauses=("emperor.penalty",),
        samples=("remove dancer top",), continues=True,
    ),
)  # fmt: skip
