"""The guests of module 1 (134 to 162): VP, reward, and the choice between a room and a ballroom.

One position for all: rooms 1.2 (yellow), 1.3 (red) and 3.1 (blue) vacant, 1.1 occupied, so that 1.4
costs nothing to prepare, 2.1 to 2.3 one krone; 5 krones, step 2 of the emperor track, 3 champagne;
the Butler (9: 5 krones) and the Pool Attendant (45: 1) in hand; the Chauffeur (10: 5), the
Barkeeper (3) and the Sommelier (36) on top of the deck. Bottom rows cost 1 champagne and give
nothing; where no source gives VP the scenarios have 3.
"""

import pytest

from tests.clauses import clause
from tests.scenarios.waltz.hall import EDITIONS, SPEC, hall

ROW = [92, 93, 77, 79, 64]
ROOMS = {"yellow": "1.2", "red": "1.3", "blue": "3.1", "green": "1.3"}
ONE = "send to 2.bottom from section 1"
TWO = "send to 3.bottom from section 2"

# guest: (colour, VP, actions, changes)
GUESTS = {
    134: ("yellow", 3, ["reward 1"], {"champagne": 1}),
    135: ("yellow", 3, ["reward 1", "hire 9"], {"emperor": 1, "staff": [9]}),
    136: ("yellow", 3, ["reward 1"], {"champagne": 1}),
    137: ("yellow", 3, ["reward 1", ONE, TWO], {"krones": 2, "champagne": -2, "dancers": 2}),
    138: ("yellow", 3, ["reward 1", "hire 9"], {"champagne": 1, "staff": [9], "krones": -2}),
    139: ("yellow", 3, ["reward 1"], {"champagne": 2}),
    140: ("yellow", 15, [], {}),
    141: ("blue", 3, ["reward 1"], {"champagne": 1}),
    142: ("blue", 3, ["reward 1", "prepare 2.2"], {"champagne": 1, "vacant": "2.2"}),
    143: (
        "blue",
        3,
        ["reward 1", "choose cake", "choose coffee"],
        {"goods": {"cake": 1, "coffee": 1}},
    ),
    144: ("blue", 3, ["reward 1"], {"champagne": 1}),
    145: ("blue", 3, ["reward 1"], {"champagne": 2}),
    146: ("blue", 15, [], {}),
    147: (
        "blue",
        9,
        ["send to 1.middle from section 1"],
        {"champagne": -1, "krones": 2, "dancers": 1},
    ),
    148: ("red", 3, [ONE], {"champagne": -1, "dancers": 1}),
    149: ("red", 3, ["reward 1"], {"krones": 5}),
    150: ("red", 3, ["reward 1", "reward 2"], {"champagne": 1, "krones": 2}),
    151: ("red", 3, ["reward 1", ONE], {"emperor": 2, "champagne": -1, "dancers": 1}),
    152: ("red", 3, ["reward 1"], {"champagne": 1}),
    153: ("red", 14, [], {}),
    154: ("red", 3, ["reward 1", ONE], {"champagne": 2 - 1, "dancers": 1}),
    155: (
        "green",
        -1,
        ["reward 1", "prepare 2.2"],
        {"champagne": 1, "krones": -1, "vacant": "2.2"},
    ),
    156: ("green", 3, ["reward 1"], {"champagne": 2}),
    157: (
        "green",
        3,
        ["reward 1", ONE, "occupy 1.2"],
        {"champagne": -1, "dancers": 1, "occupied": "1.2"},
    ),
    158: ("green", -2, ["reward 1", "guest 1"], {"champagne": 1, "guests": [92]}),
    159: (
        "green",
        3,
        ["reward 1", ONE, "reward 2", "hire 10", "bury 36"],
        {"champagne": -1, "dancers": 1, "staff": [10], "krones": -2},
    ),
    160: (
        "green",
        3,
        ["reward 1", "choose wine", "choose wine", "reward 2"],
        {"champagne": 1, "goods": {"wine": 2}},
    ),
    161: ("green", 3, [ONE], {"dancers": 1}),
    162: ("green", 3, ["occupy 1.2"], {"occupied": "1.2"}),
}
DANCING = [guest for guest in GUESTS if guest != 162]


def ready(guest, spec=SPEC, **things):
    """The position above with this guest's order filled."""
    settings = {
        "krones": 5,
        "emperor": 2,
        "hand": [9, 45],
        "deck": [10, 3, 36],
        "vacant": "1.2 1.3 3.1",
        "occupied": "1.1",
        "kitchen": "3 champagne",
        "row": ROW,
        "guests": {guest: "all"},
    }
    return hall(spec, **(settings | things))


def check(t, guest, *, danced):
    """The whole position after the reward was taken as in the table."""
    colour, vp, _, changes = GUESTS[guest]
    me = t.me
    assert me.vp == vp
    assert me.krones == 5 + changes.get("krones", 0)
    assert me.emperor == 2 + changes.get("emperor", 0)
    champagne = 3 + changes.get("champagne", 0) - danced
    left = {"champagne": champagne} if champagne else {}
    assert me.kitchen == changes.get("goods", {}) | left
    assert sum(me.dancers.values()) == changes.get("dancers", 0) + danced
    hired = set(changes.get("staff", []))
    assert set(me.staff) == hired
    assert set(me.hand) == {9, 45} - hired
    assert set(me.guests) == set(changes.get("guests", []))
    turned = set(changes.get("occupied", "").split()) | (set() if danced else {ROOMS[colour]})
    assert me.occupied == {"1.1"} | turned
    new = set(changes.get("vacant", "").split())
    assert me.vacant == ({"1.2", "1.3", "3.1"} | new) - turned


@clause("guest.{guest}")
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize("guest", sorted(GUESTS))
def test_reward_of_a_guest_who_moves_in(guest, spec):
    colour, _, actions, _ = GUESTS[guest]
    t = ready(guest, spec).check_in(guest, ROOMS[colour])
    t.does(*actions)
    t.legal("die 1")
    check(t, guest, danced=0)


@clause("guest.{guest}", "dance.vp-and-reward")
@pytest.mark.parametrize("guest", DANCING)
def test_the_same_reward_for_a_guest_who_dances(guest):
    t = ready(guest).does("dance table 1 to 3.bottom from section 3")
    t.does(*GUESTS[guest][2])
    t.legal("die 1")
    check(t, guest, danced=1)


def test_every_guest_of_the_module_is_here():
    t = hall()
    numbers = {int(n) for n in t.rules.guest_number[: t.rules.n_guests]}
    assert set(GUESTS) == {number for number in numbers if number >= 134}


@clause("guest.{guest}")
@pytest.mark.parametrize("guest", sorted(GUESTS))
def test_guest_takes_rooms_of_the_own_colour_only(guest):
    colour = GUESTS[guest][0]
    rooms = ["1.2", "1.3", "3.1"] if colour == "green" else [ROOMS[colour]]
    offered = [words for words in ready(guest).options if words.startswith("check in")]
    assert offered == [f"check in table 1 to {room}" for room in rooms]
