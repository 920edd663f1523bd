"""Sending a guest to a ballroom, or one more dancer: seats, price, order, the balcony.

Guests of the base game: 65 (blue) brings 3 VP alone, 74 (blue) 10 VP and 1 krone, 77 (red) 1 VP
and 1 krone, 53 is the Flamenco Dancer (yellow). Of the module: 147 is the Tsarina (9 VP, one more
dancer for 1 champagne less), 148 the Ambassador (one more dancer), 139 the Diva (2 champagne).
"""

import pytest

from model import load_ruleset
from tests.clauses import clause
from tests.scenarios.waltz.hall import DRAFT, EDITIONS, NUMBERS, SPEC, ball, hall

BASE = ("original-2015", "revised-2021")
both_editions = pytest.mark.parametrize("spec", EDITIONS)


def dancing(spec=SPEC, **things):
    """Guest 65 sits there with a filled order; 3 champagne in the kitchen."""
    return hall(spec, **({"guests": {65: "all"}, "kitchen": "3 champagne"} | things))


def seats(t, kind="dance"):
    """The seats that are offered."""
    words = [option.split() for option in t.options if option.startswith(kind)]
    return {option[option.index("to") + 1] for option in words}


ALL_SEATS = {f"{place}.{row}" for place in (1, 2, 3) for row in ("bottom", "middle", "top")}


# -- instead of a room -----------------------------------------------------------------------------


@clause("dance.instead", "dance.no-room", "dance.price")
@both_editions
def test_a_guest_dances_instead_of_moving_in(spec):
    t = dancing(spec=spec, vacant="3.1")
    t.legal("check in table 1 to 3.1")
    t.does("dance table 1 to 1.bottom from section 2")
    assert t.me.guests == {}
    assert t.me.dancers == {"1.bottom": 1}
    assert t.me.resting == [2, 1, 2, 2]
    assert t.me.kitchen == {"champagne": 2}
    assert (t.me.vacant, t.me.occupied) == ({"3.1"}, set())


@clause("dance.instead")
def test_a_guest_whose_order_is_not_filled_does_not_dance():
    t = hall(guests={140: "3 wine"}, kitchen="3 champagne")
    assert "dance" not in t.legal_kinds()


@clause("dance.no-room")
def test_a_guest_dances_without_a_vacant_room():
    t = dancing(occupied="1.1-1.5")
    t.does("dance table 1 to 2.bottom from section 1")
    assert t.me.occupied == {"1.1", "1.2", "1.3", "1.4", "1.5"}


@clause("dance.colour")
@pytest.mark.parametrize("guest", [54, 65, 77, 92])
def test_guests_of_all_colours_dance_everywhere(guest):
    t = hall(guests={guest: "all"}, kitchen="3 champagne")
    assert seats(t) == ALL_SEATS


@clause("dance.colour", "guest.162")
@pytest.mark.parametrize("spec", [f"{edition}+lets-waltz" for edition in BASE])
def test_every_guest_but_the_pope_may_dance(spec):
    sleeping = {
        guest
        for guest in load_ruleset(spec).guests_in_play
        if not seats(dancing(spec, guests={guest: "all"}))
    }
    assert sleeping == {162}


@clause("dance.flamenco")
@both_editions
@pytest.mark.parametrize(
    "where", ["dance table 1 to 1.top from section 1", "check in table 1 to 1.2"]
)
def test_the_flamenco_dancer_may_dance_or_sleep(where, spec):
    t = hall(spec, guests={53: "all"}, vacant="1.2", kitchen="3 champagne")
    assert t.ruleset.guest[53].name == "Flamenco Dancer"
    t.does(where)
    assert t.me.guests == {}


@clause("dance.moment")
def test_several_guests_dance_in_one_turn_before_and_after_the_main_action():
    t = hall(guests={65: "all", 77: "all", 92: "all"}, kitchen="3 champagne")
    t.does("dance table 1 to 1.bottom from section 1", "die 4", "steps 0")
    t.does("dance table 2 to 1.bottom from section 1", "stop")
    t.does("dance table 3 to 2.bottom from section 2", "stop", "end turn")
    assert t.me.dancers == {"1.bottom": 2, "2.bottom": 1}


@clause("dance.moment")
def test_nobody_dances_in_the_turn_of_another():
    t = dancing(turn=1)
    assert t.player == 1
    assert "dance" not in t.legal_kinds()


# -- seats and price -------------------------------------------------------------------------------


@clause("dance.row", "dance.price")
@pytest.mark.parametrize(("row", "price"), [("bottom", 1), ("middle", 2), ("top", 3)])
@pytest.mark.parametrize("place", [1, 2, 3])
def test_price_of_a_row(place, row, price):
    t = dancing(guests={65: "all"}, kitchen="4 champagne 1 wine")
    t.does(f"dance table 1 to {place}.{row} from section 1")
    if "stop" in t.options:
        t.does("stop")
    assert t.me.kitchen["champagne"] == 4 - price
    assert t.me.dancers == {f"{place}.{row}": 1}


@clause("dance.unaffordable")
@pytest.mark.parametrize(
    ("champagne", "rows"),
    [(0, set()), (1, {"bottom"}), (2, {"bottom", "middle"}), (3, {"bottom", "middle", "top"})],
)
def test_only_rows_that_can_be_paid_for(champagne, rows):
    t = dancing(kitchen=f"{champagne} champagne")
    assert seats(t) == {f"{place}.{row}" for place in (1, 2, 3) for row in rows}
    if not champagne:
        t.illegal("dance table 1 to 1.bottom from section 1")


@clause("dance.unaffordable")
def test_champagne_on_a_guest_pays_for_nobody():
    t = hall(guests={65: "all", 153: "2 champagne"})
    assert "dance" not in t.legal_kinds()


@clause("dance.no-krone")
@pytest.mark.parametrize("spec", [SPEC, DRAFT])
def test_champagne_for_a_dancer_is_not_served_for_a_krone(spec):
    t = dancing(spec=spec, krones=0).dances("2.bottom from section 1")
    assert (t.me.krones, t.me.kitchen) == (0, {"champagne": 2})


@clause("dance.any-section")
def test_the_dancer_comes_from_any_section_with_a_dancer():
    t = dancing(resting="2 0 1 2")
    for section in (1, 3, 4):
        t.legal(f"dance table 1 to 1.top from section {section}")
    t.illegal("dance table 1 to 1.top from section 2")
    t.does("dance table 1 to 1.top from section 3")
    assert (t.me.resting, t.me.dancers) == ([2, 0, 0, 2], {"1.top": 1})


@clause("dance.any-section")
def test_no_dancer_left_no_dance():
    t = dancing(resting="0 0 0 0", guests={148: "all"}, vacant="1.3")
    assert "dance" not in t.legal_kinds()
    t.check_in(148, "1.3")
    assert "send" not in t.legal_kinds()


@clause("dance.row", "dance.full")
@pytest.mark.parametrize("place", [1, 2])
def test_a_full_ballroom_takes_no_more_dancers(place):
    """Two players: seats for two below, two in the middle, one at the top."""
    t = dancing(dancers=" ".join([f"{place}.bottom", f"{place}.middle", f"{place}.top"]))
    t.seat(1).has(dancers=f"{place}.bottom")
    assert seats(t) == ALL_SEATS - {f"{place}.bottom", f"{place}.top"}
    t.seat(1).has(dancers=f"{place}.middle")
    assert {seat for seat in seats(t) if seat.startswith(f"{place}.")} == set()


@clause("dance.four-players-seats")
@pytest.mark.parametrize(("players", "free"), [(3, False), (4, True)])
def test_seats_for_four_players_only(players, free):
    """The bottom row has three seats, and a fourth one for four players."""
    t = dancing(players=players, dancers="1.bottom 1.bottom 1.bottom")
    assert ("1.bottom" in seats(t)) == free


@clause("dance.scored-hall")
def test_dancers_may_go_to_a_ballroom_that_was_scored():
    t = dancing(round=6, dancers="1.bottom").does("dance table 1 to 1.top from section 1")
    assert t.me.dancers == {"1.bottom": 1, "1.top": 1}
    assert "ballrooms" not in t.me.vp_from  # and it is not scored again


@clause("dance.stays")
def test_who_danced_in_one_round_is_there_in_the_next():
    t = dancing(tiles="A1 B1 C1").does("dance table 1 to 1.top from section 1").end_of_round(1)
    assert (t.round, t.me.dancers) == (2, {"1.top": 1})


@clause("dance.stays")
def test_dancers_stay_where_they_are():
    t = hall(dancers="1.top 2.middle", tiles="A1 B1 C1", emperor=4)
    t.seat(1).has(emperor=4)
    t.end_of_round(3)
    assert t.round == 4
    assert t.me.dancers == {"1.top": 1, "2.middle": 1}
    assert {"dance", "send", "remove"} & t.legal_kinds() == set()


# -- what it brings --------------------------------------------------------------------------------


@clause("dance.vp-and-reward", "dance.discard")
@both_editions
def test_vp_and_reward_as_if_the_guest_had_moved_in(spec):
    t = hall(spec, guests={74: "all"}, kitchen="1 champagne")
    t.does("dance table 1 to 2.bottom from section 1", "reward 1")
    assert t.me.vp_from == {"guests": 10}
    assert t.me.krones == 11
    discard = t.state.guest_discard[: t.state.guest_discard_size]
    assert 74 in {int(t.rules.guest_number[guest]) for guest in discard}


@clause("dance.discard")
@both_editions
def test_a_guest_who_dances_cannot_be_drawn_by_his_own_reward(spec):
    """158 brings a guest of the row; the deck that fills the place is made of the discard pile."""
    t = hall(spec, guests={158: "all"}, kitchen="2 champagne")
    t.pieces.discard(t.pieces.guest_deck())
    t.does("dance table 1 to 1.bottom from section 1", "reward 1", "guest 1")
    assert len(t.guests_in_row()) == 5
    discard = t.state.guest_discard[: t.state.guest_discard_size]
    assert [int(t.rules.guest_number[guest]) for guest in discard] == [158]


@clause("dance.row-bonus", "dance.bottom-none")
@pytest.mark.parametrize(("row", "krones"), [("bottom", 0), ("middle", 2), ("top", 3)])
def test_bonus_of_the_row_that_the_dancer_goes_to(row, krones):
    t = dancing().does(f"dance table 1 to 1.{row} from section 1")
    assert t.me.krones == 10 + krones


@clause("dance.row-bonus")
def test_the_bonus_of_a_row_comes_for_every_dancer():
    t = hall(guests={65: "all", 74: "all"}, kitchen="4 champagne")
    t.does("dance table 1 to 1.middle from section 1")
    t.does("dance table 2 to 1.middle from section 2", "stop")
    assert t.me.krones == 10 + 2 + 2


@clause("dance.bonus-placed")
def test_goods_of_a_row_go_onto_guests_or_into_the_kitchen():
    """The middle row of Zum Sperl gives a cake."""
    t = dancing(guests={65: "all", 153: ""}, kitchen="2 champagne")
    t.does("dance table 1 to 3.middle from section 1")
    t.legal("place cake on table 2", "keep cake")
    t.does("place cake on table 2")
    assert t.me.guests == {153: {"champagne": 2}}
    assert t.me.krones == 10


@clause("dance.section-bonus")
def test_the_last_dancer_of_a_section_brings_its_bonus():
    t = dancing(resting="1 2 2 2").does("dance table 1 to 2.bottom from section 1")
    assert t.me.resting == [0, 2, 2, 2]
    assert t.me.krones == 14


@clause("dance.section-bonus")
def test_no_bonus_while_a_dancer_is_left_in_the_section():
    t = dancing(resting="2 2 2 2").does("dance table 1 to 2.bottom from section 1")
    assert t.me.krones == 10


@clause("dance.section-bonus")
def test_dancers_of_several_sections_bring_no_bonus():
    t = hall(guests={65: "all", 74: "all"}, kitchen="2 champagne", resting="2 2 0 0")
    t.does("dance table 1 to 2.bottom from section 1")
    t.does("dance table 2 to 2.bottom from section 2", "stop")
    assert (t.me.resting, t.me.krones) == ([1, 1, 0, 0], 10)


# -- in which order --------------------------------------------------------------------------------


@clause("dance.order-free")
@pytest.mark.parametrize(
    "order",
    [
        {"row bonus": 3, "section bonus": 3 + 4, "reward 1": 3 + 4 + 1},
        {"section bonus": 4, "row bonus": 4 + 3, "reward 1": 4 + 3 + 1},
        {"reward 1": 1 + 3 + 4},  # bonuses of krones alone leave nothing to choose then
    ],
)
def test_row_section_and_reward_in_any_order(order):
    t = hall(guests={74: "all"}, kitchen="3 champagne", resting="1 2 2 2", krones=0)
    t.does("dance table 1 to 1.top from section 1")
    t.legal("row bonus", "section bonus", "reward 1")
    for words, krones in order.items():
        assert t.does(words).me.krones == krones
    t.legal("die 1")


@clause("dance.order-free")
def test_krones_of_the_row_may_pay_for_the_room_of_the_section():
    """A room of the second floor costs 1 krone; section 2 of this room lets prepare one."""
    t = hall(guests={65: "all"}, kitchen="2 champagne", resting="2 1 2 2", krones=0)
    t.me.has(occupied="1.1-1.5")
    t.does("dance table 1 to 1.middle from section 2")
    t.does("row bonus")
    t.does("prepare 2.1")
    assert (t.me.vacant, t.me.krones) == ({"2.1"}, 1)


@clause("dance.payment-first")
@both_editions
def test_champagne_of_the_reward_comes_too_late_to_pay(spec):
    t = hall(spec, guests={139: "all"}, vacant="1.2")
    assert "dance" not in t.legal_kinds()
    t.does("check in table 1 to 1.2", "reward 1")
    assert t.me.kitchen == {"champagne": 2}


@clause("dance.payment-first")
def test_champagne_of_the_section_comes_too_late_to_pay():
    t = dancing(kitchen="1 champagne", resting="2 2 1 2")
    assert seats(t) == {"1.bottom", "2.bottom", "3.bottom"}
    t.does("dance table 1 to 1.bottom from section 3")
    assert (t.me.kitchen, t.me.emperor) == ({"champagne": 2}, 1)


@clause("dance.payment-draft")
@pytest.mark.parametrize("spec", [DRAFT, f"{SPEC}+draft-section-bonus"])
def test_in_the_draft_champagne_of_the_section_pays_for_the_dancer(spec):
    t = dancing(spec=spec, kitchen="1 champagne", resting="2 2 1 2")
    start = "send to" if "dance table 1" in t.options else "dance table 1 to"
    if start == "send to":
        t.does("dance table 1")
    t.illegal(f"{start} 1.top from section 1")
    t.does(f"{start} 1.top from section 3")
    assert (t.me.kitchen, t.me.emperor, t.me.krones) == ({}, 1, 13)


# -- the draft: the reward first -------------------------------------------------------------------

reward_first = pytest.mark.parametrize("spec", [DRAFT, f"{SPEC}+draft-reward-first"])


@clause("dance.draft-reward-first")
@reward_first
def test_in_the_draft_champagne_of_the_reward_pays_for_the_dancer(spec):
    t = hall(spec, guests={139: "all"})
    t.illegal("dance table 1 to 1.bottom from section 1")
    t.does("dance table 1").illegal("send to 1.bottom from section 1")
    t.does("reward 1")
    assert seats(t, "send") == {
        f"{place}.{row}" for place in (1, 2, 3) for row in ("bottom", "middle")
    }
    t.does("send to 1.middle from section 1")
    assert (t.me.kitchen, t.me.dancers, t.me.krones) == ({}, {"1.middle": 1}, 12)
    assert t.me.guests == {}


@clause("dance.draft-reward-first")
@reward_first
def test_in_the_draft_nobody_is_sent_whom_even_the_reward_does_not_pay_for(spec):
    assert "dance" not in hall(spec, guests={74: "all"}).legal_kinds()
    assert "dance" in hall(spec, guests={74: "all"}, kitchen="1 champagne").legal_kinds()
    full = " ".join(
        f"{place}.{row}" for place in (1, 2, 3) for row in ("bottom", "middle", "middle")
    )
    t = hall(spec, guests={139: "all"}, dancers=full + " 1.top 2.top")
    t.seat(1).has(dancers="1.bottom 2.bottom 3.bottom")
    assert "dance" not in t.legal_kinds()  # the balcony costs 3, and the reward brings 2


@clause("dance.draft-late-room")
@reward_first
def test_in_the_draft_a_room_is_taken_if_no_seat_can_be_paid_after_the_reward(spec):
    """148 sends a further dancer for the only champagne; whoever has 23 is paid for a guest in."""
    t = hall(spec, guests={148: "all"}, kitchen="1 champagne", vacant="1.1 1.3")
    t.does("dance table 1", "send to 1.bottom from section 1")
    t.illegal("occupy 1.1")
    assert t.options == ["occupy 1.3"]
    t.does("occupy 1.3")
    assert (t.me.occupied, t.me.dancers, int(t.me.p.housed)) == ({"1.3"}, {"1.bottom": 1}, 1)


@clause("dance.draft-late-room", corner=True)
@reward_first
def test_in_the_draft_any_room_of_its_colour_is_taken_late_and_staff_may_pay_first(spec):
    """5 pays for a red guest."""
    t = hall(spec, guests={148: "all"}, kitchen="1 champagne", vacant="1.1 1.3 1.4", staff=[5])
    t.does("dance table 1", "reward 1", "send to 1.bottom from section 1")
    assert set(t.options) == {"occupy 1.3", "occupy 1.4", "staff bonus"}
    t.does("staff bonus", "occupy 1.4")
    assert t.me.occupied == {"1.4"}


@clause("dance.draft-late-room", corner=True)
@pytest.mark.parametrize("early", [False, True])
def test_in_the_draft_staff_pay_for_a_guest_who_takes_a_room_after_all(early):
    """2015: 23 pays 1 krone for a guest who moves in, 33 4 VP for a guest with an order of four."""
    spec = "original-2015+ballrooms+draft-reward-first"
    t = hall(spec, guests={148: "all"}, kitchen="1 champagne", vacant="1.3", staff=[23, 5])
    t.does("dance table 1")
    before = t.me.krones
    if early:
        t.does("staff bonus")
        assert t.me.krones == before + 2  # 5 pays for a red guest
    if "reward 1" in t.options:
        t.does("reward 1")
    t.does("send to 1.bottom from section 1", "occupy 1.3")
    assert t.me.krones == before + 2 + 1


@clause("check-in.new-staff-pays", "dance.draft-reward-first", corner=True)
@pytest.mark.parametrize(
    ("edition", "paid"),
    [("revised-2021", True), ("original-2015", False)],
)
def test_in_the_draft_staff_whom_the_reward_brings_pay_before_the_seat_is_chosen(edition, paid):
    """135 brings a step and a staff card, 7 pays 1 krone for a yellow guest: as staff who were
    there before, 7 may pay as soon as the reward is over."""
    spec = f"{edition}+ballrooms+draft-reward-first"
    t = hall(spec, guests={135: "all"}, kitchen="1 champagne", hand=[7])
    t.does("dance table 1", "reward 2", "hire 7", "reward 1")
    assert ("staff bonus" in t.options) == paid
    before = t.me.krones
    if paid:
        t.does("staff bonus").illegal("staff bonus")
        assert t.me.krones == before + 1
    t.does("send to 1.bottom from section 2").legal("die 1")
    assert t.me.krones == before + paid


@clause("dance.draft-no-place")
@reward_first
def test_in_the_draft_a_guest_may_find_no_place_at_all(spec):
    t = hall(spec, guests={148: "all"}, kitchen="1 champagne")
    t.does("dance table 1", "send to 1.bottom from section 1")
    t.legal("die 1")
    assert (t.me.guests, t.me.dancers, t.me.vp_from["guests"]) == ({}, {"1.bottom": 1}, 3)


@clause("dance.payment-first")
def test_in_retail_the_seat_is_chosen_before_the_reward():
    dancing().illegal("dance table 1")


@clause("dance.staff-answers", "check-in.new-staff-pays", corner=True)
@pytest.mark.parametrize("staff", [[], [7]])
@pytest.mark.parametrize(("early", "paid"), [(True, 2), (False, 0)])
def test_staff_whom_the_bonus_of_a_section_brings_pay_if_it_is_taken_early(
    early, paid, staff, tmp_path
):
    """5 pays 2 krones for a red guest, 7 for a yellow one: that 7 is there changes nothing."""
    hires = tmp_path / "hires.toml"
    bonus = '[{ do = "hire", discount = 2 }]'
    hires.write_text(f'id = "hires"\nset."rehearsal_room.one.sections.1.bonus" = {bonus}\n')
    t = hall(guests={77: "all"}, kitchen="1 champagne", resting="2 1 2 2", patches=(NUMBERS, hires))
    t.me.has(hand=[5], staff=staff)
    t.dances("3.bottom from section 2")
    before = t.me.krones
    t.does(*(["section bonus", "hire 5", "reward 1"] if early else ["reward 1", "hire 5"]))
    assert t.me.krones == before + 1 - (4 - 2) + paid


# -- the balcony -----------------------------------------------------------------------------------


@clause("dance.balcony", "dance.balcony-bonus")
@pytest.mark.parametrize("spec", [*EDITIONS, DRAFT])
def test_the_balcony_takes_any_number_of_dancers_for_3_champagne(spec):
    t = ball("apollosaal", spec, place=3, guests={65: "all"}, kitchen="3 champagne")
    t.me.has(dancers=" ".join(["3.top"] * 5))
    t.seat(1).has(dancers=" ".join(["3.top"] * 3))
    t.dances("3.top from section 1")
    assert t.me.dancers == {"3.top": 6}
    assert (t.me.kitchen, t.me.krones) == ({}, 13)


@clause("dance.balcony")
def test_the_balcony_costs_what_the_top_row_costs():
    t = ball("apollosaal", place=3, guests={65: "all"}, kitchen="2 champagne", dancers="3.top")
    assert "3.top" not in seats(t)


@clause("dance.balcony", "dance.full")
@pytest.mark.parametrize("place", [1, 2])
def test_there_is_no_balcony_beside_the_other_ballrooms(place):
    t = dancing(dancers=f"{place}.top")
    assert f"{place}.top" not in seats(t)


@clause("dance.balcony")
def test_the_balcony_is_open_when_all_seats_of_the_right_ballroom_are_taken():
    t = dancing(dancers="3.bottom 3.bottom 3.middle 3.middle 3.top")
    assert {seat for seat in seats(t) if seat.startswith("3.")} == {"3.top"}


@clause("dance.balcony-counts")
def test_dancers_on_the_balcony_belong_to_the_top_row():
    """One seat at the top for two players: four more dancers stand on the balcony."""
    t = ball("goldener-strauss", place=3, tiles="A1 B1 C1", emperor=8)
    t.me.has(dancers="3.top 3.top 3.top")
    t.seat(1).has(emperor=8, dancers="3.top 3.top")
    t.end_of_round(7)
    assert t.me.vp_from["ballrooms"] == 7
    assert t.seat(1).vp_from["ballrooms"] == 2
