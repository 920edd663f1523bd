"""Politics cards: the twelve conditions, the three places, and when a marker may be set."""

import pytest

from tests.clauses import clause
from tests.scenarios.court import CONDITIONS, EDITIONS, on_board
from tests.scenarios.table import Table


@clause("politics-card.claim", "politics-card.occupied-counts")
@clause("politics.cards.{key}")
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize(("key", "met", "failed"), CONDITIONS)
def test_condition(key, met, failed, spec):
    t = Table(spec, politics=on_board(key), **met).does(f"claim {key[0]}")
    assert t.me.vp_from == {"politics": 15}
    Table(spec, politics=on_board(key), **failed).illegal(f"claim {key[0]}")


@clause("politics-card.at-least")
@clause("politics.cards.A-emperor", corner=True)
def test_more_than_needed_will_do():
    Table("revised-2021", emperor=13, politics=on_board("A-emperor")).legal("claim A")


@clause("politics-card.places", "politics-card.best-place", "politics-card.fourth")
@pytest.mark.parametrize("spec", EDITIONS)
def test_places_bring_15_10_5_and_a_fourth_player_nothing(spec):
    t = Table(spec, 4, krones=20, politics=on_board("A-krones"))
    for seat in range(1, 4):
        t.seat(seat).has(krones=20)
    for vp in (15, 10, 5):
        seat = t.player
        t.does("claim A")
        assert t.seat(seat).vp == vp
        t.plays("die 1" if vp > 5 else "die 2")
    t.illegal("claim A")


@clause("politics-card.one-marker")
def test_one_marker_a_card_and_player():
    t = Table("revised-2021", krones=20, politics=on_board("A-krones")).does("claim A")
    t.illegal("claim A")


@clause("politics-card.several")
def test_several_cards_in_one_turn():
    t = Table("revised-2021", krones=20, occupied="1.1-3.5", politics=on_board("A-krones"))
    t.does("claim A", "claim B", "claim C")
    assert t.me.vp == 45


@clause("politics-card.optional")
def test_a_marker_is_never_forced():
    t = Table("revised-2021", krones=20, politics=on_board("A-krones"))
    t.legal("claim A", "die 1", "pass")
    t.plays("die 1")
    assert t.me.vp == 0


@clause("politics-card.moment")
def test_claim_before_the_krones_are_spent():
    t = Table("revised-2021", krones=20, politics=on_board("A-krones"), kitchen="1 wine")
    t.me.has(guests={51: ""})
    t.does("claim A", "serve", "place wine on table 1")
    assert (t.me.krones, t.me.vp) == (19, 15)


@clause("politics-card.moment", "turn.additional-actions")
def test_claim_after_the_die():
    t = Table("revised-2021", krones=18, politics=on_board("A-krones"), dice="4 4")
    t.illegal("claim A")
    t.does("die 4", "steps 0", "claim A")
    assert t.me.vp == 15


@clause("turn.nothing-interrupted")
def test_claim_is_not_possible_inside_an_action():
    t = Table("revised-2021", krones=20, politics=on_board("A-krones"), vacant="1.1", dice="3")
    t.does("die 3")
    t.illegal("claim A")
    t.does("stop").legal("claim A")


@clause("politics-card.own-turn")
def test_claim_only_in_the_own_turn():
    t = Table("revised-2021", politics=on_board("A-krones"), krones=20, turn=1)
    t.illegal("claim A")


@clause("politics-card.stays")
def test_marker_stays_when_the_condition_no_longer_holds():
    t = Table("revised-2021", krones=20, politics=on_board("A-krones")).does("claim A", "die 6")
    assert t.me.krones == 19
    assert t.me.vp == 15


@clause("politics-card.stays")
def test_marker_lies_there_in_later_turns_when_the_condition_no_longer_holds():
    t = Table("revised-2021", politics=on_board("A-krones"), krones=19, claimed="A", dice="4 4 4")
    t.plays("die 4").plays("die 4")
    t.illegal("claim A")
    assert (int(t.me.p.claimed), int(t.state.markers[0])) == (1, 1)


@clause("pass.instead-of-a-turn")
def test_a_claim_counts_as_an_act_so_that_the_turn_cannot_be_passed_any_more():
    t = Table("revised-2021", krones=20, politics=on_board("A-krones")).does("claim A")
    t.illegal("pass")
