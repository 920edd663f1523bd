"""What hotel entrances do in play: Paulwei, Corogari, Kaufman, Mayenfels."""

import pytest

from tests.clauses import clause
from tests.scenarios.judged import few_guests
from tests.scenarios.table import Table
from tests.scenarios.waltz.lobby import HOTELS

DRAFT = HOTELS + "+draft"


def hotel(entrance, spec=HOTELS, **things):
    """Seat 0 has this entrance and has received what it brings."""
    return Table(spec, entrance=entrance, **things)


def no_more(t, *words):
    """Nothing of the kind is offered."""
    assert not [option for option in t.options if option.startswith(words)]
    return t


# -- Chateau Paulwei ------------------------------------------------------------------------------

# Group sizes that the night side lacks are on the day sides A and D.
GROUPS = [
    ("night", "1.1", ("vp", 4), 2),
    ("night", "3.1 4.1", ("vp", 8), 5),
    ("day_a", "2.1 3.1 4.1", ("vp", 13), 9),
    ("day_d", "1.2 2.2 3.2 3.3", ("vp", 20), 15),
    ("night", "4.4", ("krones", 2), 1),
    ("night", "3.2 4.2", ("krones", 4), 3),
    ("day_d", "4.1 4.2 4.3", ("krones", 8), 6),
    ("night", "1.3 1.4 2.3 2.4", ("krones", 13), 10),
    ("day_d", "4.4", ("emperor", 2), 1),
    ("day_d", "2.1 3.1", ("emperor", 4), 3),
    ("night", "2.5 3.5 3.4", ("emperor", 8), 6),
    ("day_a", "1.2 2.2 3.2 4.2", ("emperor", 13), 10),
]


def fills(board, group, **things):
    """The last room of a group becomes occupied by staff card 35, paid for with five dice."""
    side = board.split("_")[0]
    t = Table(HOTELS, boards=side, hand=[35], dice="5 5 5 5 5", krones=0, board=board)
    *others, last = group.split()
    t.me.has(occupied=" ".join(others), vacant=last, **things)
    return t.does("die 5", "hire 35", f"occupy {last}")


@clause("entrance.chateau-paulwei")
@pytest.mark.parametrize(("board", "group", "bonus", "usual"), GROUPS)
def test_paulwei_changes_the_bonus_of_groups(board, group, bonus, usual):
    what, amount = bonus
    for things, paid in (({"entrance": "chateau-paulwei"}, amount), ({}, usual)):
        t = fills(board, group, **things)
        assert {"vp": 0, "krones": 0, "emperor": 0} | {what: paid} == {
            "vp": t.me.vp,
            "krones": t.me.krones,
            "emperor": t.me.emperor,
        }


@clause("entrance.chateau-paulwei", "entrances.own")
@clause("entrance.chateau-paulwei", corner=True)
def test_paulwei_changes_nothing_for_the_others():
    t = hotel("chateau-paulwei", turn=1)
    t.seat(1).has(guests={65: "all"}, vacant="1.1")
    assert t.check_in(65, "1.1").seat(1).vp_from == {"guests": 3, "occupancy": 2}


# -- Corogari Zant-Mainz --------------------------------------------------------------------------

COROGARI = "corogari-zant-mainz"


def second(first, face, krones=10, dice="", key=HOTELS, **things):
    """One die lies on the turn order tile; the second one is taken."""
    t = hotel(COROGARI, key, dice=dice or str(face), krones=krones, **things)
    t.me.p.dice_this_round, t.me.p.first_face = 1, first
    return t.does(f"die {face}")


@clause("entrance.corogari-zant-mainz", "entrance.corogari-zant-mainz.sums")
@clause("entrance.corogari-zant-mainz.before")
@pytest.mark.parametrize(
    ("first", "face", "kitchen", "krones", "emperor"),
    [
        (1, 2, {"cake": 1, "coffee": 1}, 0, 0),
        (2, 1, {"cake": 1, "coffee": 1}, 0, 0),
        (3, 1, {}, 1, 1),
        (2, 2, {}, 1, 1),
        (2, 3, {"strudel": 1, "wine": 1}, 0, 0),
        (4, 1, {"strudel": 1, "wine": 1}, 0, 0),
        (6, 1, {}, 0, 0),
        (3, 4, {}, 0, 0),
        (6, 3, {"strudel": 1, "wine": 1}, 0, 0),
        (5, 4, {"strudel": 1, "wine": 1}, 0, 0),
        (5, 5, {}, 1, 1),
        (6, 4, {}, 1, 1),
        (6, 5, {"cake": 1, "coffee": 1}, 0, 0),
    ],
)
def test_sum_of_both_dice(first, face, kitchen, krones, emperor):
    t = second(first, face, vacant="1.1")
    assert (t.me.kitchen, t.me.krones, t.me.emperor) == (kitchen, 10 + krones, emperor)
    assert t.me.vp == 0


@clause("entrance.corogari-zant-mainz.sums", "entrance.corogari-zant-mainz.before")
@pytest.mark.parametrize(("first", "face"), [(1, 1), (6, 6)])
def test_free_room_and_a_point_for_two_and_twelve(first, face):
    t = second(first, face, krones=1, vacant="1.1 2.1 3.1")
    assert t.me.vp_from == {"entrance": 1}
    left = t.me.krones
    t.legal("stop", "prepare 1.2", "prepare 2.2")
    t.does("prepare 4.1")
    assert t.me.krones == left
    t.does("main action")
    t.legal("split 0 0" if face == 1 else "copy 1")


@clause("entrance.corogari-zant-mainz.sums", "entrance.corogari-zant-mainz.before")
@pytest.mark.parametrize(("first", "face"), [(5, 1), (4, 2), (3, 3), (6, 2), (3, 5)])
def test_cheaper_card_for_six_and_eight(first, face):
    t = second(first, face, hand=[2], vacant="1.1").does("hire 2")
    assert t.me.krones == 10 - 5
    t.does("main action")


@clause("entrance.corogari-zant-mainz", "die.unpayable", corner=True)
@pytest.mark.parametrize("first", [1, 2, 3, 4, 6])
def test_a_second_die_without_effect_brings_no_bonus(first):
    """A 6 that cannot be paid for is taken, but nothing comes of it: so a ruling may have it."""
    rulings = {"idle-die-staff": "unanswered"}
    t = hotel(COROGARI, rulings=rulings, dice="6", krones=0, hand=[45], vacant="1.1")
    t.me.p.dice_this_round, t.me.p.first_face = 1, first
    before = (t.me.kitchen, t.me.krones, t.me.emperor, t.me.vp)
    t.does("die 6 without effect").legal("end turn")
    assert (t.me.kitchen, t.me.krones, t.me.emperor, t.me.vp) == before


@clause("coloured-dice.idle-staff", corner=True)
@clause("entrance.corogari-zant-mainz", corner=True)
def test_a_second_die_without_effect_brings_its_bonus():
    t = hotel(COROGARI, dice="6", krones=0, vacant="1.1")
    t.me.p.dice_this_round, t.me.p.first_face = 1, 3
    t.does("die 6 without effect")
    assert t.me.kitchen == {"strudel": 1, "wine": 1}
    t.legal("end turn")


@clause("entrance.corogari-zant-mainz.sums")
@clause("entrance.corogari-zant-mainz", corner=True)
def test_no_card_to_play_for_six():
    t = second(5, 1, hand=[2], krones=4)
    t.does(*(["stop"] if "stop" in t.options else []), "main action", "split 0 0")
    assert t.me.hand == [2]
    t.legal("end turn")


@clause("entrance.corogari-zant-mainz.before")
def test_bonus_pays_for_the_action_that_follows():
    t = second(1, 3, krones=0, vacant="1.1").does("main action", "prepare 2.1")
    assert t.me.krones == 0


@clause("entrance.corogari-zant-mainz.after-paying")
@pytest.mark.parametrize(("krones", "legal"), [(0, False), (1, True)])
def test_bonus_does_not_pay_for_the_die(krones, legal):
    t = hotel(COROGARI, dice="6 1", krones=krones)
    t.me.p.dice_this_round, t.me.p.first_face = 1, 4
    assert ("die 6" in t.options) == legal
    assert "die 6 +1" not in t.options
    if legal:
        t.does("die 6")
        assert (t.me.krones, t.me.emperor) == (1, 1)  # what a sum of 10 brings


@clause("staff.15", corner=True)
def test_bootblack_helps_a_die_whose_sum_brings_something_too():
    t = hotel(COROGARI, staff=[15], krones=0, dice="3 3 4 4")
    t.plays("die 4").plays("die 3").plays("die 3")
    assert (t.me.krones, t.me.emperor) == (2, 2)
    t.does("die 4", "main action")
    assert (t.me.krones, t.me.emperor) == (3, 3)


@clause("entrance.corogari-zant-mainz")
def test_second_die_of_a_round_of_two_turns():
    t = hotel(COROGARI, dice="1 2 3 3")
    t.plays("die 1")
    assert t.me.kitchen == {"strudel": 1}
    t.plays("die 3").plays("die 3").does("die 2", "main action", "split 0 0")
    assert t.me.kitchen == {"strudel": 1, "cake": 1, "wine": 1, "coffee": 1}


@clause("entrance.corogari-zant-mainz")
@clause("entrance.corogari-zant-mainz", corner=True)
def test_first_die_of_the_next_round_brings_nothing():
    t = hotel(COROGARI)
    t.me.p.dice_this_round, t.me.p.first_face = 2, 1
    t.end_of_round(2)
    t.dice("1 2 2")
    assert t.player == 0
    t.does("die 2")
    assert t.me.kitchen == {}
    no_more(t, "main")


@clause("entrance.corogari-zant-mainz", "entrances.own")
@clause("entrance.corogari-zant-mainz", corner=True)
def test_sum_of_another_player():
    t = hotel(COROGARI, dice="1", turn=1)
    p = t.seat(1).p
    p.dice_this_round, p.first_face = 1, 2
    assert t.does("die 1").seat(1).kitchen == {}


# -- Kaufman --------------------------------------------------------------------------------------

ROW = [63, 64, 65, 66, 67]


@clause("entrance.kaufman", "entrance.kaufman.refill")
def test_kaufman_takes_and_pays_two_guests():
    t = hotel("kaufman", row=ROW).does("guest 3")
    assert t.me.krones == 9
    newcomer = t.guests_in_row()[0]
    assert t.guests_in_row() == [newcomer, 63, 64, 66, 67]
    t.legal("stop")
    t.does("guest 2")  # the Dame has moved on to the place for 2 krones
    assert (t.me.krones, set(t.me.guests)) == (7, {65, 63})
    assert t.guests_in_row()[1:] == [newcomer, 64, 66, 67]
    no_more(t, "guest", "stop")
    t.legal("die 1")


@clause("entrance.kaufman.refill-draft")
def test_kaufman_of_the_draft_takes_both_guests_at_the_prices_of_one_row():
    t = hotel("kaufman", DRAFT, row=ROW).does("guest 3")
    assert t.guests_in_row() == [63, 64, 66, 67]  # a gap
    t.illegal("guest 3")
    t.does("guest 1")
    assert (t.me.krones, set(t.me.guests)) == (10 - 1 - 3, {65, 63})
    assert t.guests_in_row()[2:] == [64, 66, 67]
    assert len(t.guests_in_row()) == 5


@clause("entrance.kaufman.refill-draft", corner=True)
def test_kaufman_of_the_draft_sees_the_row_refilled_between_two_guests_of_a_reward():
    """Guest 87 brings two guests; the draft speaks of the set-up and the turn's first action."""
    t = hotel("kaufman", DRAFT, row=ROW, guests={87: "all"}, vacant="1.3").check_in(87, "1.3")
    while "guest 3" not in t.options:
        t.does("reward 2" if "reward 2" in t.options else "reward 1")
    t.does("guest 3")
    assert t.guests_in_row()[1:] == [63, 64, 66, 67]
    t.legal("guest 3")


@clause("entrance.kaufman")
@clause("entrance.kaufman", corner=True)
def test_kaufman_has_a_fourth_table():
    seated = {68: "", 69: "", 70: ""}
    t = hotel("kaufman", row=ROW, guests=seated).does("guest 5")
    assert len(t.me.guests) == 4
    no_more(t, "guest", "stop")
    Table(HOTELS, row=ROW, guests=seated).illegal("guest 5")


@clause("entrance.kaufman", corner=True)
def test_kaufman_takes_a_second_guest_without_a_krone():
    t = hotel("kaufman", row=ROW, krones=0).does("guest 5")
    t.illegal("guest 1", "guest 2", "guest 3")
    t.does("guest 4")
    assert len(t.me.guests) == 2


@clause("entrance.kaufman", corner=True)
def test_kaufman_may_leave_out_the_second_guest():
    t = hotel("kaufman", row=ROW).does("guest 5", "stop")
    t.illegal("guest 5")
    t.legal("die 1")


@clause("entrance.kaufman.optional-action")
def test_kaufman_takes_one_guest_of_a_reward():
    t = hotel("kaufman", row=ROW, guests={78: "all"}, vacant="1.3").check_in(78, "1.3")
    t.does("guest 1")
    assert len(t.me.guests) == 1
    assert t.me.krones == 10
    t.legal("die 1")
    t.does("guest 5").legal("guest 4")  # the optional action of the turn, as ever


@clause("entrance.kaufman.vp", "entrance.kaufman.vp-draft")
@pytest.mark.parametrize(
    ("guests", "vp", "draft"),
    [(0, 0, 0), (1, 0, 0), (2, 1, 1), (3, 3, 3), (4, 6, 5), (5, 9, 8), (6, 9, 8)],
)
def test_kaufman_scores_for_the_guests_of_a_round(guests, vp, draft):
    for spec, scored in ((HOTELS, vp), (DRAFT, draft)):
        t = hotel("kaufman", spec)
        t.me.p.round_guests = guests
        t.seat(1).p.round_guests = 5
        t.end_of_round(1)
        assert (t.me.vp, t.seat(1).vp) == (scored, 0)
        t.end_of_round(2)
        assert t.me.vp == scored  # the next round begins with an empty pile


@clause("entrance.kaufman.vp", "entrance.kaufman.left")
def test_kaufman_counts_who_leaves_not_who_is_served():
    t = hotel("kaufman", guests={65: "all", 67: "all", 74: "all"}, vacant="3.1 4.3")
    t.check_in(65, "3.1").check_in(67, "4.3")
    while "die 1" not in t.options:
        t.does("stop")
    t.end_of_round(1)
    assert t.me.vp_from["entrance"] == 1  # two of the three


@clause("entrance.kaufman.pile")
@pytest.mark.parametrize("entrance", ["kaufman", "kozi-palace"])
@few_guests
def test_guests_of_kaufman_are_not_shuffled_in(entrance):
    t = hotel(entrance, row=[63, 64, 68, 66, 67], guests={65: "all"}, vacant="3.1")
    t.state.guest_next = t.state.guest_deck_size = 0
    t.check_in(65, "3.1").does("guest 5")
    assert (65 in t.guests_in_row()) == (entrance != "kaufman")


@clause("entrance.kaufman.pile")
@few_guests
def test_guests_of_kaufman_are_discarded_after_the_round():
    t = hotel("kaufman", row=[63, 64, 68, 66, 67], guests={65: "all"}, vacant="3.1")
    t.state.guest_next = t.state.guest_deck_size = 0
    t.check_in(65, "3.1").end_of_round(2)
    assert t.player == 0
    t.does("guest 5")
    assert t.guests_in_row()[0] == 65


# -- Mayenfels ------------------------------------------------------------------------------------


@clause("entrance.mayenfels")
def test_mayenfels_answers_to_each_card():
    t = hotel("mayenfels", hand=[45], deck=[30, 31], dice="5").does("die 5", "hire 45")
    assert (t.me.krones, t.me.hand, t.me.emperor) == (10 - 0 + 1, [30], 3)


@clause("entrance.mayenfels")
@clause("entrance.mayenfels", corner=True)
def test_mayenfels_draws_after_the_effect_of_the_card():
    t = hotel("mayenfels", hand=[35], deck=[30], vacant="1.2 3.1", dice="5 5").does("die 5")
    t.does("hire 35", "occupy 1.2")
    assert (t.me.krones, t.me.hand) == (10, [])
    t.does("occupy 3.1")
    assert (t.me.krones, t.me.hand) == (11, [30])


@clause("entrance.mayenfels", corner=True)
def test_mayenfels_pays_with_an_empty_deck():
    t = hotel("mayenfels", hand=[45], dice="5")
    t.state.staff_deck_size = 0
    t.does("die 5", "hire 45")
    assert (t.me.krones, t.me.hand) == (11, [])


@clause("entrance.mayenfels", corner=True)
def test_mayenfels_pays_for_two_cards_one_after_the_other():
    t = hotel("mayenfels", hand=[45, 5], deck=[30, 31], guests={73: "all"}, vacant="3.1", krones=2)
    t.check_in(73, "3.1").does("hire 45")
    assert t.me.krones == 3
    t.legal("hire 5", "hire 30")  # 4 and 4 less 1
    t.does("hire 5")
    assert (t.me.krones, t.me.hand) == (1, [30, 31])


@clause("entrances.own")
@clause("entrance.mayenfels", corner=True)
def test_mayenfels_does_not_answer_to_the_others():
    t = hotel("mayenfels", turn=1, dice="5")
    t.seat(1).has(hand=[45])
    t.does("die 5", "hire 45")
    assert (t.me.krones, t.seat(1).krones) == (10, 10)
