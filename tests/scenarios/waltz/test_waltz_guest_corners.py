"""Awkward corners of the guests of module 1 (134 to 162)."""

import pytest

from tests.clauses import clause
from tests.scenarios.waltz.hall import EDITIONS, SPEC, hall
from tests.scenarios.waltz.test_dancers import seats
from tests.scenarios.waltz.test_waltz_guests import DANCING, GUESTS, ONE, ROOMS, ready

both_editions = pytest.mark.parametrize("spec", EDITIONS)
BRINGS_CHAMPAGNE = [g for g in GUESTS if GUESTS[g][3].get("champagne", 0) > 0 and g != 154]
SENDS = [137, 147, 148, 151, 154, 157, 159, 161]


def moved_in(guest, spec=SPEC, **things):
    return ready(guest, spec, **things).check_in(guest, ROOMS[GUESTS[guest][0]])


@clause("guest.{guest}", corner=True)
@both_editions
@pytest.mark.parametrize("guest", sorted(GUESTS))
def test_guest_stays_without_a_room_and_without_champagne(guest, spec):
    t = ready(guest, spec, vacant="", kitchen="")
    assert {"check", "dance"} & t.legal_kinds() == set()
    t.does("die 4", "steps 0", "end turn")
    assert guest in t.me.guests


@clause("guest.{guest}", corner=True)
@pytest.mark.parametrize("guest", DANCING)
def test_guest_dances_when_no_room_is_vacant(guest):
    t = ready(guest, vacant="")
    assert "check" not in t.legal_kinds()
    t.does("dance table 1 to 1.bottom from section 1")
    assert guest not in t.me.guests
    assert t.me.vp == GUESTS[guest][1]


@clause("guest.{guest}", "send.optional", corner=True)
@pytest.mark.parametrize("guest", [g for g in GUESTS if GUESTS[g][2]])
def test_reward_may_be_declined(guest):
    t = moved_in(guest).does("stop")
    t.legal("die 1")
    assert t.me.vp == GUESTS[guest][1]
    assert (t.me.krones, t.me.emperor, t.me.kitchen) == (5, 2, {"champagne": 3})
    assert (t.me.dancers, t.me.staff, t.me.guests) == ({}, [], {})


@clause("guest.{guest}", corner=True)
@pytest.mark.parametrize("guest", BRINGS_CHAMPAGNE)
def test_champagne_goes_onto_a_guest_who_wants_it(guest):
    """The Cardinal (153) still wants two."""
    t = ready(guest).me.has(guests={153: "1 cake"}).table
    t.check_in(guest, ROOMS[GUESTS[guest][0]])
    t.does("reward 2" if guest == 160 else "reward 1", "place champagne on table 2")
    assert t.me.guests[153] == {"champagne": 1}


# -- one more dancer -------------------------------------------------------------------------------


@clause("guest.{guest}", corner=True)
@both_editions
@pytest.mark.parametrize("guest", SENDS)
def test_nobody_is_left_to_be_sent(guest, spec):
    t = moved_in(guest, spec, resting="0 0 0 0")
    while "die 1" not in t.options:
        assert "send" not in t.legal_kinds()
        t.does(t.options[0])
    assert t.me.dancers == {}


@clause("guest.{guest}", corner=True)
@pytest.mark.parametrize("guest", [137, 148, 151, 157, 159])
def test_nobody_is_sent_without_champagne(guest):
    t = moved_in(guest, kitchen="")
    while "die 1" not in t.options:
        assert "send" not in t.legal_kinds()
        t.does(t.options[0])
    assert t.me.dancers == {}


@clause("guest.137", corner=True)
def test_prima_ballerina_may_send_one_friend_only():
    t = moved_in(137).does("reward 1", ONE, "stop")
    assert t.me.dancers == {"2.bottom": 1}
    t.legal("die 1")


@clause("guest.137", corner=True)
def test_prima_ballerinas_friends_may_go_to_one_ballroom():
    t = moved_in(137).does("reward 1", ONE, ONE)
    assert t.me.dancers == {"2.bottom": 2}
    assert t.me.krones == 5 + 2 + 4  # the first section of room one is empty: 4 krones


@clause("guest.154", corner=True)
def test_champagne_of_the_mayor_pays_for_his_secretary():
    t = moved_in(154, kitchen="").does("reward 1", "send to 1.middle from section 1")
    assert (t.me.dancers, t.me.kitchen) == ({"1.middle": 1}, {})


@clause("guest.154", corner=True)
def test_champagne_of_the_mayor_does_not_pay_for_his_own_dance():
    assert "dance" not in ready(154, kitchen="").legal_kinds()


@clause("guest.147", corner=True)
def test_the_tsarinas_reduction_needs_champagne_beyond_the_bottom_row():
    assert seats(moved_in(147, kitchen=""), "send") == {"1.bottom", "2.bottom", "3.bottom"}


@clause("guest.161", corner=True)
def test_the_partyers_reduction_pays_for_the_middle_row_at_most():
    t = moved_in(161, kitchen="")
    assert {seat.split(".")[1] for seat in seats(t, "send")} == {"bottom", "middle"}


@clause("guest.161", corner=True)
def test_a_reduction_beyond_the_price_is_lost():
    assert moved_in(161).does(ONE).me.kitchen == {"champagne": 3}


# -- goods of choice -------------------------------------------------------------------------------


@clause("guest.{guest}", "champagne.choice", corner=True)
@pytest.mark.parametrize("guest", [143, 160])
def test_goods_of_choice_are_no_champagne_and_may_differ(guest):
    t = moved_in(guest).does("reward 1")
    t.illegal("choose champagne")
    t.does("choose strudel", "choose wine")
    assert (t.me.kitchen["strudel"], t.me.kitchen["wine"]) == (1, 1)


# -- staff, rooms and guests -----------------------------------------------------------------------


@clause("guest.{guest}", corner=True)
@pytest.mark.parametrize("guest", [135, 138])
def test_no_staff_card_in_hand(guest):
    t = moved_in(guest, hand=[]).does("reward 1")
    t.legal("die 1")
    assert t.me.staff == []


@clause("guest.138", corner=True)
def test_mannequin_card_too_dear():
    """The Butler costs 5 less 3."""
    t = moved_in(138, krones=1).does("reward 1")
    t.illegal("hire 9")
    t.does("hire 45")
    assert t.me.krones == 1


@clause("guest.135", corner=True)
def test_lady_companions_card_is_free():
    t = moved_in(135, krones=0).does("reward 1", "hire 9")
    assert t.me.krones == 0


@clause("guest.142", corner=True)
def test_tennos_krone_less_is_lost_on_a_free_room():
    assert moved_in(142).does("reward 1", "prepare 1.4").me.krones == 5


@clause("guest.{guest}", corner=True)
@pytest.mark.parametrize("guest", [142, 155])
def test_no_room_that_can_be_paid_for(guest):
    """All of the first floor is prepared; the Tenno's room costs nothing, the Beast's a krone."""
    t = moved_in(guest, krones=0, vacant="1.2-1.5 3.1").does("reward 1")
    rooms = {words.split()[1] for words in t.options if words.startswith("prepare")}
    assert rooms == ({"2.1", "2.2", "2.3", "2.4", "2.5"} if guest == 142 else set())


@clause("guest.{guest}", corner=True)
@pytest.mark.parametrize(("guest", "vp"), [(155, -1), (158, -2)])
def test_negative_vp_may_lead_below_zero(guest, vp):
    t = ready(guest).does("dance table 1 to 1.bottom from section 1", "stop")
    assert t.me.vp_from == {"guests": vp}


@clause("guest.158", corner=True)
def test_phantom_with_a_full_cafe():
    """The table of the Phantom is free for the guest who comes."""
    t = ready(158).me.has(guests={65: "", 74: ""}).table
    t.check_in(158, "1.3").does("reward 1", "guest 1")
    assert set(t.me.guests) == {65, 74, 92}


@clause("guest.159", corner=True)
def test_beauty_when_all_three_cards_are_too_dear():
    """The deck: 10 and 9 cost 5, 3 costs 4; with 3 less and no krone none can be played."""
    t = moved_in(159, krones=0, hand=[45], deck=[10, 9, 3]).does("reward 2")
    assert "hire" not in t.legal_kinds()
    for _ in range(3):
        buried = [words for words in t.options if words.startswith(("bury", "stop"))]
        t.does(buried[0])
    assert t.me.staff == []
    assert sorted(t.staff_deck()[-3:]) == [3, 9, 10]


@pytest.mark.parametrize(
    ("reading", "declined"),
    [pytest.param("may", True, marks=clause("guest.159", corner=True)), ("must", False)],
)
def test_beauty_when_one_of_the_three_cards_can_be_paid(reading, declined):
    """With 1 krone the 3 can be played, which costs 4; 10 and 9 cost 5."""
    things = {"krones": 1, "deck": [10, 9, 3], "rulings": {"guest-159-draw": reading}}
    t = moved_in(159, **things).does("reward 2")
    assert ("stop" in t.options) == declined
    t.does("hire 3")
    assert t.me.staff == [3]
    moved_in(159, **things).does("stop").illegal("hire 3")  # the reward as a whole is left out


@clause("guest.{guest}", corner=True)
@pytest.mark.parametrize("guest", [140, 146, 153])
def test_nothing_to_take_from_a_guest_without_a_reward(guest):
    t = moved_in(guest)
    t.legal("die 1", "guest 1")
    assert "reward" not in t.legal_kinds()


@clause("guest.157", corner=True)
def test_inderellas_other_friend_finds_no_room():
    t = ready(157, vacant="").does("dance table 1 to 1.bottom from section 1")
    t.does("reward 1", ONE)
    t.legal("die 1")
    assert t.me.occupied == {"1.1"}


@clause("guest.149", corner=True)
def test_krones_of_the_abbess_beyond_the_track_are_lost():
    assert moved_in(149, krones=18).does("reward 1").me.krones == 20


@clause("guest.150", corner=True)
def test_krones_of_the_consigliere_beyond_the_track_are_lost():
    assert moved_in(150, krones=19).does("reward 2").me.krones == 20


@clause("guest.151", corner=True)
def test_steps_of_the_admiral_beyond_the_track_are_vp():
    t = moved_in(151, emperor=12).does("reward 1")
    assert (t.me.emperor, t.me.vp_from["track"]) == (13, 1)


# -- the Pope --------------------------------------------------------------------------------------


@clause("guest.162", "guest.162.room", corner=True)
@both_editions
def test_the_pope_does_not_dance(spec):
    t = ready(162, spec)
    assert seats(t) == set()
    t.illegal("dance table 1 to 1.bottom from section 1")


@clause("guest.162.room", corner=True)
@both_editions
def test_the_pope_waits_for_a_room(spec):
    t = ready(162, spec, vacant="", dice="3 1 1 1")
    assert {"check", "dance"} & t.legal_kinds() == set()
    t.does("die 3", "prepare 1.2", "check in table 1 to 1.2")
    assert t.me.guests == {}


@clause("guest.162", corner=True)
def test_no_room_for_the_popes_entourage():
    t = ready(162, vacant="1.3").check_in(162, "1.3")
    t.legal("die 1")
    assert t.me.occupied == {"1.1", "1.3"}


@clause("guest.97.moment-2021", corner=True)
@pytest.mark.parametrize("spec", [SPEC, f"{SPEC}+draft-reward-first"])
def test_the_action_of_e_gizia_follows_the_bonus_of_a_section(spec):
    """Section 2 of the rehearsal room lets prepare a room, which its last dancer brings."""
    t = hall(spec, guests={97: "all"}, kitchen="1 champagne", resting="2 1 2 2", vacant="1.1")
    t.dances("2.bottom from section 2").does("reward 1")
    assert t.legal_kinds() == {"prepare", "stop"}
    t.does("prepare 1.2")
    assert t.legal_kinds() == {"space", "stop"}
