"""Every switchable ruling makes the difference that its readings name.

Rulings with scenarios elsewhere: staff-26, staff-5-6, seat-freed, no-dice-turn, gizia-*, b4-rooms.
"""

import pytest

from tests.clauses import clause
from tests.scenarios.table import Table, final_scoring

EDITIONS = ("original-2015", "revised-2021")


# What holds by default proves the clause; the other reading is what a group may agree on.
BEFORE = [
    pytest.param("before-or-after", True, marks=clause("staff-card.die-bonus-moment")),
    ("after", False),
]


def ruled(ruling, reading, spec="revised-2021", **things):
    return Table(spec, rulings={ruling: reading}, **things)


@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize(
    ("reading", "vp"), [pytest.param("two", 2, marks=clause("staff.32")), ("four", 4)]
)
def test_staff_32(reading, vp, spec):
    t = final_scoring(spec, rulings={"staff-32": reading}, staff=[32])
    assert t.me.vp_from["staff"] == vp


@pytest.mark.parametrize(
    ("reading", "vp"),
    [
        pytest.param("exactly", 0, marks=clause("staff.33.order-2015")),
        pytest.param("at-least", 4, marks=clause("staff.33.order-2021")),
    ],
)
def test_staff_33_and_an_order_of_five(reading, vp, tmp_path):
    patch = tmp_path / "five.toml"
    patch.write_text('id = "five"\nset = { "guest.65.order.wine" = 4 }\n', encoding="utf-8")
    t = ruled("staff-33", reading, patches=(patch,), staff=[33], guests={65: "all"}, vacant="3.1")
    t.check_in(65, "3.1")
    while "stop" in t.options:
        t.does("stop")
    assert t.me.vp_from.get("staff", 0) == vp


@pytest.mark.parametrize(("reading", "before"), BEFORE)
def test_die_bonus_22(reading, before):
    t = ruled("die-bonus-22", reading, staff=[22], hand=[45], vacant="1.1").does("die 3")
    assert ("die bonus 1" in t.options) == before
    t.does("main action", "stop").legal("die bonus 1")


@pytest.mark.parametrize(("reading", "before"), BEFORE)
@pytest.mark.parametrize(("card", "face"), [(14, 1), (20, 5)])
def test_die_bonus_14_20(card, face, reading, before):
    t = ruled("die-bonus-14-20", reading, staff=[card], hand=[45], vacant="1.1")
    t.does(f"die {face}")
    assert ("die bonus 1" in t.options) == before


def test_the_room_of_the_decorator_follows_the_action_where_it_must():
    t = ruled("die-bonus-14-20", "after", staff=[14], vacant="1.1", dice="1").does("die 1")
    assert t.options == ["main action"]
    t.does("main action", "split 0 0").legal("die bonus 1")
    assert t.does("die bonus 1").legal_kinds() == {"prepare", "stop"}


def test_the_steps_of_the_detective_follow_the_action_where_they_must():
    t = ruled("die-bonus-14-20", "after", staff=[20], hand=[45], dice="5").does("die 5")
    assert t.me.emperor == 0
    t.does("main action", "stop")
    assert (t.does("die bonus 1").me.emperor, t.me.hand) == (2, [45])


@pytest.mark.parametrize(
    ("reading", "krones"),
    [pytest.param("paid", 9, marks=clause("staff-card.die-bonus-price")), ("free", 10)],
)
def test_die_bonus_cost_of_the_room(reading, krones):
    t = ruled("die-bonus-cost", reading, staff=[14], vacant="1.1").does("die 1", "die bonus 1")
    assert t.does("prepare 2.1").me.krones == krones


@pytest.mark.parametrize(
    ("reading", "krones"),
    [pytest.param("paid", 4, marks=clause("staff-card.die-bonus-price")), ("free", 10)],
)
def test_die_bonus_cost_of_the_card(reading, krones):
    t = ruled("die-bonus-cost", reading, staff=[22], hand=[25]).does("die 3", "die bonus 1")
    assert t.does("hire 25").me.krones == krones


@pytest.mark.parametrize("spec", EDITIONS)
def test_strength_optional(spec):
    things = {"staff": [18], "hand": [25], "dice": "5"}
    t = ruled("strength-optional", "optional", spec, **things)
    t.does("die 5 without extra die", "hire 25")
    assert t.me.krones == 10 - 5
    ruled("strength-optional", "mandatory", spec, **things).illegal("die 5 without extra die")


def test_occupancy_bonus_order_after_the_reward():
    things = {"guests": {83: "all"}, "vacant": "4.4", "krones": 17}
    t = ruled("occupancy-bonus-order", "after", **things).check_in(83, "4.4")
    t.illegal("occupancy bonus")
    assert t.does("reward 1").me.krones == 20


def test_occupancy_bonus_order_as_the_player_likes():
    t = ruled(
        "occupancy-bonus-order",
        "before-or-after",
        "original-2015",
        guests={83: "all"},
        vacant="4.4",
    )
    t.check_in(83, "4.4").does("occupancy bonus")
    assert t.me.krones == 11
    assert t.does("reward 1").me.krones == 16


# The Groom pays 2 krones; the Veterinary Councillor lets play a card for 3 krones less.
MOVING_IN = {"staff": [5], "guests": {86: "all"}, "vacant": "1.3", "krones": 1, "hand": [25]}


def test_staff_bonus_before_the_reward():
    t = ruled("staff-bonus-order", "before-or-after", **MOVING_IN).check_in(86, "1.3")
    t.does("staff bonus", "hire 25")
    assert t.me.krones == 0


def test_staff_bonus_after_the_reward_comes_too_late():
    t = ruled("staff-bonus-order", "after", **MOVING_IN).check_in(86, "1.3")
    assert "staff bonus" not in t.options
    while "stop" in t.options:
        t.does("stop")
    assert (t.me.krones, t.me.staff) == (3, [5])


def test_staff_bonus_always_before_the_reward():
    t = ruled("staff-bonus-order", "before", **MOVING_IN).check_in(86, "1.3")
    while "staff bonus" in t.options:
        t.does("staff bonus")
    t.does("hire 25")
    assert t.me.krones == 0


CUSTODIAN = {"staff": [23], "guests": {86: "all"}, "vacant": "1.3", "hand": [25], "krones": 19}


@clause("staff.23", "check-in.staff-bonus-order", corner=True)
def test_the_custodian_of_2015_pays_for_the_guest_when_the_player_likes():
    t = Table("original-2015", **CUSTODIAN).check_in(86, "1.3")
    assert t.me.krones == 19
    t.legal("staff bonus", "reward 1")
    assert t.does("staff bonus").me.krones == 20


def test_the_custodian_of_2015_waits_for_the_reward_where_staff_do():
    t = Table("original-2015", rulings={"staff-bonus-order": "after"}, **CUSTODIAN)
    t.check_in(86, "1.3")
    assert t.does("reward 1", "hire 25").me.krones == 19 - 3 + 1


@clause("staff.23", corner=True)
@pytest.mark.parametrize("reading", ["before-or-after", "before", "after"])
def test_the_custodian_of_2021_pays_for_the_room_at_once(reading):
    t = Table("revised-2021", rulings={"staff-bonus-order": reading}, **CUSTODIAN)
    assert t.check_in(86, "1.3").me.krones == 20


def test_a_player_who_passed_has_both_turns_without_a_die():
    """Online rules: such a turn takes no die and cannot be passed."""
    t = Table("revised-2021", rulings={"no-dice-turn": "turn-without-die"}, dice="4")
    t.does("pass", "die 4", "steps 1", "end turn", "end turn")
    for _ in range(2):
        assert t.player == 0
        t.legal("end turn")
        t.illegal("pass")
        t.does("end turn")
    assert t.round == 2


@pytest.mark.parametrize(
    ("reading", "vp"),
    [pytest.param("yes", 2, marks=clause("prepare.cell-vp-again")), ("no", 0)],
)
def test_cell_vp_again(reading, vp):
    t = ruled("cell-vp-again", reading, vacant="3.4 4.4", dice="3")
    t.me.has(vacant="3.4")  # the tile on 4.4 was lost again
    assert t.does("die 3", "prepare 4.4").me.vp == vp


@clause("prepare.cell-vp", corner=True)
@pytest.mark.parametrize(("room", "beside", "vp"), [("3.4", "3.5", 1), ("4.4", "4.5", 2)])
def test_a_cell_beside_one_that_has_paid_still_pays(room, beside, vp):
    t = ruled("cell-vp-again", "no", vacant=beside, dice="3").does("die 3", f"prepare {room}")
    assert t.me.vp == vp


def test_unpayable_die_may_not_be_taken():
    t = ruled("unpayable-die", "skip-die", krones=0, dice="6 6")
    assert "die" not in t.legal_kinds()
    t.illegal("end turn")
    t.does("pass")
    assert t.player == 1


@clause("die.unpayable")
def test_unpayable_die_only_if_nothing_else_is_there():
    t = ruled("unpayable-die", "without-effect", krones=0, dice="6 4")
    assert {words for words in t.options if words.startswith("die")} == {"die 4"}


@clause("staff.26")
def test_original_conference_manager_costs_a_krone_like_the_revised():
    for spec in EDITIONS:
        t = Table(spec, staff=[26], krones=2, tiles="A2 B1 C1").end_of_round(3)
        assert t.does("avert penalty").me.krones == 1


@clause("group.order-2015", "group.order-2021")
@pytest.mark.parametrize("spec", EDITIONS)
def test_default_readings_of_each_edition(spec):
    """What the two rulebooks say differently without calling it a change."""
    t = Table(spec, guests={90: "all"}, vacant="4.4").check_in(90, "4.4")
    assert ("occupancy bonus" in t.options) == (spec == "revised-2021")
