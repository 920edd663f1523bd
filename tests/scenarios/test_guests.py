"""Every guest: the VP and the reward of the guest table (2021 numbers, both editions).

One position for all: rooms 1.2 (yellow), 1.3 (red) and 3.1 (blue) vacant, 1.1 occupied, so that 1.4
costs nothing to prepare, 2.1 to 2.3 one krone, 3.2 two and 4.1 three; 5 krones, step 2 of the
emperor track, the Butler (9: 5 krones), the Laundress (16: 2) and the Pool Attendant (45: 1) in
hand; the Chauffeur (10: 5), the Barkeeper (3: 4) and the Sommelier (36: 2) on top of the deck.
"""

import pytest

from tests.clauses import clause
from tests.scenarios.table import Table

ROW = [92, 93, 77, 79, 64]
OTHER_ROW = [98, 99, 81, 82, 66]
ROOMS = {"yellow": "1.2", "red": "1.3", "blue": "3.1", "green": "1.3"}

# guest: (colour, VP, actions, changes)
GUESTS = {
    49: ("yellow", 0, ["prepare 2.2"], {"vacant": "2.2"}),
    50: ("yellow", 0, ["reward 1", "prepare 2.2"], {"hand": [10], "vacant": "2.2", "krones": -1}),
    51: ("yellow", 1, ["reward 1"], {"kitchen": {"strudel": 1}}),
    52: ("yellow", 0, ["reward 1", "reward 2"], {"kitchen": {"strudel": 1}, "krones": 2}),
    53: ("yellow", 0, ["reward 1", "reward 2"], {"kitchen": {"coffee": 1}, "emperor": 2}),
    54: (
        "yellow",
        0,
        ["reward 1", "choose cake", "reward 2"],
        {"kitchen": {"cake": 1}, "krones": 2},
    ),
    55: ("yellow", 7, ["reward 1"], {"hand": [10, 3]}),
    56: (
        "yellow",
        0,
        ["reward 1", "hire 9"],
        {"kitchen": {"cake": 1}, "staff": [9], "krones": -2},
    ),
    57: ("yellow", 1, ["prepare 2.2", "prepare 3.2"], {"vacant": "2.2 3.2", "krones": -1}),
    58: ("yellow", 7, ["occupy 1.3"], {"occupied": "1.3"}),
    59: (
        "yellow",
        5,
        ["reward 1", "hire 9"],
        {"kitchen": {"cake": 1}, "staff": [9], "krones": -3},
    ),
    60: ("yellow", 5, ["reward 1", "reward 2"], {"kitchen": {"coffee": 1}, "krones": 3}),
    61: (
        "yellow",
        2,
        ["reward 1", "prepare 2.2", "prepare 3.2"],
        {"vacant": "2.2 3.2", "krones": -1 - 1},
    ),
    62: ("yellow", 4, ["reward 2", "guest 1"], {"emperor": 3, "guests": [92]}),
    63: ("blue", 0, ["guest 1"], {"guests": [92]}),
    64: ("blue", 0, ["hire 9"], {"staff": [9], "krones": -4}),
    65: ("blue", 3, [], {}),
    66: (
        "blue",
        3,
        ["reward 1", "hire 16", "prepare 2.2"],
        {"staff": [16], "vacant": "2.2", "krones": -1 - 1},
    ),
    67: ("blue", 2, ["reward 1", "reward 2"], {"hand": [10, 3], "emperor": 2}),
    68: ("blue", 4, ["reward 1"], {"emperor": 3}),
    69: ("blue", 7, ["reward 1"], {"krones": 3}),
    70: ("blue", 1, ["reward 2", "hire 9"], {"emperor": 3, "staff": [9], "krones": -4}),
    71: ("blue", 4, ["prepare 4.1"], {"vacant": "4.1"}),
    72: ("blue", 7, ["occupy 1.3"], {"occupied": "1.3"}),
    73: ("blue", 4, ["hire 9", "hire 16"], {"staff": [9, 16], "krones": -4 - 1}),
    74: ("blue", 10, ["reward 1"], {"krones": 1}),
    75: ("blue", 5, ["reward 1", "hire 10", "bury 36"], {"staff": [10], "krones": -2}),
    76: ("blue", 4, ["reward 1", "hire 10", "bury 36"], {"staff": [10]}),
    77: ("red", 1, ["reward 1"], {"krones": 1}),
    78: ("red", 0, ["guest 1"], {"guests": [92]}),
    79: ("red", 0, ["reward 1", "reward 2"], {"krones": 1, "emperor": 1}),
    80: ("red", 4, ["guest 1"], {"guests": [92]}),
    81: ("red", 0, ["reward 1", "reward 2"], {"kitchen": {"wine": 1}, "krones": 3}),
    82: ("red", 7, ["occupy 1.2"], {"occupied": "1.2"}),
    83: ("red", 0, ["reward 1"], {"krones": 5}),
    84: ("red", 2, ["reward 1", "guest 1"], {"krones": 3, "guests": [92]}),
    85: ("red", 3, ["reward 1"], {"krones": 3}),
    86: ("red", 3, ["hire 9"], {"staff": [9], "krones": -2}),
    87: ("red", 3, ["reward 1", "guest 1", "guest 2"], {"krones": 3, "guests": [92, 93]}),
    88: ("red", 0, ["prepare 2.2", "prepare 4.1"], {"vacant": "2.2 4.1"}),
    89: ("red", 5, ["reward 1"], {"krones": 4}),
    90: ("red", 7, ["reward 1", "reward 2"], {"kitchen": {"wine": 1}, "krones": 3}),
    91: ("green", 0, ["reward 1"], {"hand": [10, 3, 36]}),
    92: ("green", 0, ["reward 1"], {"krones": 1}),
    93: ("green", 0, ["reward 1"], {"emperor": 1}),
    94: ("green", 0, ["hire 9"], {"staff": [9], "krones": -4}),
    95: ("green", 2, ["reward 1"], {"emperor": 2}),
    96: ("green", 0, ["hire 9"], {"staff": [9], "krones": -2}),
    98: ("green", 0, ["reward 1"], {"krones": 4}),
    99: ("green", 5, ["reward 1", "reward 2"], {"hand": [10], "emperor": 2}),
    100: ("green", 4, ["reward 1", "occupy 1.2"], {"emperor": 3, "occupied": "1.2"}),
    101: ("green", 3, ["reward 1", "guest 1"], {"emperor": 3, "guests": [92]}),
    102: ("green", 0, ["reward 1", "occupy 1.2"], {"emperor": 1, "occupied": "1.2"}),
    103: ("green", 4, ["reward 1"], {"hand": [10, 3]}),
    104: ("green", 2, ["hire 9"], {"staff": [9]}),
    117: ("red", 3, ["reward 1"], {"emperor": 3}),
    118: ("yellow", 4, ["guest 1"], {"guests": [92]}),
}

HAND = {9, 16, 45}


def housed(guest, spec="revised-2021", **things):
    """The position above with this guest's order filled."""
    settings = {
        "promos": "with",
        "krones": 5,
        "emperor": 2,
        "hand": sorted(HAND),
        "deck": [10, 3, 36],
        "vacant": "1.2 1.3 3.1",
        "occupied": "1.1",
        "row": OTHER_ROW if guest in ROW else ROW,
        "guests": {guest: "all"},
    }
    return Table(spec, **(settings | things))


@clause("guest.{guest}")
@pytest.mark.parametrize("spec", ["original-2015", "revised-2021"])
@pytest.mark.parametrize("guest", sorted(GUESTS))
def test_reward(guest, spec):
    colour, vp, actions, changes = GUESTS[guest]
    t = housed(guest, spec).check_in(guest, ROOMS[colour])
    t.does(*actions)
    # the reward is over: the turn goes on
    t.legal("die 1")
    me = t.me
    assert me.vp == vp
    assert me.krones == 5 + changes.get("krones", 0)
    assert me.emperor == 2 + changes.get("emperor", 0)
    assert me.kitchen == changes.get("kitchen", {})
    hired = set(changes.get("staff", []))
    assert set(me.staff) == hired
    assert set(me.hand) == (HAND | set(changes.get("hand", []))) - hired
    assert set(me.guests) == set(changes.get("guests", []))
    turned = {ROOMS[colour]} | set(changes.get("occupied", "").split())
    assert me.occupied == {"1.1"} | turned
    new = set(changes.get("vacant", "").split())
    assert me.vacant == ({"1.2", "1.3", "3.1"} | new) - turned


def test_every_guest_is_here():
    """All but E. Gizia (97), whose reward has its own tests."""
    t = Table("revised-2021")
    numbers = {int(n) for n in t.rules.guest_number[: t.rules.n_guests]}
    assert numbers == set(GUESTS) | {97}


@clause("check-in.reward-optional")
@pytest.mark.parametrize("guest", sorted(set(GUESTS) - {65}))
def test_reward_is_optional(guest):
    colour, vp, _, _ = GUESTS[guest]
    t = housed(guest).check_in(guest, ROOMS[colour])
    t.does("stop")
    t.legal("die 1")
    me = t.me
    assert (me.vp, me.krones, me.emperor, me.kitchen) == (vp, 5, 2, {})
    assert set(me.hand) == HAND
    assert me.staff == []
    assert me.guests == {}


@clause("guest.{guest}", "check-in.colour", "check-in.tourists")
@pytest.mark.parametrize("guest", [*GUESTS, 97])
def test_guest_takes_rooms_of_the_own_colour_only(guest):
    """Tourists (green, as is 97) take any vacant room; nobody a room not prepared."""
    colour = GUESTS[guest][0] if guest != 97 else "green"
    t = housed(guest)
    rooms = ["1.2", "1.3", "3.1"] if colour == "green" else [ROOMS[colour]]
    offered = [words for words in t.options if words.startswith("check in")]
    assert offered == [f"check in table 1 to {room}" for room in rooms]
    t.illegal("check in table 1 to 1.1", "check in table 1 to 1.4")


@clause("guest.{guest}", corner=True)
@pytest.mark.parametrize("guest", [*GUESTS, 97])
def test_guest_stays_while_no_room_of_the_own_colour_is_vacant(guest):
    colour = GUESTS[guest][0] if guest != 97 else "green"
    own = {"yellow": "1.2", "red": "1.3", "blue": "3.1", "green": "1.2 1.3 3.1"}[colour]
    vacant = {"1.2", "1.3", "3.1"} - set(own.split())
    t = housed(guest, vacant=" ".join(sorted(vacant)), occupied=f"1.1 {own}")
    assert "check" not in t.legal_kinds()
    t.does("die 4", "steps 0", "end turn")
    assert guest in t.me.guests


@clause("guest.117", "guest.118", "variant.promos", corner=True)
@pytest.mark.parametrize(
    ("spec", "promos", "there"),
    [
        ("original-2015", None, False),
        ("original-2015", "with", True),
        ("revised-2021", None, True),
        ("revised-2021", "without", False),
    ],
)
def test_promotional_guests_are_in_the_deck_of_2021_unless_agreed_otherwise(spec, promos, there):
    t = Table(spec, promos=promos)
    deck = [*t.state.guest_deck[: t.state.guest_deck_size], *t.state.row]
    numbers = {int(t.rules.guest_number[guest]) for guest in deck}
    assert numbers & {117, 118} == ({117, 118} if there else set())
    assert len(numbers) == (58 if there else 56)


@clause("check-in.reward-order")
def test_rewards_may_be_taken_in_any_order():
    t = housed(90).check_in(90, "1.3")
    t.legal("reward 1", "reward 2", "stop")
    t.does("reward 2", "reward 1")
    assert t.me.kitchen == {"wine": 1}
    assert t.me.krones == 8


@clause("check-in.reward-optional", corner=True)
def test_part_of_a_reward_may_be_left():
    t = housed(90).check_in(90, "1.3").does("reward 2", "stop")
    assert t.me.kitchen == {}
    assert t.me.krones == 8
