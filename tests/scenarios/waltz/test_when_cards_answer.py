"""When cards of the expansion answer: whose cards, in which action, before or after what."""

import pytest

from tests.clauses import clause
from tests.scenarios.court import rewarded
from tests.scenarios.table import Table
from tests.scenarios.waltz.bells import BELLS, LAST, MEETS, SPEC, more
from tests.scenarios.waltz.hall import hall
from tests.scenarios.waltz.lobby import HOTELS, LOUNGE, STROUP
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
    assert f"use {card}" not in next_turn(t).options


def next_turn(t: Table) -> Table:
    """The first player's turn ends somehow, and the next player is to decide."""
    while t.player == 0:
        last = [word for word in ("stop", "end turn") if word in t.options]
        t.does(*last[:1] or t.options[:1])
    return t


@clause("bell.own-condition", "staff.178", corner=True)
def test_janitor_hears_nothing_of_a_group_in_a_hotel_that_others_answer():
    """The owner of Dove completes a yellow group of three."""
    t = Table(f"{HOTELS}+more", entrance="dove", guests={51: "all"},
              vacant="2.2", occupied="1.2 2.1")  # fmt: skip
    t.seat(1).has(staff=[178], hand=[27, 28])
    t.check_in(51, "2.2")
    assert "use 178" not in next_turn(t).options


@clause("entrances.own", "entrance.stroup", corner=True)
def test_stroup_pays_nothing_for_the_first_room_in_the_hotel_of_dove():
    t = Table(STROUP, entrance="dove", guests={65: "all"}, vacant="3.1")
    t.seat(1).has(entrance="stroup")
    t.check_in(65, "3.1")
    assert t.seat(1).vp == 0


@clause("entrances.own", "entrance.dove", corner=True)
def test_dove_gives_no_token_for_a_column_and_a_floor_in_the_hotel_of_stroup():
    t = Table(STROUP, entrance="stroup", guests={65: "all"},
              vacant="1.5", occupied="1.1-1.4 2.5 3.5 4.5")  # fmt: skip
    t.seat(1).has(entrance="dove")
    t.check_in(65, "1.5")
    assert not [words for words in t.options if words.startswith("token")]


@clause("entrances.own", "entrance.corogari-zant-mainz", corner=True)
def test_corogari_pays_nothing_for_the_dice_of_whoever_takes_the_key():
    """The key copies the first die: the sum is 4, which is worth a krone and a step."""
    t = Table(f"{HOTELS}+start-player", dice="2 2 1 1")
    t.seat(1).has(entrance="corogari-zant-mainz")
    t.plays("die 2").plays("die 1").does("take key")
    assert t.seat(1).emperor == 0


@clause("lounge.own-turn", "celebrity.magie", corner=True)
def test_magie_does_not_help_with_the_krone_for_the_pass_of_another_player():
    t = Table(f"{LOUNGE}+rowe-smith", 3)
    t.seat(2).has(staff=[208], celebrities="magie", vacant="1.1")
    t.does("pass")
    assert (t.player, t.seat(2).krones) == (1, 11)
    t.does("pass")
    assert t.player == 2
    t.legal("pass")
    assert not [words for words in t.options if words.startswith("prepare")]


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


@clause("bell.condition", "staff.178", corner=True)
def test_janitor_hears_of_a_group_that_an_emperor_reward_completes():
    """B4 prepares and occupies a room on one of the two lower floors."""
    t = rewarded("B4", SPEC, staff=[178], hand=[27, 28], occupied="1.2 2.1")
    t.does("prepare 2.2").legal("use 178")


@clause("entrance.stroup", corner=True)
def test_stroup_pays_for_a_first_room_that_an_emperor_reward_occupies():
    t = rewarded("B4", STROUP, entrance="stroup").does("prepare 1.1")
    assert t.me.vp_from["entrance"] == 3


@clause("entrance.dove", corner=True)
@pytest.mark.parametrize(
    ("occupied", "last"), [("1.1 2.1 3.1", "4.1"), ("1.1-1.4", "1.5")], ids=["column", "floor"]
)
def test_dove_gives_a_token_for_what_an_emperor_reward_completes(occupied, last):
    """C2 prepares and occupies a room on any floor."""
    t = rewarded("C2", HOTELS, entrance="dove", occupied=occupied).does(f"prepare {last}")
    assert t.options == [f"token {i}" for i in (1, 2, 3, 4, 5)]


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


@clause("staff.130", "celebrity.magie", corner=True)
def test_ballet_master_pays_before_magie_answers_the_krones_of_a_section():
    """In the draft the section of the last dancer, here 4 krones, pays before anything else."""
    t = hall("revised-2021+ballrooms+celebrities+draft-section-bonus", staff=[130], krones=0,
             celebrities="magie", guests={65: "all"}, kitchen="1 champagne", resting="1 2 2 2",
             vacant="1.1")  # fmt: skip
    t.does("dance table 1 to 2.bottom from section 1").legal("prepare 1.2")
    assert t.me.krones == 4 + 1


@clause("staff.23.rooms-2021", corner=True)
def test_custodian_pays_before_a_token_is_chosen_for_the_column():
    """The krone for the room is there when Dove's owner chooses among the tokens."""
    t = dove(staff=[23], occupied="1.1 2.1 3.1",
             vacant="4.1", guests={65: "all"}).check_in(65, "4.1")  # fmt: skip
    assert t.options == [f"token {i}" for i in (1, 2, 3, 4, 5)]
    assert t.me.krones == 11


@clause("entrance.stroup", "celebrity.magie", corner=True)
def test_stroup_pays_for_a_first_room_before_magie_answers_custodian():
    """A room of the top floor costs 3 krones, with Magie 2: more than Custodian alone brings."""
    t = Table(f"{STROUP}+celebrities", entrance="stroup", celebrities="magie", staff=[23], krones=0,
              guests={77: "all"}, vacant="1.3", occupied="3.1")  # fmt: skip
    t.check_in(77, "1.3").legal("prepare 4.1")
