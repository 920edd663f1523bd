"""The parts of a turn in their order: the guest, the die and its strength, additional actions."""

import pytest

from tests.clauses import clause
from tests.scenarios.judged import few_guests
from tests.scenarios.table import Table

EDITIONS = ("original-2015", "revised-2021")
ROW = [92, 93, 77, 79, 64]

# -- the order of the parts -----------------------------------------------------------------------


@clause("turn.parts", "row.before-the-die")
@pytest.mark.parametrize("spec", EDITIONS)
def test_guest_then_die_and_not_the_other_way_round(spec):
    t = Table(spec, dice="4 4")
    t.legal("guest 5", "die 4")
    t.does("guest 5").legal("die 4")
    t = Table(spec, dice="4 4").does("die 4", "steps 2")
    assert t.options == ["end turn"]


@clause("row.before-the-die", corner=True)
@pytest.mark.parametrize("place", [1, 2, 5])
def test_no_guest_is_taken_from_an_empty_place(place):
    t = Table("revised-2021", krones=20, row=ROW)
    t.legal(f"guest {place}")
    t.state.row[place - 1] = -1
    t.fresh = False
    t.illegal(f"guest {place}")


@clause("turn.additional-actions")
@pytest.mark.parametrize("spec", EDITIONS)
def test_additional_actions_before_between_and_after(spec):
    t = Table(spec, row=ROW, dice="4", staff=[1, 2, 3], kitchen="2 wine", guests={75: ""})
    t.does("use 1", "guest 5", "use 2", "serve").places("1 wine").does("stop")
    t.does("die 4", "steps 1", "use 3", "keep wine", "serve").places("1 wine")
    assert t.me.guests[75] == {"coffee": 2}
    t.legal("end turn")


@clause("turn.nothing-interrupted")
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize(
    ("begun", "kinds"),
    [
        (["die 2", "split 1 0"], {"place", "keep"}),
        (["die 3", "prepare 1.2"], {"prepare", "stop"}),
        (["die 5"], {"hire", "stop"}),
        (["die 6"], {"copy"}),
        (["serve", "place wine on table 1"], {"place", "stop"}),
    ],
)
def test_nothing_interrupts_an_action(begun, kinds, spec):
    """A staff card, a filled order, wine to serve and a politics card are ready all the time."""
    t = Table(
        spec,
        krones=20,
        staff=[3],
        hand=[45],
        kitchen="2 wine",
        guests={75: "", 65: "all"},
        vacant="1.1 3.1",
        dice="2 2 3 3 5 6",
        politics="A-krones B-floors C-three-each",
    )
    t.legal("use 3", "serve", "check in table 2 to 3.1", "claim A")
    t.does(*begun)
    assert t.legal_kinds() == kinds


@clause("turn.end", "die.mandatory")
@pytest.mark.parametrize("spec", EDITIONS)
def test_a_die_must_be_taken_before_the_turn_ends(spec):
    t = Table(spec, staff=[3], row=ROW, dice="4").does("guest 5")
    t.illegal("end turn")
    t.does("use 3").illegal("end turn")
    t.does("die 4", "steps 1").legal("end turn")


@clause("turn.end")
@pytest.mark.parametrize("spec", EDITIONS)
def test_the_turn_lasts_until_its_player_ends_it(spec):
    t = Table(spec, staff=[3], dice="4 4").does("die 4", "steps 1")
    assert t.player == 0
    assert t.does("use 3", "end turn").player == 1


# -- the guest ------------------------------------------------------------------------------------


@clause("row.price", "row.any-place", "row.free-table")
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize(("place", "price"), [(1, 3), (2, 2), (3, 1), (4, 0), (5, 0)])
def test_price_in_the_row(place, price, spec):
    t = Table(spec, krones=3, row=ROW).does(f"guest {place}")
    assert t.me.krones == 3 - price
    assert set(t.me.guests) == {ROW[place - 1]}


@clause("row.free-table")
@pytest.mark.parametrize("spec", EDITIONS)
def test_a_guest_sits_down_with_the_whole_order_open(spec):
    t = Table(spec, guests={65: "all"}, kitchen="1 strudel", row=ROW).does("guest 5")
    assert t.me.guests == {65: {}, 64: {"coffee": 1}}


@clause("row.refill")
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize(
    ("place", "stay"),
    [
        (1, [93, 77, 79, 64]),
        (2, [92, 77, 79, 64]),
        (3, [92, 93, 79, 64]),
        (4, [92, 93, 77, 64]),
        (5, [92, 93, 77, 79]),
    ],
)
def test_row_moves_right_and_is_filled_on_the_left(place, stay, spec):
    t = Table(spec, row=ROW)
    top = int(t.rules.guest_number[t.state.guest_deck[t.state.guest_next]])
    assert t.does(f"guest {place}").guests_in_row() == [top, *stay]


@clause("row.unaffordable")
@pytest.mark.parametrize("spec", EDITIONS)
def test_guests_that_cannot_be_paid(spec):
    t = Table(spec, krones=1, row=ROW)
    t.legal("guest 3", "guest 4", "guest 5")
    t.illegal("guest 1", "guest 2")


@clause("row.one-a-turn")
@pytest.mark.parametrize("spec", EDITIONS)
def test_one_guest_a_turn(spec):
    t = Table(spec, row=ROW).does("guest 5")
    assert "guest" not in t.legal_kinds()


@clause("row.optional")
@pytest.mark.parametrize("spec", EDITIONS)
def test_guest_is_optional(spec):
    t = Table(spec).plays("die 1")
    assert t.me.guests == {}
    assert t.player == 1


@clause("row.optional")
@pytest.mark.parametrize("spec", EDITIONS)
def test_turn_may_end_without_a_guest_though_a_table_is_free(spec):
    t = Table(spec, row=ROW, kitchen="1 wine", guests={75: ""}, dice="4").does("die 4", "steps 1")
    t.legal("serve", "end turn")


@clause("row.before-the-die")
@pytest.mark.parametrize("spec", EDITIONS)
def test_no_guest_after_the_die(spec):
    t = Table(spec, dice="4").does("die 4", "steps 1")
    assert "guest" not in t.legal_kinds()


@clause("row.full-cafe", "row.three-tables")
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize("first", [49, 77])
def test_no_guest_with_a_full_cafe(first, spec):
    """Whoever sits there: 49 has the lowest number of all."""
    t = Table(spec, guests={first: "", 75: ""}, row=ROW)
    t.legal("guest 5")
    t = Table(spec, guests={first: "", 75: "", 76: ""}, row=[92, 93, 98, 79, 64])
    assert "guest" not in t.legal_kinds()


@clause("row.table-freed-first")
@pytest.mark.parametrize("spec", EDITIONS)
def test_a_guest_after_a_table_has_been_freed(spec):
    t = Table(spec, guests={77: "all", 75: "", 76: ""}, vacant="1.3", row=[92, 93, 98, 79, 64])
    t.check_in(77, "1.3").does("reward 1", "guest 5")
    assert set(t.me.guests) == {75, 76, 64}


@clause("turn.additional-actions")
def test_guest_after_an_additional_action():
    t = Table("revised-2021", staff=[3]).does("use 3")
    t.legal("guest 4")


@clause("row.deck-empty")
@pytest.mark.parametrize("spec", EDITIONS)
@few_guests
def test_empty_guest_deck_is_made_of_the_discard_pile(spec):
    t = Table(spec, guests={92: "all", 93: "all"}, vacant="1.1 1.2", row=[94, 95, 77, 79, 64])
    t.check_in(92, "1.1").does("stop").check_in(93, "1.2").does("stop")
    t.state.guest_next = t.state.guest_deck_size  # the deck is used up
    t.does("guest 5")
    assert t.guests_in_row()[0] in (92, 93)


@clause("row.deck-empty")
def test_each_shuffle_of_the_discard_pile_gives_another_order():
    orders = []
    for shuffles in (0, 1):
        t = Table("revised-2021", row=ROW)
        g = t.state
        left = g.guest_deck_size - g.guest_next
        g.guest_discard[:left] = g.guest_deck[g.guest_next : g.guest_deck_size]
        g.guest_discard_size, g.guest_deck_size, g.guest_next = left, 0, 0
        g.guest_shuffles = shuffles
        t.does("guest 5")
        orders.append(g.guest_deck[: g.guest_deck_size].tolist())
    assert sorted(orders[0]) == sorted(orders[1])
    assert orders[0] != orders[1]


@clause("row.deck-empty", corner=True)
@few_guests
def test_row_stays_short_without_deck_and_discard_pile():
    t = Table("revised-2021", row=ROW)
    t.state.guest_next = t.state.guest_deck_size
    t.does("guest 5")
    assert t.guests_in_row() == [92, 93, 77, 79]


# -- the die --------------------------------------------------------------------------------------


@clause("die.needed")
@pytest.mark.parametrize("spec", EDITIONS)
def test_only_spaces_with_a_die(spec):
    t = Table(spec, dice="2 4")
    t.legal("die 2", "die 4")
    t.illegal("die 1", "die 3", "die 5", "die 6")


@clause("die.one-a-turn")
@pytest.mark.parametrize("spec", EDITIONS)
def test_one_die_a_turn(spec):
    t = Table(spec, dice="4 4 4 5").does("die 4", "steps 3")
    assert t.dice() == [4, 4, 5]
    assert "die" not in t.legal_kinds()


@clause("die.taken")
def test_revised_the_die_is_taken_before_the_action():
    t = Table("revised-2021", vacant="1.1", dice="3 3 4").does("die 3")
    assert t.legal_kinds() == {"prepare", "stop"}
    assert t.dice() == [3, 4]
    t.does("prepare 1.2", "prepare 1.3")  # the strength counted the die taken


@clause("die.strength")
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize("n", [1, 2, 3, 5])
def test_strength_is_the_number_of_dice_there(n, spec):
    t = Table(spec, dice=" ".join(["4"] * n + ["1", "6"])).does("die 4", f"steps {n}")
    assert t.me.emperor == n


@clause("die.nothing-to-do")
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize(("face", "things"), [(3, {"vacant": "1.1-1.5"}), (5, {"hand": [25]})])
def test_a_die_whose_action_cannot_be_paid(face, things, spec):
    t = Table(spec, krones=0, dice=f"{face} 4", **things).does(f"die {face}")
    assert t.options == ["end turn"]
    assert t.dice() == [4]


@clause("die.unpayable")
@pytest.mark.parametrize("spec", EDITIONS)
def test_a_six_that_nobody_can_pay_is_taken_without_effect(spec):
    t = Table(spec, krones=0, dice="6 6")
    assert {words for words in t.options if words.startswith("die")} == {"die 6 without effect"}
    t.does("die 6 without effect")
    assert t.options == ["end turn"]
    assert t.dice() == [6]
    assert t.me.krones == 0


@clause("die.unpayable", corner=True)
def test_a_krone_spent_on_the_guest_is_missing_for_the_six():
    t = Table("revised-2021", krones=1, row=ROW, dice="6")
    t.legal("die 6")
    t.does("guest 3").legal("die 6 without effect")
    t.illegal("die 6", "end turn")


# -- strengthening --------------------------------------------------------------------------------


@clause("strengthen.price", "strengthen.once")
@pytest.mark.parametrize("spec", EDITIONS)
def test_strengthening_costs_one_krone_and_adds_one_die_once(spec):
    t = Table(spec, krones=5, dice="4 4").does("die 4 +1", "steps 3")
    assert (t.me.krones, t.me.emperor) == (4, 3)
    Table(spec, krones=5, dice="4 4").illegal("die 4 +2")


@clause("strengthen.optional", "strengthen.any-space")
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize("face", range(1, 7))
def test_every_action_with_and_without_strengthening(face, spec):
    t = Table(spec, krones=2, dice=str(face))
    assert {words for words in t.options if words.startswith("die")} == {
        f"die {face}",
        f"die {face} +1",
    }
    t.does(f"die {face}")
    assert t.me.krones == (1 if face == 6 else 2)


@clause("strengthen.any-space")
@pytest.mark.parametrize("face", range(1, 7))
def test_a_krone_strengthens_the_action_of_each_space(face):
    Table(krones=2, dice=str(face)).legal(f"die {face} +1")


@clause("strengthen.price")
@pytest.mark.parametrize("spec", EDITIONS)
def test_no_strengthening_without_a_krone(spec):
    t = Table(spec, krones=0, dice="4")
    t.legal("die 4")
    t.illegal("die 4 +1")


@clause("strengthen.paid-first")
@pytest.mark.parametrize("spec", EDITIONS)
def test_strengthening_is_paid_before_the_action(spec):
    """The krone is gone when the room is to be paid, and no krone of the action comes in time."""
    t = Table(spec, krones=1, vacant="1.1-1.5", dice="3").does("die 3 +1")
    assert t.me.krones == 0
    assert t.options == ["end turn"]
    Table(spec, krones=0, dice="4 4 4").illegal("die 4 +1")
