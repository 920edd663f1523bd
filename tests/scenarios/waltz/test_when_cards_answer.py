"""When cards of the expansion answer: whose cards, in which action, before or after what."""

import pytest

from tests.clauses import clause
from tests.scenarios.court import rewarded
from tests.scenarios.waltz.bells import BELLS, LAST, MEETS, SPEC, more
from tests.scenarios.waltz.hall import hall
from tests.scenarios.waltz.test_hotels_dove import dove

# -- whose cards -----------------------------------------------------------------------------------


@clause("bell.own-condition", "staff.{card}", corner=True)
@pytest.mark.parametrize("card", BELLS)
def test_a_bell_card_hears_nothing_of_what_another_player_does(card):
    """The first player has another bell card, so that the first one is heard at all."""
    position, actions = MEETS[card]
    t = more(SPEC, **({"staff": [166 if card != 166 else 172]} | position))
    t.seat(1).has(staff=[card], krones=20, vacant="1.1")
    t.does(*actions)
    if card in LAST:
        t.does(f"place {LAST[card]} on table 1")
    while t.player == 0:
        last = [word for word in ("stop", "end turn") if word in t.options]
        t.does(*last[:1] or t.options[:1])
    assert f"use {card}" not in t.options


# -- in the turn, or outside it --------------------------------------------------------------------


@clause("bell.condition", "staff.{card}", corner=True)
@pytest.mark.parametrize(
    ("card", "tile", "things", "actions"),
    [
        (166, "B3", {"deck": [45, 1, 2]}, ["hire 45", "bury 1"]),
        (172, "B3", {"deck": [36, 1, 2]}, ["hire 36", "bury 1"]),
        (174, "B3", {"deck": [39, 1, 2]}, ["hire 39", "bury 1"]),
        (167, "B1", {"guests": {74: "1 cake 1 coffee"}}, ["place coffee on table 1"]),
        (168, "B1", {"guests": {84: "2 cake"}}, ["place wine on table 1"]),
        (169, "B1", {"guests": {55: "2 wine"}}, ["place wine on table 1"]),
    ],
)
def test_a_bell_card_hears_what_an_emperor_reward_brings(card, tile, things, actions):
    """B3 plays a card that brings steps or goods; B1 brings one item of each kind."""
    t = rewarded(tile, SPEC, staff=[card], hand=[], **things)
    t.does(*actions)
    while "stop" in t.options and f"use {card}" not in t.options:
        t.does("stop")
    t.legal(f"use {card}")


# -- before or after -------------------------------------------------------------------------------


@clause("staff.133.moment", corner=True)
def test_the_captain_is_asked_when_the_action_is_over_and_nothing_comes_in_between():
    t = hall(staff=[133], hand=[45], dice="5", rulings={"captain-moment": "after-action"})
    t.does("die 5", "hire 45")
    assert set(t.options) == {"use 133", "stop"}


@clause("staff.130", corner=True)
def test_ballet_master_pays_before_the_row_asks_for_a_room():
    """The top row of the Odeonsaal lets a room be occupied."""
    t = hall(staff=[133, 130], hand=[45], kitchen="4 champagne", vacant="1.1 1.2", dice="5")
    t.does("die 5", "hire 45", "use 133")
    before = t.me.krones
    t.does(next(one for one in t.options if one.startswith("send to 2.top")))
    assert [one for one in t.options if one.startswith("occupy")]
    assert t.me.krones == before + 1


@clause("staff.23.rooms-2021", corner=True)
def test_custodian_pays_before_a_token_is_chosen_for_the_column():
    """The krone for the room is there when Dove's owner chooses among the tokens."""
    t = dove(staff=[23], occupied="1.1 2.1 3.1",
             vacant="4.1", guests={65: "all"}).check_in(65, "4.1")  # fmt: skip
    assert t.options == [f"token {i}" for i in (1, 2, 3, 4, 5)]
    assert t.me.krones == 11
