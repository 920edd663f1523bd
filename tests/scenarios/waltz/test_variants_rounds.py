"""Online variants of the round: free guests that are swept, turns without dice; original rules."""

import pytest

from model import UserError, diff_rulesets, load_ruleset
from tests.clauses import clause
from tests.scenarios.table import Table

SWEEP = "revised-2021+sweep"
ROW = [49, 50, 51, 52, 53]
DECK = [60, 61]


def swept(spec: str = SWEEP, *turns: str, round: int = 1) -> Table:
    """A round in which these actions happened (one a turn) has ended; the deck began with DECK."""
    t = Table(spec, row=ROW, krones=20, tiles="A2 B1 C1", round=round)
    t.seat(1).has(krones=20)
    for number in reversed(DECK):
        guest = t.pull_guest(number)
        t.pieces.set_guest_deck([guest, *t.pieces.guest_deck()])
    for action in turns:
        t.does(action)
    return t.end_of_round(round)


# -- sweep -----------------------------------------------------------------------------------------


@clause("variant.sweep")
@pytest.mark.parametrize("edition", ["original-2015", "revised-2021"])
def test_after_a_round_without_new_guests_the_free_ones_are_replaced(edition):
    t = swept(f"{edition}+sweep", "die 4", "steps 0", "end turn")
    assert t.round == 2
    assert set(t.guests_in_row()) == {49, 50, 51, 60, 61}


@clause("variant.sweep")
def test_without_the_variant_the_row_stays():
    assert swept("revised-2021").guests_in_row() == ROW


@clause("variant.sweep-refill", corner=True)
def test_the_others_move_up_to_the_free_places():
    t = swept()
    assert t.guests_in_row() == [61, 60, 49, 50, 51]


@clause("variant.sweep", corner=True)
def test_the_swept_guests_are_discarded():
    t = swept()
    discards = t.state.guest_discard[: t.state.guest_discard_size]
    assert [int(t.rules.guest_number[guest]) for guest in discards] == [52, 53]


@clause("variant.sweep", corner=True)
@pytest.mark.parametrize("place", ["guest 1", "guest 5"])
def test_a_guest_taken_by_anybody_prevents_it(place):
    t = swept(SWEEP, "die 4", "steps 0", "end turn", place)
    assert len({52, 53} & set(t.guests_in_row())) == (2 if place == "guest 1" else 1)


@clause("variant.sweep", corner=True)
def test_a_guest_taken_by_a_reward_prevents_it():
    t = Table(SWEEP, row=ROW, guests={78: "all"}, vacant="1.3").check_in(78, "1.3").does("guest 1")
    t.end_of_round(1)
    assert {52, 53} <= set(t.guests_in_row())


@clause("variant.sweep", corner=True)
def test_guests_of_earlier_rounds_do_not_prevent_it():
    t = swept(SWEEP, "guest 5")
    before = t.guests_in_row()
    assert before[1:] == ROW[:4]
    after = t.end_of_round(2).guests_in_row()
    assert after[2:] == before[:3]


@clause("variant.sweep-before-scoring")
def test_the_sweep_comes_before_the_emperor_scoring():
    t = Table(SWEEP, row=ROW, tiles="A2 B1 C1", emperor=8)
    t.seat(1).has(emperor=4)
    t.end_of_round(3)
    assert "choose wine" in t.options  # the reward of the tile
    assert not {52, 53} & set(t.guests_in_row())


# -- turns without dice ----------------------------------------------------------------------------

WITHOUT = "revised-2021+turn-without-dice"


def last_die(spec: str = WITHOUT, **things) -> Table:
    """The last die of the round has been used; seat 1 would have two turns, seat 0 one."""
    return Table(spec, dice="4", **things).does("die 4", "steps 0", "end turn")


@clause("variant.turn-without-dice")
def test_turns_that_remain_are_played_without_a_die():
    t = last_die()
    assert (t.player, t.round) == (1, 1)
    t.legal("guest 5", "end turn")
    assert "die" not in t.legal_kinds()
    t.does("end turn", "end turn")
    assert (t.player, t.round) == (0, 1)
    t.does("end turn")
    assert t.round == 2


@clause("variant.turn-without-dice", corner=True)
def test_without_the_variant_the_round_ends():
    assert last_die("revised-2021").round == 2


@clause("variant.turn-without-dice", corner=True)
def test_everything_else_of_a_turn_is_possible():
    t = Table(WITHOUT, dice="4", staff=[3], guests={65: "all", 51: ""}, turn=1)
    t.me.has(vacant="3.1", kitchen="1 wine", turns_taken=1, krones=20)
    t.politics("A-krones B-floors C-three-each")
    t.does("die 4", "steps 0", "end turn")
    while t.player != 0:
        t.does("end turn")
    t.legal("guest 5", "use 3", "serve", "claim A", "check in table 1 to 3.1", "end turn")


@clause("variant.no-pass-without-dice")
def test_nobody_passes_without_dice():
    t = last_die()
    t.illegal("pass")
    t.does("guest 5").illegal("pass")


@clause("variant.no-pass-without-dice", corner=True)
def test_whoever_passed_before_the_last_die_plays_without_one():
    t = Table(WITHOUT, dice="4 4").does("pass", "die 4", "steps 0", "end turn")
    t.does("die 4", "steps 0", "end turn")
    assert (t.player, t.round) == (0, 1)
    t.illegal("pass")
    t.does("end turn", "end turn")
    assert t.round == 2


@clause("variant.turn-without-dice", corner=True)
def test_the_variant_settles_the_ruling():
    found = load_ruleset(WITHOUT)
    assert found.procedure.no_dice_turn == "turn-without-die"
    assert "no-dice-turn" not in found.rulings
    with pytest.raises(UserError, match="settled by the change turn-without-dice"):
        load_ruleset(WITHOUT, rulings={"no-dice-turn": "round-ends"})


# -- original rules --------------------------------------------------------------------------------

LISTED = {
    "guest.97.reward",
    "staff.41.effects.0.max",
    "staff.17.cost",
    "emperor_tile.C2.penalty.1.from",
    "emperor.penalty_alternative",
}


@clause("variant.original-rules-listed")
def test_the_option_takes_back_the_five_changes_that_it_lists():
    original = load_ruleset("revised-2021+original-rules")
    assert {d.path for d in diff_rulesets(load_ruleset("revised-2021"), original)} == LISTED
    first = load_ruleset("original-2015")
    assert LISTED & {d.path for d in diff_rulesets(first, original)} == set()


@clause("variant.original-rules-listed", corner=True)
def test_under_original_rules_the_kitchen_hand_costs_three():
    t = Table("revised-2021+original-rules", hand=[17], dice="5", krones=2)
    assert t.does("die 5", "hire 17").me.krones == 0


@clause("variant.original-rules-listed", corner=True)
def test_under_original_rules_vp_may_be_lost_instead_of_krones():
    t = Table("revised-2021+original-rules", tiles="A1 B1 C1")
    t.seat(1).has(emperor=4)
    t.end_of_round(3).legal("take penalty", "lose vp")


@clause("variant.original-rules-listed", corner=True)
def test_under_original_rules_e_gizia_brings_a_turn():
    t = Table("revised-2021+original-rules", guests={97: "all"}, vacant="1.3", dice="4 4")
    t.does("die 4", "steps 0").check_in(97, "1.3").does("reward 1")
    while t.options == ["stop"] or "end turn" not in t.options:
        t.does("stop")
    t.does("end turn")
    assert t.player == 0
    t.legal("guest 5", "die 4")
