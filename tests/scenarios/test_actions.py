"""The six main actions, one after the other."""

import pytest

from tests.clauses import clause
from tests.scenarios.table import Table

EDITIONS = ("original-2015", "revised-2021")
both_editions = pytest.mark.parametrize("spec", EDITIONS)

# -- 1 and 2: dishes and drinks -------------------------------------------------------------------


@both_editions
@pytest.mark.parametrize(
    "face",
    [
        pytest.param(1, marks=clause("dishes.split", "dishes.receive", "action.full-strength")),
        pytest.param(2, marks=clause("drinks.split", "drinks.receive", "action.full-strength")),
    ],
)
@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, 6])
def test_not_more_of_the_second_good_than_of_the_first(face, n, spec):
    first, second = {1: ("strudel", "cake"), 2: ("wine", "coffee")}[face]
    received = []
    for split in Table(spec, dice=f"{face} " * n).does(f"die {face}").options:
        received.append(Table(spec, dice=f"{face} " * n).does(f"die {face}", split).me.kitchen)
    allowed = [{first: n - k, second: k} for k in range(n + 1) if k <= n - k]
    assert received == [{good: k for good, k in goods.items() if k} for goods in allowed]


@clause("goods.onto-guests", "goods.to-the-kitchen")
@both_editions
def test_goods_received_go_to_guests_or_kitchen(spec):
    t = Table(spec, krones=0, guests={51: "", 52: ""}, dice="2 2 2").does("die 2", "split 1 0")
    t.does("place wine on table 2", "keep coffee")
    assert t.me.guests == {51: {"wine": 1}, 52: {"coffee": 1}}
    assert t.me.kitchen == {"wine": 1, "coffee": 1}


@clause("goods.to-the-kitchen")
@both_editions
def test_goods_nobody_wants_go_to_the_kitchen(spec):
    t = Table(spec, guests={51: ""}, dice="1 1").does("die 1", "split 1 0")
    assert t.me.kitchen == {"strudel": 1, "cake": 1}


@clause("goods.onto-guests")
@both_editions
def test_goods_received_go_to_the_guest_of_the_lowest_number(spec):
    t = Table(spec, guests={49: ""}, dice="2 2").does("die 2", "split 1 0")
    t.does("place wine on table 1")
    assert t.me.guests == {49: {}}


@clause("goods.onto-guests")
@both_editions
def test_only_goods_just_received_are_laid_free(spec):
    t = Table(spec, krones=0, kitchen="1 coffee", guests={75: ""}, dice="2").does("die 2")
    t.does("split 0 0", "place wine on table 1")
    assert t.me.guests[75] == {"wine": 1, "coffee": 2}
    assert t.options == ["end turn"]
    assert t.me.krones == 0


@clause("goods.any-source")
@both_editions
@pytest.mark.parametrize(
    ("things", "acts"),
    [
        ({"staff": [3]}, ["use 3"]),
        ({"hand": [36], "dice": "5 5"}, ["die 5", "hire 36"]),
        ({"hand": [21], "dice": "5 5 5"}, ["die 5", "hire 21"]),
        ({"dice": "6"}, ["die 6", "copy 2", "split 0 0"]),
    ],
)
def test_goods_of_staff_go_to_guests_at_once(things, acts, spec):
    t = Table(spec, guests={75: ""}, **things).does(*acts).does("place wine on table 1")
    assert t.me.guests[75]["wine"] == 1


@clause("goods.any-source")
@both_editions
def test_goods_of_a_reward_go_to_guests_at_once(spec):
    t = Table(spec, guests={90: "all", 75: ""}, vacant="1.3").check_in(90, "1.3")
    t.does("reward 1", "place wine on table 2")
    assert t.me.guests == {75: {"wine": 1, "coffee": 2}}


@clause("goods.supply")
@both_editions
def test_goods_do_not_run_out(spec):
    """There are thirty pieces of each kind in the box."""
    t = Table(spec, kitchen="29 wine", dice="2 2 2").does("die 2", "split 0 0")
    assert t.me.kitchen == {"wine": 32}


# -- 3: rooms -------------------------------------------------------------------------------------


@clause("prepare.floor-price", "prepare.vacant")
@both_editions
@pytest.mark.parametrize(("room", "price"), [("1.2", 0), ("2.1", 1), ("3.1", 2), ("4.1", 3)])
def test_price_of_a_floor(room, price, spec):
    below = {"1.2": "1.1", "2.1": "1.1", "3.1": "2.1", "4.1": "3.1"}[room]
    t = Table(spec, krones=3, vacant=below, dice="3").does("die 3", f"prepare {room}")
    assert t.me.krones == 3 - price
    assert (t.me.vacant, t.me.occupied) == ({below, room}, set())


@clause("prepare.adjoin")
@both_editions
def test_rooms_adjoin_rooms_already_there(spec):
    t = Table(spec, vacant="2.2", dice="3").does("die 3")
    assert set(t.options) - {"stop"} == {"prepare 1.2", "prepare 2.1", "prepare 2.3", "prepare 3.2"}


@clause("prepare.adjoin")
@both_editions
def test_occupied_rooms_count_as_neighbours(spec):
    t = Table(spec, occupied="1.5", dice="3").does("die 3")
    assert set(t.options) - {"stop"} == {"prepare 1.4", "prepare 2.5"}


@clause("prepare.adjoin")
def test_the_ends_of_floors_do_not_adjoin():
    t = Table("revised-2021", vacant="2.1", dice="3").does("die 3")
    assert set(t.options) - {"stop"} == {"prepare 1.1", "prepare 2.2", "prepare 3.1"}


@clause("prepare.adjoin", "prepare.strength")
@both_editions
def test_a_room_just_prepared_is_a_neighbour(spec):
    t = Table(spec, vacant="1.1", dice="3 3").does("die 3")
    t.illegal("prepare 1.3")
    t.does("prepare 1.2", "prepare 1.3").legal("end turn")


@clause("prepare.strength")
@both_editions
def test_at_most_as_many_rooms_as_dice(spec):
    t = Table(spec, vacant="1.1", dice="3 3").does("die 3", "prepare 1.2", "prepare 1.3")
    assert t.options == ["end turn"]


@clause("prepare.strength", "action.full-strength")
@both_editions
def test_fewer_rooms_than_dice(spec):
    t = Table(spec, vacant="1.1", dice="3 3 3").does("die 3", "prepare 1.2", "stop")
    assert t.options == ["end turn"]


@clause("prepare.unaffordable")
@both_editions
def test_rooms_that_cannot_be_paid(spec):
    t = Table(spec, krones=1, vacant="3.3", dice="3").does("die 3")
    assert set(t.options) - {"stop"} == {"prepare 2.3"}


@clause("prepare.cell-vp")
@both_editions
@pytest.mark.parametrize(
    ("room", "vp"), [("3.4", 1), ("3.5", 1), ("4.3", 2), ("4.4", 2), ("4.5", 2)]
)
def test_cells_with_printed_vp(room, vp, spec):
    t = Table(spec, vacant="3.3 2.4 2.5", dice="3 3").does("die 3")
    if room in ("4.4", "4.5"):
        t = Table(spec, vacant=f"3.{room[2]}", dice="3").does("die 3")
    assert t.does(f"prepare {room}").me.vp_from == {"cells": vp}


@clause("prepare.cell-vp")
@both_editions
@pytest.mark.parametrize("room", ["1.4", "2.5", "3.3", "4.2"])
def test_other_cells_bring_no_vp(room, spec):
    below = {"1.4": "1.3", "2.5": "2.4", "3.3": "3.2", "4.2": "4.1"}[room]
    t = Table(spec, vacant=below, dice="3").does("die 3", f"prepare {room}")
    assert t.me.vp == 0


@clause("prepare.cell-vp-again")
def test_room_back_on_a_cell_with_vp_scores_again():
    t = Table("revised-2021", vacant="3.4 4.4", tiles="A4 B1 C1").end_of_round(3)
    t.does("take penalty", "remove room 4.4")
    t.end_of_round(1)
    while t.player != 0:
        t.plays()
    t.dice("3 3 3")
    assert t.does("die 3", "prepare 4.4").me.vp_from == {"cells": 2}


@clause("prepare.by-effect")
@both_editions
def test_a_reward_prepares_one_room_by_the_same_rules(spec):
    """The Musician (50): a card, and a room at its price; the dice on the 3 do not matter."""
    t = Table(spec, krones=2, guests={50: "all"}, vacant="1.2 3.3", dice="3 3 3")
    t.check_in(50, "1.2").does("reward 2")
    t.legal("prepare 1.1", "prepare 3.4", "stop")
    t.illegal("prepare 4.3", "prepare 4.4")  # too dear; no neighbour
    t.does("prepare 3.4")
    assert (t.me.krones, t.me.vacant) == (0, {"3.3", "3.4"})
    assert t.me.vp_from == {"cells": 1}
    assert t.legal_kinds() == {"reward", "stop"}


# -- 4: krones and the emperor --------------------------------------------------------------------


@clause("tracks.split", "action.full-strength")
@both_editions
@pytest.mark.parametrize("n", [1, 2, 4])
def test_krones_and_steps_in_any_split(n, spec):
    options = Table(spec, dice="4 " * n).does("die 4").options
    assert len(options) == n + 1
    for steps, words in enumerate(options):
        t = Table(spec, krones=3, dice="4 " * n).does("die 4", words)
        assert (t.me.emperor, t.me.krones) == (steps, 3 + n - steps)


@both_editions
@pytest.mark.parametrize(
    ("steps", "krones", "emperor", "vp"),
    [
        pytest.param(0, 20, 12, 0, marks=clause("tracks.krones-end")),
        pytest.param(3, 19, 13, 2, marks=clause("tracks.emperor-end")),
    ],
)
def test_tracks_end(steps, krones, emperor, vp, spec):
    t = Table(spec, krones=19, emperor=12, dice="4 4 4").does("die 4", f"steps {steps}")
    assert (t.me.krones, t.me.emperor, t.me.vp) == (krones, emperor, vp)


@clause("tracks.emperor-end")
@both_editions
def test_steps_of_a_reward_beyond_the_end(spec):
    """The Princess (68) brings 3 steps and 4 VP of her own."""
    t = Table(spec, emperor=13, guests={68: "all"}, vacant="3.1").check_in(68, "3.1")
    t.does("reward 1")
    assert t.me.emperor == 13
    assert t.me.vp_from == {"guests": 4, "track": 3}


@clause("tracks.emperor-end", corner=True)
def test_a_patch_may_score_more_for_each_step_beyond_the_end(tmp_path):
    patch = tmp_path / "steep.toml"
    patch.write_text('id = "steep"\n[set]\n"tracks.emperor_overflow_vp" = 2\n')
    t = Table(emperor=12, dice="4 4 4", patches=(patch,)).does("die 4", "steps 3")
    assert (t.me.emperor, t.me.vp) == (13, 4)


@clause("tracks.krones-end")
@both_editions
def test_krones_of_a_reward_beyond_the_end(spec):
    """The Countess (69) brings 3 krones."""
    t = Table(spec, krones=18, guests={69: "all"}, vacant="3.1").check_in(69, "3.1")
    assert t.does("reward 1").me.krones == 20


# -- 5: staff -------------------------------------------------------------------------------------


@clause("hire.one-card", "hire.laid-open")
@both_editions
def test_one_card_however_many_dice(spec):
    t = Table(spec, hand=[45, 44], dice="5 5 5 5 5").does("die 5", "hire 45")
    assert (t.me.hand, t.me.staff) == ([44], [45])
    assert t.options == ["end turn"]


@clause("hire.one-card")
@both_editions
def test_no_card_has_to_be_played(spec):
    t = Table(spec, hand=[45], dice="5").does("die 5", "stop")
    assert (t.me.hand, t.me.staff) == ([45], [])
    assert t.options == ["end turn"]


@clause("hire.discount", "hire.no-refund")
@both_editions
@pytest.mark.parametrize(("n", "pays"), [(1, 5), (3, 3), (6, 0), (8, 0)])
def test_a_card_of_six_krones(n, pays, spec):
    t = Table(spec, krones=7, hand=[25], dice="5 " * n).does("die 5", "hire 25")
    assert t.me.krones == 7 - pays


@clause("hire.unaffordable")
@both_editions
def test_a_card_that_cannot_be_paid(spec):
    t = Table(spec, krones=2, hand=[25, 21], dice="5").does("die 5")  # 6 - 1 and 3 - 1 krones
    assert set(t.options) == {"hire 21", "stop"}


@clause("hire.no-draw")
@both_editions
def test_no_card_is_drawn_for_a_card_played(spec):
    t = Table(spec, hand=[45, 44])
    deck = t.staff_deck()
    t.does("die 5", "hire 45", "end turn")
    assert t.me.hand == [44]
    assert t.staff_deck() == deck


@clause("hire.no-draw")
@both_editions
def test_the_deck_stays_as_it_is_when_a_card_is_played(spec):
    t = Table(spec, hand=[45, 44])
    deck = t.staff_deck()
    assert t.does("die 5", "hire 45", "end turn").staff_deck() == deck


@clause("hire.by-effect")
@both_editions
@pytest.mark.parametrize(("card", "pays"), [(25, 3), (45, 0)])
def test_a_reward_plays_a_card_by_the_same_rules(card, pays, spec):
    """The Veterinary Councillor (86): for up to 3 krones less; the dice on the 5 do not matter."""
    t = Table(spec, krones=3, guests={86: "all"}, hand=[card, 4], vacant="1.3", dice="5 5 5 5")
    t.check_in(86, "1.3").does(f"hire {card}")
    assert (t.me.krones, t.me.staff, t.me.hand) == (3 - pays, [card], [4])
    assert "hire" not in t.legal_kinds()


# -- 6: copying -----------------------------------------------------------------------------------


@clause("copy.price", "copy.strength", "copy.die-of-six")
@both_editions
def test_copying_uses_the_dice_on_the_six_only(spec):
    t = Table(spec, krones=1, dice="6 4 4 4").does("die 6", "copy 4", "steps 1")
    assert (t.me.krones, t.me.emperor) == (0, 1)
    assert t.dice() == [4, 4, 4]


@clause("copy.die-of-six")
@both_editions
def test_copying_leaves_the_dice_of_other_spaces(spec):
    t = Table(spec, krones=1, dice="6 4 1").does("die 6", "copy 4", "steps 1")
    assert {1, 4} <= set(t.dice())


@clause("copy.others", "copy.strength")
@both_editions
def test_copying_any_other_action_without_dice_there(spec):
    t = Table(spec, dice="6 6").does("die 6")
    assert t.options == [f"copy {face}" for face in range(1, 6)]
    t.does("copy 4", "steps 2")
    assert t.me.emperor == 2


COPIED = {
    1: (["split 1 0"], {"kitchen": {"strudel": 1, "cake": 1}}),
    2: (["split 0 0"], {"kitchen": {"wine": 2}}),
    3: (["prepare 1.2", "prepare 2.1"], {"vacant": {"1.1", "1.2", "2.1"}, "krones": 8}),
    4: (["steps 1"], {"emperor": 1, "krones": 10}),
    5: (["hire 25"], {"staff": [25], "krones": 5}),
}


@clause("copy.others", "copy.price", "copy.usual-costs")
@both_editions
@pytest.mark.parametrize("face", COPIED)
def test_a_copied_action_works_and_costs_as_usual(face, spec):
    acts, expected = COPIED[face]
    t = Table(spec, krones=10, vacant="1.1", hand=[25], dice="6 6").does("die 6", f"copy {face}")
    t.does(*acts)
    assert {name: getattr(t.me, name) for name in expected} == expected
    if "krones" not in expected:
        assert t.me.krones == 9


@clause("copy.others")
@both_editions
def test_copying_does_not_copy_itself(spec):
    t = Table(spec, dice="6 6").does("die 6")
    t.illegal("copy 6")


@clause("copy.others", corner=True)
def test_where_another_space_copies_the_sixth_can_be_copied(tmp_path):
    patch = tmp_path / "swapped.toml"
    patch.write_text('id = "swapped"\n[set]\n"actions.5" = { do = "copy", krones = 1 }\n'
                     '"actions.6" = { do = "hire" }\n')  # fmt: skip
    t = Table(dice="5 5", patches=(patch,)).does("die 5")
    assert t.options == ["copy 1", "copy 2", "copy 3", "copy 4", "copy 6"]


@clause("copy.price")
@both_editions
def test_copying_needs_a_krone(spec):
    Table(spec, krones=0, dice="6 1").illegal("die 6", "die 6 +1")


@clause("copy.strengthened")
@both_editions
def test_copying_and_strengthening_cost_two_krones(spec):
    t = Table(spec, krones=1, dice="6 1")
    t.legal("die 6")
    t.illegal("die 6 +1")
    t = Table(spec, krones=2, dice="6 6 1").does("die 6 +1")
    assert t.me.krones == 0
    assert t.does("copy 4", "steps 3").me.emperor == 3
