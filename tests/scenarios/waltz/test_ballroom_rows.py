"""What the rows of each ballroom give to those who send a dancer there."""

import pytest

from tests.clauses import clause
from tests.scenarios.waltz.hall import DRAFT, EDITIONS, SPEC, ball

KEYS = ("apollosaal", "goldener-strauss", "odeonsaal", "zum-sperl", "zur-kettenbruecke")


def sent(key, row, spec=SPEC, players=3, **things):
    """Guest 65 (3 VP, no reward) has just gone to a row of a ballroom at the left."""
    t = ball(key, spec, players, guests={65: "all"}, kitchen="3 champagne", **things)
    return t.dances(f"1.{row} from section 1")


PLAIN = [  # ballroom, row: krones, steps, VP, goods
    ("apollosaal", "middle", 2, 0, 0, {}),
    ("apollosaal", "top", 3, 0, 0, {}),
    ("goldener-strauss", "middle", 0, 1, 0, {}),
    ("goldener-strauss", "top", 0, 3, 0, {}),
    ("zum-sperl", "middle", 0, 0, 0, {"cake": 1}),
    ("zum-sperl", "top", 0, 0, 0, {"strudel": 1, "wine": 1, "coffee": 1}),
    ("zur-kettenbruecke", "middle", 0, 0, 2, {}),
    ("zur-kettenbruecke", "top", 0, 0, 5, {}),
]
PRICE = {"bottom": 1, "middle": 2, "top": 3}


@clause("ballroom.{key}")
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize(("key", "row", "krones", "steps", "vp", "goods"), PLAIN)
def test_bonus_of_a_row(key, row, krones, steps, vp, goods, spec):
    t = sent(key, row, spec)
    left = {"champagne": 3 - PRICE[row]} if row != "top" else {}
    assert t.me.kitchen == goods | left
    assert (t.me.krones, t.me.emperor) == (10 + krones, steps)
    assert t.me.vp_from == {"guests": 3} | ({"ballrooms": vp} if vp else {})
    t.legal("die 1")


@clause("ballroom.{key}", "dance.bottom-none")
@pytest.mark.parametrize("key", KEYS)
def test_bottom_rows_give_nothing(key):
    t = sent(key, "bottom", vacant="1.2")
    assert (t.me.krones, t.me.emperor, t.me.vp) == (10, 0, 3)
    assert (t.me.kitchen, t.me.vacant) == ({"champagne": 2}, {"1.2"})
    t.legal("die 1")


# -- Odeonsaal: a room -----------------------------------------------------------------------------


@clause("ballroom.odeonsaal")
@pytest.mark.parametrize("spec", EDITIONS)
def test_odeonsaal_middle_row_occupies_a_room_below_the_highest_floor(spec):
    t = sent("odeonsaal", "middle", spec, vacant="1.2 3.5 4.1")
    t.legal("occupy 1.2", "occupy 3.5", "stop")
    t.illegal("occupy 4.1")
    t.does("occupy 3.5")
    assert t.me.kitchen == {"champagne": 1}
    t.illegal("occupy 1.2")
    assert t.me.occupied == {"3.5"}
    assert t.me.vp_from == {"guests": 3}


@clause("ballroom.odeonsaal")
@pytest.mark.parametrize("spec", EDITIONS)
def test_odeonsaal_top_row_occupies_any_room_and_gives_3_vp(spec):
    t = sent("odeonsaal", "top", spec, vacant="1.2 4.1")
    t.does("occupy 4.1").illegal("occupy 1.2")
    assert t.me.occupied == {"4.1"}
    assert t.me.vp_from == {"guests": 3, "ballrooms": 3}
    assert (t.me.krones, t.me.emperor, t.me.kitchen) == (10, 0, {})


@clause("ballroom.odeonsaal", corner=True)
@pytest.mark.parametrize(("row", "vp"), [("middle", 0), ("top", 3)])
def test_odeonsaal_room_may_be_declined(row, vp):
    t = sent("odeonsaal", row, vacant="1.2").does("stop")
    assert (t.me.occupied, t.me.vacant) == (set(), {"1.2"})
    assert t.me.vp == 3 + vp


@clause("ballroom.odeonsaal", corner=True)
@pytest.mark.parametrize(("row", "vp"), [("middle", 0), ("top", 3)])
def test_odeonsaal_without_a_vacant_room(row, vp):
    t = sent("odeonsaal", row)
    t.legal("die 1")
    assert t.me.vp == 3 + vp


@clause("ballroom.odeonsaal", corner=True)
def test_odeonsaal_room_may_complete_a_group():
    """Room 1.1 is a blue group by itself."""
    t = sent("odeonsaal", "middle", vacant="1.1").does("occupy 1.1")
    assert t.me.vp_from["occupancy"] == 2


@clause("ballroom.odeonsaal.top-draft")
@pytest.mark.parametrize("spec", [DRAFT, f"{SPEC}+draft-odeonsaal"])
def test_odeonsaal_top_row_of_the_draft_gives_the_room_alone(spec):
    t = sent("odeonsaal", "top", spec, vacant="1.2 4.1").does("occupy 4.1")
    assert t.me.occupied == {"4.1"}
    assert "ballrooms" not in t.me.vp_from


# -- other corners ---------------------------------------------------------------------------------


@clause("ballroom.zur-kettenbruecke.middle-draft")
@pytest.mark.parametrize("spec", [DRAFT, f"{SPEC}+draft-kettenbruecke"])
@pytest.mark.parametrize(("row", "vp"), [("middle", 3), ("top", 5)])
def test_zur_kettenbruecke_of_the_draft(row, vp, spec):
    t = sent("zur-kettenbruecke", row, spec)
    assert t.me.vp_from == {"guests": 3, "ballrooms": vp}
    assert (t.me.krones, t.me.emperor) == (10, 0)
    assert t.me.kitchen == ({"champagne": 1} if row == "middle" else {})


@clause("ballroom.zur-kettenbruecke", corner=True)
def test_zur_kettenbruecke_pays_each_dancer():
    t = ball("zur-kettenbruecke", guests={65: "all", 74: "all"}, kitchen="4 champagne")
    t.does("dance table 1 to 1.middle from section 1")
    t.does("dance table 2 to 1.middle from section 1", "stop")
    assert t.me.vp_from["ballrooms"] == 2 + 2


@clause("ballroom.goldener-strauss.two-players", "ballroom.goldener-strauss", corner=True)
@pytest.mark.parametrize("spec", [*EDITIONS, DRAFT])
@pytest.mark.parametrize(("players", "middle"), [(2, False), (3, True), (4, True)])
def test_goldener_strauss_has_no_middle_row_for_two(players, middle, spec):
    t = ball("goldener-strauss", spec, players, guests={65: "all"}, kitchen="3 champagne")
    if "dance table 1" in t.options:
        t.does("dance table 1")
    seats = {f"1.{row}" for row in PRICE if any(f" 1.{row} from" in words for words in t.options)}
    assert seats == {"1.bottom", "1.top"} | ({"1.middle"} if middle else set())


@clause("ballroom.goldener-strauss", corner=True)
def test_goldener_strauss_steps_beyond_the_track_are_vp():
    t = sent("goldener-strauss", "top", emperor=12)
    assert t.me.emperor == 13
    assert t.me.vp_from["track"] == 2


@clause("ballroom.apollosaal", corner=True)
def test_apollosaal_krones_beyond_the_track_are_lost():
    assert sent("apollosaal", "top", krones=18).me.krones == 20


@clause("ballroom.zum-sperl", corner=True)
def test_zum_sperl_goods_go_onto_guests_who_want_them():
    t = ball("zum-sperl", guests={65: "all", 140: ""}, kitchen="3 champagne")
    t.does("dance table 1 to 1.top from section 1")
    t.legal("place wine on table 2", "keep wine")
    t.does("place wine on table 2")
    assert t.me.kitchen == {"strudel": 1, "coffee": 1}
    assert t.me.guests[140] == {"wine": 2, "champagne": 1}
