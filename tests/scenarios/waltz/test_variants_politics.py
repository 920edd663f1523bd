"""Politics cards of the online version: three more by herlius, and claiming by itself.

Night side: red rooms 1.3 1.4 2.3 2.4 3.2 4.2 4.4, yellow ones 1.2 2.1 2.2 2.5 3.4 3.5.
"""

import pytest

from model import UserError, load_ruleset
from tests.clauses import clause
from tests.scenarios.court import CONDITIONS, ON_BOARD, on_board
from tests.scenarios.table import Table

HERLIUS = "revised-2021+herlius"
NEW = "A-guest-vp B-column-floor C-two-colours"
AUTO = "revised-2021+auto-claim"
AUTO_SPECS = ("original-2015+auto-claim", AUTO)
POLITICS = " ".join(ON_BOARD.values())
MET = [(card, met) for card, met, _ in CONDITIONS]


def ends_turn(t: Table) -> Table:
    """A turn with one krone received, which is not worth anything here."""
    return t.does("die 4", "steps 0", "end turn")


# -- herlius ---------------------------------------------------------------------------------------


@clause("variant.herlius")
def test_three_politics_cards_join_those_of_their_letters():
    keys = list(load_ruleset(HERLIUS).politics.cards)
    found = set()
    for seed in range(1, 41):
        chosen = [keys[i] for i in Table.set_up(HERLIUS, seed=seed).state.politics]
        assert [key[0] for key in chosen] == ["A", "B", "C"]
        found |= set(chosen)
    assert found == set(load_ruleset("revised-2021").politics.cards) | set(NEW.split())


@clause("politics.cards.A-guest-vp")
@pytest.mark.parametrize("edition", ["original-2015", "revised-2021"])
def test_twenty_vp_of_guests(edition):
    t = Table(f"{edition}+herlius", politics=NEW, guests={74: "all", 55: "all", 65: "all"})
    t.me.has(vacant="3.1 1.2 4.1")
    t.check_in(74, "3.1").does("stop").check_in(55, "1.2").does("stop")
    t.illegal("claim A")
    t.check_in(65, "4.1")
    t.does("claim A")
    assert t.me.vp_from == {"guests": 20, "politics": 15, "occupancy": 5}


@clause("politics.cards.A-guest-vp", "variant.guest-vp", corner=True)
def test_vp_of_staff_and_bonuses_for_guests_do_not_count():
    t = Table(HERLIUS, politics=NEW, staff=[8], guests={95: "all"}, vacant="1.1")
    t.me.p.guest_vp = 17
    t.check_in(95, "1.1").does("occupancy bonus", "staff bonus", "stop")
    assert t.me.vp == 2 + 2 + 2
    t.illegal("claim A")


@clause("politics.cards.A-guest-vp", "variant.guest-vp", corner=True)
def test_vp_of_a_filled_order_count_when_the_guest_leaves_the_cafe():
    t = Table(HERLIUS, politics=NEW, guests={74: "all"}, vacant="3.1")
    t.me.p.guest_vp = 10
    t.illegal("claim A")
    t.check_in(74, "3.1").does("stop")
    t.legal("claim A")


@clause("politics.cards.A-guest-vp", corner=True)
def test_vp_of_other_sources_do_not_count():
    t = Table(HERLIUS, politics=NEW)
    t.me.has(vp=40)
    t.illegal("claim A")


@clause("politics.cards.B-column-floor")
@pytest.mark.parametrize("edition", ["original-2015", "revised-2021"])
def test_a_column_and_a_floor(edition):
    t = Table(f"{edition}+herlius", politics=NEW, occupied="1.1 2.1 3.1 4.1 2.2 2.3 2.4 2.5")
    assert t.does("claim B").me.vp == 15


@clause("politics.cards.B-column-floor", corner=True)
@pytest.mark.parametrize(
    ("occupied", "vacant"),
    [
        ("1.1-2.5", ""),  # two floors
        ("1.1 2.1 3.1 4.1 1.2 2.2 3.2 4.2", ""),  # two columns
        ("1.1-1.5 2.1 3.1", "4.1"),
        ("1.1-1.4 2.1 3.1 4.1", "1.5"),
    ],
)
def test_two_floors_or_columns_or_a_vacant_room_are_not_enough(occupied, vacant):
    Table(HERLIUS, politics=NEW, occupied=occupied, vacant=vacant).illegal("claim B")


@clause("politics.cards.C-two-colours")
@pytest.mark.parametrize("edition", ["original-2015", "revised-2021"])
@pytest.mark.parametrize(
    "rooms",
    [
        "1.3 1.4 2.3 2.4 1.2 2.1 2.2 2.5",
        "1.3 1.4 2.3 2.4 1.1 1.5 3.1 4.1",
        "1.2 2.1 2.2 2.5 1.1 1.5 3.1 4.1",
    ],
)
def test_four_rooms_of_each_of_two_colours(edition, rooms):
    t = Table(f"{edition}+herlius", politics=NEW, occupied=rooms)
    assert t.does("claim C").me.vp == 15


@clause("politics.cards.C-two-colours", corner=True)
@pytest.mark.parametrize(
    ("occupied", "vacant"),
    [
        ("1.3 1.4 2.3 2.4 3.2 4.2 4.4 1.2 2.1 2.2", ""),  # seven red, three yellow
        ("1.3 1.4 2.3 2.4 1.2 2.1 2.2 1.1 1.5 3.1", "2.5"),  # three of two further colours
    ],
)
def test_many_rooms_of_one_colour_do_not_replace_the_second(occupied, vacant):
    Table(HERLIUS, politics=NEW, occupied=occupied, vacant=vacant).illegal("claim C")


# -- claiming by itself ----------------------------------------------------------------------------


@clause("variant.auto-claim")
@pytest.mark.parametrize("spec", AUTO_SPECS)
@pytest.mark.parametrize(("card", "met"), MET)
def test_a_condition_that_holds_is_claimed_as_the_turn_ends(card, met, spec):
    t = ends_turn(Table(spec, politics=on_board(card), **met))
    claimed = ["ABC"[i] for i in range(3) if t.me.p.claimed >> i & 1]
    assert card[0] in claimed
    assert t.me.vp_from["politics"] == 15 * len(claimed)
    assert t.player == 1


@clause("variant.auto-claim", corner=True)
def test_nothing_is_claimed_during_the_turn():
    t = Table(AUTO, politics=POLITICS, krones=20)
    t.illegal("claim A")
    t.does("die 4", "steps 0").illegal("claim A")
    assert t.me.vp == 0


@clause("variant.auto-claim", corner=True)
def test_several_cards_are_claimed_together():
    rooms = "1.1-2.5 3.1 3.4"  # two floors, at least three rooms of each colour
    t = ends_turn(Table(AUTO, politics=POLITICS, krones=20, occupied=rooms))
    assert t.me.vp_from["politics"] == 3 * 15


@clause("variant.auto-claim", corner=True)
def test_the_best_free_place_is_taken():
    t = Table(AUTO, politics=POLITICS, krones=20)
    t.seat(1).has(claimed="A")
    assert ends_turn(t).me.vp_from["politics"] == 10


@clause("variant.auto-claim", corner=True)
def test_a_card_is_claimed_once():
    t = ends_turn(Table(AUTO, politics=POLITICS, krones=20, claimed="A"))
    assert "politics" not in t.me.vp_from


@clause("variant.auto-claim-moment")
def test_a_condition_that_ended_within_the_turn_is_not_claimed():
    t = Table(f"{AUTO}+more", politics="A-emperor B-floors C-three-each", staff=[177], hand=[27])
    t.me.has(emperor=10)
    ends_turn(t.does("use 177", "hire 27"))
    assert (t.me.emperor, "politics" in t.me.vp_from) == (8, False)


@clause("variant.auto-claim-moment", corner=True)
def test_a_condition_met_by_the_last_action_counts():
    t = Table(AUTO, politics=POLITICS, krones=18, dice="4 4").does("die 4", "steps 0", "end turn")
    assert t.me.vp_from["politics"] == 15


@clause("variant.auto-claim-moment", corner=True)
def test_passing_claims_nothing():
    t = Table(AUTO, politics=POLITICS, krones=20).does("pass")
    assert t.me.vp == 0


@clause("variant.auto-claim-moment", corner=True)
def test_a_condition_met_in_an_emperor_scoring_is_claimed_as_the_next_turn_ends():
    t = Table(AUTO, politics=POLITICS, tiles="A1 B1 C1", krones=17, emperor=8)
    t.seat(1).has(emperor=4)
    t.end_of_round(3)
    assert (t.me.krones, t.me.vp_from.get("politics", 0)) == (20, 0)
    while t.player != 0:
        t.plays()
    assert ends_turn(t).me.vp_from["politics"] == 15


@clause("variant.auto-claim", "staff.132", corner=True)
def test_the_arranger_answers_to_each_card():
    t = Table(f"{AUTO}+ballrooms", politics=POLITICS, staff=[132], krones=20, occupied="1.1-2.5")
    assert ends_turn(t).me.kitchen["champagne"] == 4


@clause("variant.auto-claim", "staff.179", corner=True)
def test_the_entertainer_answers_before_the_next_turn():
    t = Table(f"{AUTO}+more", politics=POLITICS, staff=[179], krones=20, guests={84: ""})
    ends_turn(t).does("use 179", "fill table 1")
    assert (t.me.guests, t.player) == ({84: {}}, 1)


@clause("variant.auto-claim", "bell.decline", corner=True)
def test_the_entertainer_may_be_declined_then():
    t = Table(f"{AUTO}+more", politics=POLITICS, staff=[179], krones=20, guests={84: ""})
    ends_turn(t).does("stop")
    assert (t.me.guests[84], t.player) == ({"cake": 2, "wine": 1}, 1)


@clause("variant.auto-claim", corner=True)
def test_the_variant_settles_the_ruling():
    assert load_ruleset(AUTO).procedure.politics_claim == "turn-end"
    assert load_ruleset("revised-2021").procedure.politics_claim == "action"
    with pytest.raises(UserError, match="settled by the change auto-claim"):
        load_ruleset(AUTO, rulings={"politics-moment": "default"})


# -- krones at any moment of the turn --------------------------------------------------------------


def twenty(**things):
    """One krone short of the card that asks for 20, with a guest who could be served."""
    return Table(
        AUTO, politics=POLITICS, krones=19, guests={51: ""}, kitchen="1 wine", dice="4 4", **things
    )


@clause("variant.auto-claim-krones")
def test_twenty_krones_held_as_the_turn_begins_are_enough():
    t = Table(AUTO, politics=POLITICS, krones=20, dice="1").does("die 1", "split 0 0", "end turn")
    assert t.me.vp_from == {"politics": 15}


@clause("variant.auto-claim-krones")
def test_krones_that_were_there_in_the_turn_count():
    t = twenty().does("die 4", "steps 1", "serve", "place wine on table 1")
    assert t.me.krones == 19
    t.does("end turn")
    assert t.me.vp_from == {"politics": 15}


@clause("variant.auto-claim-krones")
def test_krones_held_as_the_turn_began_count():
    t = Table(AUTO, politics=POLITICS, dice="4 6")
    t.seat(1).has(krones=20)
    ends_turn(t).does("die 6", "copy 4", "steps 1")
    assert t.seat(1).krones == 19
    assert t.does("end turn").seat(1).vp_from == {"politics": 15}


@clause("variant.auto-claim-krones")
def test_krones_of_another_turn_do_not():
    t = twenty(turn=1)
    t.me.has(krones=20)
    t.seat(1).has(krones=19)
    t.does("die 4", "steps 2", "end turn")
    assert t.me.vp_from == t.seat(1).vp_from == {}
