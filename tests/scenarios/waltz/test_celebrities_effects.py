"""The celebrities of module 2, one by one: what they do, and the awkward cases."""

import pytest

from tests.clauses import clause
from tests.scenarios.table import Table
from tests.scenarios.waltz.lobby import LOUNGE, done, with_help

# Night side: 1.1, 1.5 and 4.4 are groups of one room; 1.1 is blue and pays 2 VP, 4.4 red, 1 krone.


# -- Freud ----------------------------------------------------------------------------------------


@clause("celebrity.freud")
def test_freud_lets_a_good_be_ignored():
    t = with_help("freud", guests={67: "1 coffee"}, vacant="3.1")
    t.illegal("check in table 1 to 3.1")
    t.does("ignore good on table 1")
    assert t.me.guests == {67: {}}
    t.legal("check in table 1 to 3.1")


@clause("celebrity.freud")
def test_freud_serves_every_guest():
    t = with_help("freud", guests={67: "1 coffee", 81: "1 cake", 52: "1 wine"})
    t.does("ignore good on table 3", "ignore good on table 1", "ignore good on table 2")
    assert t.me.guests == {67: {}, 81: {}, 52: {}}


@clause("celebrity.freud", corner=True)
@pytest.mark.parametrize(
    ("placed", "legal"), [("", 0), ("1 wine 1 coffee", 0), ("2 wine 1 coffee", 1)]
)
def test_freud_ignores_one_good_only(placed, legal):
    t = with_help("freud", guests={75: placed})
    assert ("ignore good on table 1" in t.options) == bool(legal)


@clause("celebrity.freud.single")
@clause("celebrity.freud", corner=True)
def test_freud_ignores_no_order_of_one_good():
    with_help("freud", guests={65: ""}).illegal("ignore good on table 1")


@clause("celebrity.freud", corner=True)
def test_nobody_ignores_goods_without_freud():
    Table(LOUNGE, guests={67: "1 coffee"}).illegal("ignore good on table 1")


@clause("celebrity.freud", corner=True)
def test_freud_has_nothing_to_ignore_on_a_filled_order():
    with_help("freud", guests={67: "all"}).illegal("ignore good on table 1")


@clause("celebrity.freud.size")
def test_order_keeps_its_printed_size():
    t = with_help("freud", guests={75: "2 wine 1 coffee"}, vacant="3.1", staff=[33])
    t.does("ignore good on table 1").check_in(75, "3.1")
    while "stop" in t.options:
        t.does("stop")
    assert t.me.vp_from["staff"] == 4  # for an order of four


# -- Einstein -------------------------------------------------------------------------------------


@clause("celebrity.einstein")
def test_einstein_swaps_four_goods():
    t = with_help("einstein", kitchen="3 strudel 2 cake").does("use celebrity 1")
    t.does(*["swap strudel for wine"] * 3, "swap cake for coffee")
    assert t.me.kitchen == {"cake": 1, "wine": 3, "coffee": 1}
    t.illegal("use celebrity 1")


@clause("celebrity.einstein")
@pytest.mark.parametrize("swaps", [1, 2, 3])
def test_einstein_swaps_fewer_goods(swaps):
    t = with_help("einstein", kitchen="5 strudel").does("use celebrity 1")
    t.does(*["swap strudel for cake"] * swaps, "stop")
    assert t.me.kitchen == {"strudel": 5 - swaps, "cake": swaps}


@clause("celebrity.einstein")
def test_einstein_swaps_once_in_a_round():
    t = with_help("einstein", kitchen="3 strudel", dice="1 1 1 1 1 1")
    t.does("use celebrity 1", "swap strudel for cake", "stop").plays("die 1")
    t.plays("die 1").plays("die 1")
    assert t.player == 0
    t.illegal("use celebrity 1")


@clause("celebrity.einstein")
def test_einstein_waits_for_the_second_turn_if_not_used():
    t = with_help("einstein", kitchen="3 strudel", dice="1 1 1 1 1 1").plays("die 1")
    t.plays("die 1").plays("die 1").legal("use celebrity 1")


@clause("celebrity.einstein")
def test_einstein_does_not_break_into_an_action():
    t = with_help("einstein", kitchen="1 wine", dice="1 1 1")
    t.legal("use celebrity 1")
    t.does("die 1").illegal("use celebrity 1")
    t.does("split 1 0").legal("use celebrity 1")


@clause("celebrity.einstein.received")
def test_swapped_goods_go_to_guests():
    t = with_help("einstein", kitchen="1 strudel", guests={65: ""})
    t.does("use celebrity 1", "swap strudel for coffee")
    t.legal("keep coffee")
    t.does("place coffee on table 1")
    assert t.me.guests == {65: {}}
    assert t.me.kitchen == {}
    assert t.me.krones == 10


@clause("celebrity.einstein.others")
def test_einstein_swaps_no_good_for_its_like():
    t = with_help("einstein", kitchen="2 wine").does("use celebrity 1")
    t.illegal("swap wine for wine", "swap strudel for wine")
    t.legal("swap wine for strudel", "swap wine for cake", "swap wine for coffee")


@clause("celebrity.einstein", corner=True)
def test_einstein_has_nothing_to_swap_in_an_empty_kitchen():
    with_help("einstein").illegal("use celebrity 1")


@clause("celebrity.einstein", corner=True)
def test_einstein_swaps_the_last_good():
    t = with_help("einstein", kitchen="1 wine").does("use celebrity 1", "swap wine for cake")
    assert t.me.kitchen == {"cake": 1}


# -- Chaplin --------------------------------------------------------------------------------------


@clause("celebrity.chaplin", "celebrity.chaplin.not-itself")
def test_chaplin_adds_two_vp():
    t = with_help("chaplin", guests={65: "all"}, vacant="3.1").check_in(65, "3.1")
    assert t.me.vp_from == {"guests": 3, "celebrities": 2}


@clause("celebrity.chaplin")
def test_chaplin_adds_to_each_effect():
    t = with_help("chaplin", guests={65: "all"}, vacant="1.1").check_in(65, "1.1")
    assert t.me.vp_from == {"guests": 3, "occupancy": 2, "celebrities": 4}


@clause("celebrity.chaplin")
@pytest.mark.parametrize(("steps", "vp"), [(0, 0), (1, 3), (2, 4)])
def test_chaplin_adds_once_to_vp_of_one_effect(steps, vp):
    t = with_help("chaplin", emperor=13, dice="4 4").does("die 4", f"steps {steps}")
    assert t.me.vp == vp


@clause("celebrity.chaplin", corner=True)
def test_chaplin_adds_to_the_vp_of_a_card_and_to_those_of_its_steps():
    """176: 2 steps, both beyond the end of the track, and 2 VP."""
    t = with_help("chaplin", f"{LOUNGE}+more", staff=[176], kitchen="2 wine", emperor=13)
    t.does("use 176")
    assert t.me.vp_from == {"staff": 2, "track": 2, "celebrities": 2 + 2}


@clause("celebrity.chaplin")
def test_chaplin_adds_to_staff_cells_and_politics():
    t = with_help("chaplin", staff=[16], dice="4").does("die 4", "steps 0")
    assert t.me.vp_from == {"staff": 4, "celebrities": 2}
    t = with_help("chaplin", vacant="3.3", dice="3").does("die 3", "prepare 3.4")
    assert t.me.vp_from == {"cells": 1, "celebrities": 2}
    t = with_help("chaplin", krones=20, politics="A-krones B-floors C-three-each").does("claim A")
    assert t.me.vp_from == {"politics": 15, "celebrities": 2}


@clause("celebrity.chaplin", corner=True)
def test_chaplin_adds_nothing_to_no_vp():
    t = with_help("chaplin", guests={64: "all"}, vacant="3.1").check_in(64, "3.1")
    assert t.me.vp == 0


@clause("celebrity.chaplin", corner=True)
def test_chaplin_adds_nothing_for_the_others():
    t = with_help("chaplin", turn=1)
    t.seat(1).has(guests={65: "all"}, vacant="3.1")
    t.check_in(65, "3.1")
    assert (t.me.vp, t.seat(1).vp) == (0, 3)


@clause("celebrity.chaplin.printed-vp")
@pytest.mark.parametrize(("rounds", "vp"), [(0, 1), (1, 2), (2, 4)])
def test_chaplin_adds_to_his_own_vp(rounds, vp):
    t = Table(LOUNGE, lounge="chaplin gandhi curie", dice="red1")
    t.state.lounge_waited[0] = rounds
    assert t.does("die 1 red").me.vp == vp + 2


@clause("celebrity.chaplin")
def test_chaplin_adds_to_the_vp_of_the_next_celebrity():
    t = with_help("chaplin", lounge="gandhi einstein curie", dice="red1").does("die 1 red")
    assert t.me.vp == 1 + 2


# -- Magie ----------------------------------------------------------------------------------------


@clause("celebrity.magie", "lounge.own-turn")
def test_magie_lets_a_room_be_prepared():
    t = with_help("magie", vacant="1.1", dice="4 4", krones=0).does("die 4", "steps 0")
    assert t.me.krones == 2
    t.does("prepare 2.1")
    assert t.me.krones == 2  # a room of the second floor costs 1 less 1
    done(t)


@clause("celebrity.magie", corner=True)
def test_magie_room_of_the_first_floor_pays_nothing_back():
    t = with_help("magie", vacant="1.1", dice="4", krones=0).does("die 4", "steps 0")
    assert done(t.does("prepare 1.2")).me.krones == 1


@clause("celebrity.magie", corner=True)
def test_magie_may_be_declined():
    t = with_help("magie", vacant="1.1", dice="4").does("die 4", "steps 0", "stop")
    assert done(t).me.vacant == {"1.1"}


@clause("celebrity.magie", corner=True)
def test_magie_asks_for_krones():
    t = with_help("magie", vacant="1.1", dice="4 4").does("die 4", "steps 2")
    done(t)


@clause("celebrity.magie", corner=True)
def test_room_that_is_too_dear_for_magie():
    t = with_help("magie", vacant="1.1 2.1 3.1", dice="4", krones=0).does("die 4", "steps 0")
    t.legal("prepare 1.2", "prepare 2.2")
    t.illegal("prepare 4.1")  # 3 krones less 1
    t.does("prepare 3.2")  # 2 less 1: what has just come pays for it
    assert t.me.krones == 0


@clause("celebrity.magie.each-effect")
def test_magie_answers_each_effect():
    t = with_help("magie", guests={83: "all"}, vacant="4.4 1.1").check_in(83, "4.4")
    rooms = 0
    while "end turn" not in t.options and "die 1" not in t.options:
        room = next((words for words in t.options if words.startswith("prepare")), None)
        rooms += room is not None
        t.does(room or t.options[0])
    assert rooms == 2  # for the 5 krones of the reward and the krone of the red group


# -- Tolkien --------------------------------------------------------------------------------------


@clause("celebrity.tolkien")
@pytest.mark.parametrize(("guest", "room", "vp"), [(64, "3.1", 0), (77, "1.3", 1), (51, "1.2", 1)])
def test_tolkien_scores_for_a_room_of_any_colour(guest, room, vp):
    t = with_help("tolkien", guests={guest: "all"}, vacant=room).check_in(guest, room)
    assert t.me.vp_from == {"celebrities": 2} | ({"guests": vp} if vp else {})


@clause("celebrity.tolkien")
def test_tolkien_scores_for_rooms_occupied_by_a_card():
    t = with_help("tolkien", hand=[35], vacant="1.2 1.3 3.1", dice="5 5")
    t.does("die 5", "hire 35", "occupy 1.2")
    assert t.me.vp == 2
    t.does("occupy 3.1")
    assert t.me.vp == 4


@clause("celebrity.tolkien", corner=True)
def test_tolkien_scores_nothing_for_a_prepared_room():
    t = with_help("tolkien", vacant="1.1", dice="3").does("die 3", "prepare 1.2")
    assert t.me.vp == 0


@clause("celebrity.tolkien", "celebrity.chaplin")
def test_tolkien_and_chaplin():
    t = with_help("tolkien chaplin", guests={64: "all"}, vacant="3.1").check_in(64, "3.1")
    assert t.me.vp == 2 + 2


# -- Gandhi ---------------------------------------------------------------------------------------


@clause("celebrity.gandhi", "celebrity.gandhi.no-action")
def test_gandhi_makes_rooms_free():
    t = with_help("gandhi", vacant="1.1 1.2", dice="3 3 3 3 3", krones=0).does("die 3")
    t.does("prepare 2.1", "prepare 3.1", "prepare 4.1", "prepare 4.2", "prepare 2.2")
    assert t.me.krones == 0


@clause("celebrity.gandhi.no-action")
@clause("celebrity.gandhi", corner=True)
def test_gandhi_gives_no_action():
    t = with_help("gandhi", vacant="1.1", dice="1").does("die 1", "split 0 0")
    assert not [words for words in t.options if words.startswith(("prepare", "use"))]


@clause("celebrity.gandhi", corner=True)
def test_gandhi_pays_nothing_back_for_a_cheaper_room():
    t = with_help("gandhi", guests={57: "all"}, vacant="1.2 1.1").check_in(57, "1.2")
    t.does("prepare 2.1", "prepare 3.1")
    assert t.me.krones == 10


@clause("celebrity.gandhi", corner=True)
def test_gandhi_does_not_loosen_where_rooms_go():
    t = with_help("gandhi", vacant="1.1", dice="3").does("die 3")
    t.illegal("prepare 4.5", "prepare 3.1")


@clause("celebrity.einstein", corner=True)
def test_meeting_another_celebrity_does_not_let_einstein_swap_again():
    t = with_help("einstein", kitchen="2 wine", lounge="gandhi freud curie", dice="yellow1 1")
    t.does("use celebrity 1", "swap wine for cake", "stop", "die 1 yellow")
    t.illegal("use celebrity 1")
