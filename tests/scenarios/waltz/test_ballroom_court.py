"""Politics cards and emperor tiles of module 1."""

import pytest

from tests.clauses import clause
from tests.scenarios.court import RETREAT, ROUND_OF
from tests.scenarios.waltz.hall import EDITIONS, SPEC, hall

both_editions = pytest.mark.parametrize("spec", EDITIONS)
GREEN = (92, 93, 95, 98)


def on_board(key, spec=SPEC, **things):
    """A table with this politics card."""
    cards = {"A": "A-krones", "B": "B-floors", "C": "C-three-each"} | {key[0]: key}
    return hall(spec, politics=" ".join(cards.values()), **things)


def scoring(tile, spec=SPEC, **mine):
    """The scoring of a tile: reward with ``emperor`` high enough, else the penalty."""
    letter = tile[0]
    tiles = " ".join(tile if x == letter else f"{x}1" for x in "ABC")
    t = hall(spec, tiles=tiles, **({"emperor": 0} | mine))
    t.seat(1).has(emperor=RETREAT[letter] + 1, dancers="1.bottom 2.bottom 3.bottom")
    return t.end_of_round(ROUND_OF[letter])


def rewarded(tile, spec=SPEC, **mine):
    return scoring(tile, spec, emperor=RETREAT[tile[0]] + 3, **mine)


# -- politics cards --------------------------------------------------------------------------------


@clause("politics.cards.A-champagne")
@both_editions
@pytest.mark.parametrize(("champagne", "met"), [(6, False), (7, True), (9, True)])
def test_seven_champagne_in_the_kitchen(champagne, met, spec):
    t = on_board("A-champagne", spec, kitchen=f"{champagne} champagne")
    assert ("claim A" in t.options) == met


@clause("politics.cards.A-champagne", corner=True)
def test_champagne_on_guests_or_other_goods_do_not_count():
    t = on_board("A-champagne", kitchen="6 champagne 9 wine", guests={153: "2 champagne"})
    t.illegal("claim A")


@clause("politics.cards.A-champagne", corner=True)
def test_champagne_is_shown_not_paid():
    t = on_board("A-champagne", kitchen="7 champagne").does("claim A")
    assert t.me.kitchen == {"champagne": 7}


@clause("politics.cards.B-dancers")
@both_editions
@pytest.mark.parametrize(
    ("dancers", "met"),
    [("1.top 2.top 2.top 3.middle 3.bottom 1.bottom", False), ("2.bottom " * 7, True)],
)
def test_seven_dancers_in_one_or_more_ballrooms(dancers, met, spec):
    t = on_board("B-dancers", spec, dancers=dancers)
    assert ("claim B" in t.options) == met
    assert "claim B" in t.me.has(dancers="1.middle").table.options


@clause("politics.cards.B-dancers", corner=True)
def test_dancers_on_the_balcony_count_for_the_card():
    t = on_board("B-dancers", dancers="3.top " * 7)  # one seat at the top for two players
    t.legal("claim B")


@clause("politics.cards.B-dancers", corner=True)
def test_dancers_of_others_and_those_who_rehearse_do_not_count():
    t = on_board("B-dancers", dancers="1.top 2.top", resting="3 3 2 2")
    t.seat(1).has(dancers="3.top " * 7)
    t.illegal("claim B")


@clause("politics.cards.C-green", "more.orders-when")
@both_editions
def test_orders_of_four_green_guests(spec):
    t = on_board("C-green", spec, vacant="1.2 1.3", kitchen="4 champagne")
    t.me.has(guests=dict.fromkeys(GREEN[:3], "all"))
    t.does("check in table 1 to 1.2", "stop", "dance table 2 to 1.bottom from section 1", "stop")
    t.does("dance table 3 to 1.bottom from section 2", "stop")
    t.illegal("claim C")
    t.me.has(guests={GREEN[3]: "all"})
    t.illegal("claim C")  # the order is filled, but the guest is still there
    t.does("check in table 1 to 1.3", "stop", "claim C")
    assert t.me.vp_from["politics"] == 15


@clause("politics.cards.C-green", corner=True)
def test_guests_of_other_colours_do_not_count_for_the_card():
    t = on_board("C-green", kitchen="6 champagne", players=4)
    for section, guest in enumerate((74, 77, 79, 69), start=1):
        t.me.has(guests={guest: "all"})
        t.does(f"dance table 1 to 2.bottom from section {section}", "stop")
    t.illegal("claim C")


# -- emperor tile A5 -------------------------------------------------------------------------------


@clause("emperor_tile.A5.reward")
@both_editions
def test_reward_a5_two_champagne(spec):
    assert rewarded("A5", spec).me.kitchen == {"champagne": 2}


@clause("emperor_tile.A5.reward", corner=True)
def test_champagne_of_reward_a5_goes_onto_guests():
    t = rewarded("A5", guests={153: "1 cake"})
    t.does("place champagne on table 1", "place champagne on table 1")
    assert t.me.guests[153] == {}


@clause("emperor_tile.A5.penalty")
@both_editions
def test_penalty_a5_two_champagne(spec):
    t = scoring("A5", spec, kitchen="3 champagne 2 wine").does("take penalty")
    assert t.me.kitchen == {"champagne": 1, "wine": 2}
    assert "tiles" not in t.me.vp_from


@clause("emperor_tile.A5.penalty", corner=True)
@both_editions
@pytest.mark.parametrize("kitchen", ["", "1 champagne", "1 champagne 5 wine"])
def test_penalty_a5_without_two_champagne_costs_5_vp(kitchen, spec):
    t = scoring("A5", spec, kitchen=kitchen, guests={153: "2 champagne"})
    assert t.options == ["lose vp"]
    before = t.me.kitchen
    t.does("lose vp")
    assert (t.me.vp_from["tiles"], t.me.kitchen) == (-5, before)


# -- emperor tile B5 -------------------------------------------------------------------------------


@clause("emperor_tile.B5.reward")
@both_editions
def test_reward_b5_a_dancer_for_nothing_with_the_bonus_of_the_row(spec):
    t = rewarded("B5", spec).does("send to 1.top from section 1")
    assert (t.me.dancers, t.me.krones) == ({"1.top": 1}, 13)


@clause("emperor_tile.B5.reward", corner=True)
def test_reward_b5_brings_the_bonus_of_the_section_too():
    t = rewarded("B5", resting="1 2 2 2").does("send to 1.top from section 1")
    assert t.me.krones == 10 + 3 + 4


@clause("emperor_tile.B5.reward", corner=True)
def test_reward_b5_may_be_declined_or_find_nobody():
    t = rewarded("B5").does("stop")
    assert t.me.dancers == {}
    t = rewarded("B5", resting="0 0 0 0")
    assert "send" not in t.legal_kinds()
    assert t.round == 6


@clause("emperor_tile.B5.penalty")
@both_editions
@pytest.mark.parametrize("row", ["bottom", "middle", "top"])
def test_penalty_b5_a_dancer_of_the_middle_ballroom(row, spec):
    t = scoring("B5", spec, dancers=f"1.top 2.{row} 3.top")
    t.does("take penalty", f"remove dancer {row}")
    assert t.me.dancers == {"1.top": 1, "3.top": 1}
    assert t.me.resting == [2, 2, 2, 2]  # out of the game, not back to rehearse
    assert "tiles" not in t.me.vp_from


@clause("emperor_tile.B5.penalty", corner=True)
def test_penalty_b5_the_player_chooses_the_dancer():
    t = scoring("B5", dancers="2.bottom 2.top").does("take penalty")
    t.legal("remove dancer bottom", "remove dancer top")
    t.illegal("remove dancer middle")


@clause("emperor_tile.B5.penalty", corner=True)
@both_editions
def test_penalty_b5_without_a_dancer_in_the_middle_costs_7_vp(spec):
    t = scoring("B5", spec, dancers="1.top 3.top")
    assert t.options == ["lose vp"]
    t.does("lose vp")
    assert t.me.vp_from["tiles"] == -7
    assert t.me.vp_from["ballrooms"] == -5
    assert t.me.dancers == {"1.top": 1, "3.top": 1}


# -- emperor tile C5 -------------------------------------------------------------------------------


@clause("emperor_tile.C5.reward")
@both_editions
def test_reward_c5_two_vp_for_each_dancer(spec):
    t = rewarded("C5", spec, dancers="1.top 2.middle 2.bottom 3.top 3.top 3.top")
    assert t.me.vp_from["tiles"] == 2 * 6


@clause("emperor_tile.C5.reward", corner=True)
def test_reward_c5_without_dancers():
    assert "tiles" not in rewarded("C5").me.vp_from


@clause("emperor_tile.C5.penalty")
@both_editions
def test_penalty_c5_two_dancers_of_the_right_ballroom(spec):
    t = scoring("C5", spec, dancers="1.top 3.bottom 3.middle 3.top")
    t.does("take penalty", "remove dancer top", "remove dancer bottom")
    assert t.me.dancers == {"1.top": 1, "3.middle": 1}
    assert "tiles" not in t.me.vp_from


@clause("emperor_tile.C5.penalty", corner=True)
def test_penalty_c5_takes_dancers_from_the_balcony():
    t = scoring("C5", dancers="3.top 3.top 3.top")
    t.does("take penalty", "remove dancer top", "remove dancer top")
    assert t.me.dancers == {"3.top": 1}


@clause("emperor_tile.C5.penalty", corner=True)
@both_editions
@pytest.mark.parametrize("dancers", ["1.top 2.top", "1.top 2.top 3.top"])
def test_penalty_c5_without_two_dancers_at_the_right_costs_10_vp(dancers, spec):
    t = scoring("C5", spec, dancers=dancers)
    assert t.options == ["lose vp"]
    t.does("lose vp")
    assert t.me.vp_from["tiles"] == -10
    assert sum(t.me.dancers.values()) == len(dancers.split())


# -- may VP be lost instead? -----------------------------------------------------------------------

PAYABLE = [
    ("A5", {"kitchen": "2 champagne"}),
    ("B5", {"dancers": "2.top"}),
    ("C5", {"dancers": "3.top 3.top"}),
]


@clause("emperor_tile.{tile}.alternative")
@both_editions
@pytest.mark.parametrize(("tile", "things"), PAYABLE)
def test_who_can_suffer_the_penalty_may_not_lose_vp_instead(tile, things, spec):
    t = scoring(tile, spec, **things)
    assert t.options == ["take penalty"]


@clause("dance.penalty-removes")
@pytest.mark.parametrize(
    ("tile", "dancers", "removes"),
    [("B5", "2.top 2.bottom", ["top"]), ("C5", "3.top 3.top 3.bottom", ["top", "bottom"])],
)
def test_penalties_remove_dancers_for_good(tile, dancers, removes):
    t = scoring(tile, dancers=dancers, resting="3 3 1 0")
    t.does("take penalty", *[f"remove dancer {row}" for row in removes])
    assert sum(t.me.dancers.values()) == 1
    assert t.me.resting == [3, 3, 1, 0]
