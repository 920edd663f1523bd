"""Questions that both books leave open: each reading of the ruling that decides them, in play.

Night side: 1.1 1.5 3.1 4.1 3.2 4.2 are blue, 1.2 2.1 2.2 yellow, 1.3 1.4 2.3 red; 1.1 and 4.4 are
groups by themselves.
"""

import pytest

from tests.clauses import clause
from tests.scenarios.court import scoring
from tests.scenarios.judged import few_guests
from tests.scenarios.table import Table

EDITIONS = ("original-2015", "revised-2021")


RESTAURANT = "restaurant-manager-share"


def ruled(ruling, reading, spec="revised-2021", **things):
    return Table(spec, rulings={ruling: reading}, **things)


# -- staff whom the reward of the guest brings who leaves -----------------------------------------

# 104 MacLeod, green, 2 VP, 4 goods: play a card free. 8 pays 2 VP for green, 33 4 VP for 4 goods.
MACLEOD = {"guests": {104: "all"}, "vacant": "1.2", "krones": 0}
OWN_REWARD = "staff-of-own-reward"


def macleod(reading, hand, *steps, **things):
    t = ruled(OWN_REWARD, reading, hand=[hand], **MACLEOD, **things).check_in(104, "1.2")
    return t.does(*steps).me.vp_from.get("staff", 0)


@pytest.mark.parametrize(
    ("reading", "vp"),
    [
        pytest.param("moving-in", 0, marks=clause("check-in.new-staff-too-late", corner=True)),
        pytest.param("paying", 2, marks=clause("check-in.new-staff-pays", corner=True)),
    ],
)
def test_a_card_hired_by_the_own_reward_with_nothing_in_play(reading, vp):
    assert macleod(reading, 8, "hire 8") == vp


@pytest.mark.parametrize(("reading", "vp"), [("moving-in", 4), ("paying", 4 + 2)])
@clause("check-in.new-staff-pays", corner=True)
def test_a_card_hired_by_the_own_reward_beside_one_in_play(reading, vp):
    """Which cards are in play does not change who is asked when."""
    assert macleod(reading, 8, "reward 1", "hire 8", staff=[33]) == vp


@pytest.mark.parametrize("reading", ["moving-in", "paying"])
@clause("check-in.new-staff-pays", "check-in.staff-bonus-order", corner=True)
def test_a_guest_removed_before_the_reward_pays_nobody_whom_it_brings(reading):
    assert macleod(reading, 8, "staff bonus", "hire 8", staff=[33]) == 4


@pytest.mark.parametrize(("reading", "vp"), [("moving-in", 0), ("paying", 4)])
def test_the_male_floor_housekeeper_hired_by_the_own_reward(reading, vp):
    assert macleod(reading, 33, "hire 33") == vp


@pytest.mark.parametrize("reading", ["moving-in", "paying"])
def test_staff_pay_for_one_guest_once(reading):
    rulings = {OWN_REWARD: reading, "staff-33-moment": "leaving"}
    t = Table(rulings=rulings, staff=[8], hand=[33], **MACLEOD).check_in(104, "1.2")
    t.does("staff bonus")
    assert t.me.vp_from["staff"] == 2
    t.does("hire 33").illegal("staff bonus")
    assert t.me.vp_from["staff"] == 2


@pytest.mark.parametrize(
    ("spec", "vp"),
    [
        pytest.param("original-2015", 0, marks=clause("check-in.new-staff-too-late")),
        pytest.param("revised-2021", 2, marks=clause("check-in.new-staff-pays")),
    ],
)
def test_each_book_has_its_own_answer(spec, vp):
    t = Table(spec, hand=[8], **MACLEOD).check_in(104, "1.2").does("hire 8")
    assert t.me.vp_from.get("staff", 0) == vp


def test_staff_that_must_pay_before_the_reward_have_not_met_who_comes_later():
    rulings = {OWN_REWARD: "paying", "staff-bonus-order": "before"}
    t = Table(rulings=rulings, hand=[8], staff=[33], **MACLEOD).check_in(104, "1.2")
    t.does("reward 1", "hire 8")
    assert t.me.vp_from["staff"] == 4


# -- the emperor's reward -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("reading", "vp"),
    [pytest.param("before-reward", 0, marks=clause("staff.42", corner=True)), ("after-reward", 5)],
)
def test_gardener_hired_by_the_emperors_reward(reading, vp):
    """C4: play a card of the hand free."""
    t = ruled("gardener-own-reward", reading, hand=[42], emperor=10, tiles="A1 B1 C4")
    t.end_of_round(7).does("hire 42")
    assert t.me.vp_from.get("staff", 0) == vp


@pytest.mark.parametrize("reading", ["before-reward", "after-reward"])
def test_gardener_in_play_pays_once_and_only_the_rewarded(reading):
    t = ruled("gardener-own-reward", reading, staff=[42], emperor=10, tiles="A1 B1 C1")
    t.seat(1).has(emperor=8)
    t.end_of_round(7)
    assert (t.me.vp_from["staff"], t.seat(1).vp_from.get("staff", 0)) == (5, 0)


# -- dice and goods -------------------------------------------------------------------------------

FULL = "1.1-4.5"


@pytest.mark.parametrize(
    ("reading", "dice"),
    [
        pytest.param("allowed", {1, 3, 5}, marks=clause("die.nothing-to-do", corner=True)),
        ("last-resort", {1}),
    ],
)
def test_empty_action(reading, dice):
    """No card in hand, no cell left."""
    t = ruled("empty-action", reading, occupied=FULL, dice="1 3 5", krones=0)
    assert {int(words[4]) for words in t.options if words.startswith("die")} == dice


def test_an_empty_action_remains_where_nothing_else_is_left():
    t = ruled("empty-action", "last-resort", occupied=FULL, dice="3 5", krones=0)
    t.legal("die 3", "die 5")
    ruled("empty-action", "last-resort", occupied=FULL, hand=[1], dice="3 5").illegal("die 3")


SERVING = {"guests": {65: ""}, "krones": 2}


@clause("serve.fewer", corner=True)
def test_a_serving_moves_something():
    t = ruled("serve-nothing", "something", **SERVING, kitchen="1 coffee")
    t.does("serve").illegal("stop")
    ruled("serve-nothing", "something", **SERVING).illegal("serve")


def test_a_serving_that_may_move_nothing_still_costs_a_krone():
    t = ruled("serve-nothing", "nothing", **SERVING, kitchen="1 coffee").does("serve", "stop")
    assert (t.me.krones, t.me.kitchen) == (1, {"coffee": 1})
    t.does("serve", "place coffee on table 1")
    assert t.me.krones == 0
    t.illegal("serve")
    assert ruled("serve-nothing", "nothing", **SERVING).does("serve").me.krones == 1


def test_who_serves_free_pays_for_no_empty_serving():
    """Else it would have no end."""
    ruled("serve-nothing", "nothing", staff=[24], **SERVING).illegal("serve")


@clause("row.before-the-die", corner=True)
def test_no_guest_after_the_die():
    t = ruled("guest-before-die", "before-die", dice="4").does("die 4", "steps 1")
    t.illegal("guest 5")


def test_a_guest_at_any_time_of_the_turn_but_one_only():
    t = ruled("guest-before-die", "any-time", dice="4").does("die 4", "steps 1", "guest 5")
    t.illegal("guest 5")
    t.legal("end turn")


# -- cards drawn ----------------------------------------------------------------------------------

# 75 Baroness: draw three, play one for up to 3 krones less. 24 and 45 cost 1, 3 costs 4.
DRAWN = {"guests": {75: "all"}, "vacant": "1.1", "deck": [24, 45, 3]}


@pytest.mark.parametrize(
    ("reading", "declined"),
    [
        pytest.param("may", True, marks=clause("staff-card.offer-declined", corner=True)),
        ("must", False),
    ],
)
def test_draw_three(reading, declined):
    t = ruled("draw-three", reading, krones=0, **DRAWN).check_in(75, "1.1")
    while "reward 1" in t.options:
        t.does("reward 1")
    assert ("stop" in t.options) == declined
    t.legal("hire 24", "hire 45")


def test_a_reward_whose_card_must_be_played_may_be_left_out_and_cannot_be_paid_for():
    t = ruled("draw-three", "must", **DRAWN, staff=[6]).check_in(75, "1.1")
    t.legal("stop")
    poor = DRAWN | {"deck": [25, 2, 4]}  # 6 krones each
    t = ruled("draw-three", "must", krones=0, **poor).check_in(75, "1.1")
    while "reward 1" in t.options:
        t.does("reward 1")
    assert t.legal_kinds() == {"bury"}


@clause("staff-card.offer-rest", corner=True)
def test_cards_go_under_the_deck_as_the_player_likes():
    t = ruled("cards-under-deck", "chosen", **DRAWN).check_in(75, "1.1")
    while "hire 24" not in t.options:
        t.does("reward 1")
    assert t.does("hire 24", "bury 3").staff_deck()[-2:] == [3, 45]


def test_cards_go_under_the_deck_as_they_were_drawn():
    t = ruled("cards-under-deck", "as-drawn", **DRAWN).check_in(75, "1.1")
    while "hire 24" not in t.options:
        t.does("reward 1")
    t.does("hire 24").legal("die 1")
    assert t.staff_deck()[-2:] == [45, 3]
    t = ruled("cards-under-deck", "as-drawn", **DRAWN).check_in(75, "1.1")
    while "hire 24" not in t.options:
        t.does("reward 1")
    assert t.does("stop").staff_deck()[-3:] == [24, 45, 3]


# -- groups that an effect fills ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("reading", "vp"),
    [
        pytest.param("after-effect", 0, marks=clause("group.after-the-effect", corner=True)),
        ("at-once", 2),
    ],
)
def test_effect_bonus_moment(reading, vp):
    """35 occupies two rooms; 1.1 and 4.4 are groups of one."""
    t = ruled("effect-bonus-moment", reading, hand=[35], vacant="1.1 1.5", dice="5")
    t.does("die 5", "hire 35", "occupy 1.1")
    assert t.me.vp == vp
    assert t.does("occupy 1.5").me.vp == 4


# -- a row that ran short -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("reading", "places"), [pytest.param("full", 5, marks=clause("row.short")), ("one", 4)]
)
@pytest.mark.parametrize("place", [2, 5])
@few_guests
def test_a_row_that_ran_short(place, reading, places):
    """Nobody comes for the first guest taken; two are discarded before the second one is."""
    row = [94, 95, 77, 79, 64]
    t = ruled("row-gaps", reading, guests={92: "all", 93: "all"}, vacant="1.1 1.2", row=row)
    t.state.guest_next = t.state.guest_deck_size
    t.does("guest 5").check_in(92, "1.1").does("stop").check_in(93, "1.2").does("stop")
    assert t.guests_in_row() == row[:4]
    t.plays("die 1").does(f"guest {place}")
    came = [guest for guest in t.guests_in_row() if guest in (92, 93)]
    assert t.guests_in_row() == came + [guest for guest in row[:4] if guest != row[place - 2]]
    assert len(t.guests_in_row()) == places
    assert (t.state.row >= 0).tolist() == [False] * (5 - places) + [True] * places


# -- what staff add to a die -----------------------------------------------------------------------


@pytest.mark.parametrize(("reading", "declined"), [("may", True), ("must", False)])
@pytest.mark.parametrize("spec", EDITIONS)
@clause("staff-card.die-bonus-declined", corner=True)
def test_steps_of_the_detective_are_declined_or_not(reading, declined, spec):
    t = ruled("detective-may", reading, spec, staff=[20], hand=[45], dice="5")
    t.does("die 5").legal("main action", "die bonus 1")  # whichever comes first
    t.does("main action", "stop")
    assert t.options == ["die bonus 1", "stop"][: 1 + declined]
    t.does("die bonus 1").legal("end turn")
    assert t.me.emperor == 2


@pytest.mark.parametrize("card", [14, 22])
@clause("staff-card.die-bonus-declined")
def test_a_room_or_card_with_a_die_is_declined_in_either_reading(card):
    """Both books word these two as a may."""
    t = ruled("detective-may", "must", staff=[card], hand=[45], vacant="1.1", dice="1 3")
    t.does("die 1" if card == 14 else "die 3", "main action").does(t.options[-1])
    t.does("stop").legal("end turn")


@pytest.mark.parametrize(
    ("reading", "dice", "most"),
    [("counts", 1, 1), ("counts", 2, 1), ("counts", 4, 2),
     ("apart", 1, 1), ("apart", 2, 2), ("apart", 4, 3)],
)  # fmt: skip
@pytest.mark.parametrize(("face", "second"), [(1, "cake"), (2, "coffee")])
@clause("staff.13.share", corner=True)
def test_the_further_item_of_the_restaurant_manager_in_the_proportion(
    reading, dice, most, face, second
):
    """Of two dice two items are taken, at most one of them cake; a third may be cake as well."""
    t = ruled(RESTAURANT, reading, staff=[13], dice=" ".join([str(face)] * dice)).does(
        f"die {face}"
    )
    assert t.options == [f"split {n} 0" for n in range(most + 1)]
    t.does(f"split {most} 0")
    assert (t.me.kitchen[second], sum(t.me.kitchen.values())) == (most, dice + 1)


@clause("staff.13.share", corner=True)
def test_an_item_apart_goes_with_the_die_that_is_counted():
    things = {"staff": [13], "dice": "1 1"}
    t = ruled(RESTAURANT, "apart", **things).does("die 1 without extra die")
    assert t.options == ["split 0 0", "split 1 0"]
    t = ruled(RESTAURANT, "apart", staff=[13], dice="6 6").does("die 6", "copy 1")
    assert t.options == ["split 0 0", "split 1 0"]


@clause("staff.13.share", corner=True)
def test_an_item_apart_is_kept_while_a_bonus_comes_first():
    t = ruled(RESTAURANT, "apart", staff=[13, 14], vacant="1.1", dice="1 1").does("die 1")
    t.does("die bonus 1", "prepare 1.2", "main action")
    assert t.options == ["split 0 0", "split 1 0", "split 2 0"]


@clause("staff.13.share", corner=True)
def test_champagne_is_no_item_apart():
    """Three dice and the further item: 1 strudel, 2 cake, 1 champagne at most beside each other."""
    t = ruled(RESTAURANT, "apart", "revised-2021+ballrooms", staff=[13], dice="1 1 1").does("die 1")
    assert t.options == [
        "split 0 0", "split 1 0", "split 1 1", "split 2 0", "split 2 1",
    ]  # fmt: skip


# -- cards that an action brings into play, and its die -------------------------------------------

# 20: two steps with a 5; 12: 2 VP with a 3 or 4; 19: 5 VP with a 3; 22 lets play a card with a 3.
OWN_DIE = "own-die-staff"


@pytest.mark.parametrize(
    ("reading", "steps"),
    [pytest.param("no", 0, marks=clause("staff-card.own-die", corner=True)), ("yes", 2)],
)
@pytest.mark.parametrize("spec", EDITIONS)
def test_the_detective_played_with_a_five(reading, steps, spec):
    t = ruled(OWN_DIE, reading, spec, hand=[20], dice="5 5").does("die 5", "hire 20")
    if steps:
        assert t.options == ["die bonus 1", "stop"]
        t.does("die bonus 1")
    t.legal("end turn")
    assert t.me.emperor == steps


@pytest.mark.parametrize(("reading", "vp"), [("no", 0), ("yes", 7)])
@clause("staff-card.own-die", corner=True)
def test_cards_of_the_staff_manager_before_the_action_and_after_it(reading, vp):
    """Only what is in play once the action is over has seen the die."""
    t = ruled(OWN_DIE, reading, staff=[22], hand=[12, 19], vacant="1.1", dice="3")
    t.does("die 3", "main action", "prepare 1.2", "die bonus 1", "hire 12")
    assert t.me.vp == 0
    t = ruled(OWN_DIE, reading, staff=[22, 12], hand=[19], vacant="1.1", dice="3")
    t.does("die 3", "die bonus 1", "hire 19")
    assert t.me.vp == 2
    t.does("main action", "prepare 1.2").legal("end turn")
    assert t.me.vp == max(2, vp)


@pytest.mark.parametrize("reading", ["no", "yes"])
@clause("staff-card.own-die", corner=True)
def test_a_card_played_with_another_face_or_without_a_die_answers_to_none(reading):
    t = ruled(OWN_DIE, reading, hand=[20], dice="6").does("die 6", "copy 5", "hire 20")
    t.legal("end turn")
    t = ruled(OWN_DIE, reading, hand=[20], dice="5", guests={97: "all"}, vacant="1.2")
    t.check_in(97, "1.2").does("space 5", "hire 20").legal("die 5")
    t.does("die 5")
    assert "die bonus 1" in t.options  # in play before this die


@pytest.mark.parametrize("reading", ["no", "yes"])
def test_extra_dice_come_too_late_for_the_action_that_brought_them(reading):
    t = ruled(OWN_DIE, reading, hand=[18], krones=1, dice="5").does("die 5", "hire 18")
    t.legal("end turn")
    assert t.me.krones == 0


# -- two rooms of one column ----------------------------------------------------------------------

UPPER = "c2-upper-room"


@pytest.mark.parametrize(
    ("reading", "rooms"),
    [
        pytest.param(
            "any", ["4.1", "4.2"], marks=clause("emperor_tile.C2.upper-room", corner=True)
        ),
        ("above-another", ["4.2"]),
    ],
)
def test_the_first_room_of_c2_and_a_second_one_below_it(reading, rooms):
    t = scoring("C2", "original-2015", rulings={UPPER: reading}, occupied="4.1 4.2 2.2 1.3")
    t.does("take penalty")
    assert t.options == [f"remove room {room}" for room in rooms]
    if reading == "any":
        t.does("remove room 4.1")
        assert t.game.over
        assert t.me.occupied == {"4.2", "2.2", "1.3"}
    else:
        t.illegal("remove room 4.1")
        t.does("remove room 4.2", "remove room 2.2")
        assert t.me.occupied == {"4.1", "1.3"}


@pytest.mark.parametrize("reading", ["any", "above-another"])
@clause("emperor_tile.C2.upper-room", "emperor_tile.C2.partial", corner=True)
def test_any_first_room_of_c2_where_none_lies_above_another(reading):
    t = scoring("C2", "original-2015", rulings={UPPER: reading}, occupied="4.1 4.2 2.3")
    t.does("take penalty").legal("remove room 4.1", "remove room 4.2")
