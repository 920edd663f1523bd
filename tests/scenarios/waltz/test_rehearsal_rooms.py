"""The rehearsal rooms: dancers in sections, and the bonus for the last dancer of each section.

Sections as in ballroom_numbers.toml: those of room two give 1 to 4 krones, of room three 1 to 4
steps, of room four 1 to 4 VP; those of room one: see hall.py.
"""

import pytest

from model import load_ruleset
from tests.clauses import clause
from tests.scenarios.waltz.hall import NUMBERS, SPEC, hall

GIVES = {  # krones, steps, VP
    "two": [(1, 0, 0), (2, 0, 0), (3, 0, 0), (4, 0, 0)],
    "three": [(0, 1, 0), (0, 2, 0), (0, 3, 0), (0, 4, 0)],
    "four": [(0, 0, 1), (0, 0, 2), (0, 0, 3), (0, 0, 4)],
}
DANCERS = {  # that each section has room for
    key: [section.dancers for section in room.sections]
    for key, room in load_ruleset(SPEC, patches=[str(NUMBERS)]).rehearsal_room.items()
}


def rehearsing(key, resting=None, champagne=3, **things):
    """Guest 65 (3 VP, no reward) may go dancing; only the sections count."""
    t = hall(rehearsal=key, guests={65: "all"}, kitchen=f"{champagne} champagne", **things)
    if resting is None:
        return t
    at_most = map(min, map(int, resting.split()), DANCERS[key])
    return t.me.has(resting=" ".join(map(str, at_most))).table


def one_left_in(section):
    return " ".join("1" if place == section else "2" for place in range(1, 5))


@clause("rehearsal_room.{key}", "dance.section-bonus")
@pytest.mark.parametrize("section", [1, 2, 3, 4])
@pytest.mark.parametrize("key", sorted(GIVES))
def test_bonus_of_a_section(key, section):
    krones, steps, vp = GIVES[key][section - 1]
    t = rehearsing(key, one_left_in(section))
    t.does(f"dance table 1 to 2.bottom from section {section}")
    assert (t.me.krones, t.me.emperor, t.me.vp) == (10 + krones, steps, 3 + vp)
    t.legal("die 1")


@clause("rehearsal_room.one", "dance.section-bonus")
def test_bonuses_of_the_sections_of_room_one():
    assert (
        rehearsing("one", "1 2 2 2").does("dance table 1 to 2.bottom from section 1").me.krones
        == 14
    )
    t = rehearsing("one", "2 1 2 2", vacant="1.1")
    t.does("dance table 1 to 2.bottom from section 2", "prepare 1.2")
    assert t.me.vacant == {"1.1", "1.2"}
    t = rehearsing("one", "2 2 1 2").does("dance table 1 to 2.bottom from section 3")
    assert (t.me.kitchen, t.me.emperor) == ({"champagne": 2 + 2}, 1)
    t = rehearsing("one", "2 2 2 1").does("dance table 1 to 2.bottom from section 4")
    assert t.me.vp_from == {"guests": 3, "ballrooms": 5}


@clause("rehearsal_room.{key}", corner=True)
@pytest.mark.parametrize(
    ("key", "section"),
    [(key, k) for key, rooms in DANCERS.items() for k, n in enumerate(rooms, start=1) if n > 1],
)
def test_a_section_pays_once_and_only_when_it_is_empty(key, section):
    t = rehearsing(key, "2 2 2 2", vacant="1.1")
    t.does(f"dance table 1 to 2.bottom from section {section}")
    before = (t.me.krones, t.me.emperor, t.me.vp, t.me.vacant)
    assert before == (10, 0, 3, {"1.1"})
    t = rehearsing(key, " ".join("0" if place == section else "2" for place in range(1, 5)))
    t.illegal(f"dance table 1 to 2.bottom from section {section}")


@clause("rehearsal_room.one", corner=True)
def test_a_room_of_a_section_may_be_declined():
    t = rehearsing("one", "2 1 2 2", vacant="1.1")
    t.does("dance table 1 to 2.bottom from section 2", "stop")
    assert t.me.vacant == {"1.1"}
    t.legal("die 1")


@clause("rehearsal_room.one", corner=True)
def test_champagne_of_a_section_goes_onto_guests():
    t = rehearsing("one", "2 2 1 2", champagne=1).me.has(guests={140: "3 wine"}).table
    t.does("dance table 1 to 2.bottom from section 3", "place champagne on table 2")
    assert t.me.guests[140] == {}


@clause("rehearsal_room.three", corner=True)
def test_steps_of_a_section_beyond_the_track_are_vp():
    t = rehearsing("three", "2 2 2 1", emperor=12)
    t.does("dance table 1 to 2.bottom from section 4")
    assert (t.me.emperor, t.me.vp_from["track"]) == (13, 3)


@clause("rehearsal_room.two", corner=True)
def test_krones_of_a_section_beyond_the_track_are_lost():
    t = rehearsing("two", "2 2 2 1", krones=19).does("dance table 1 to 2.bottom from section 4")
    assert t.me.krones == 20


@clause("rehearsal_room.four", corner=True)
def test_two_sections_may_be_emptied_in_one_turn():
    t = rehearsing("four", "1 1 2 2", champagne=2).me.has(guests={74: "all"}).table
    t.does("dance table 1 to 2.bottom from section 1")
    t.does("dance table 2 to 2.bottom from section 2", "stop")
    assert t.me.vp_from["ballrooms"] == 1 + 2
