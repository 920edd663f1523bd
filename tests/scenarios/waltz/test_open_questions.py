"""Questions that the expansion leaves open: each reading of the ruling that decides, in play."""

import pytest

from tests.clauses import clause
from tests.scenarios.judged import edited
from tests.scenarios.table import Table
from tests.scenarios.waltz.bells import more
from tests.scenarios.waltz.hall import hall
from tests.scenarios.waltz.lobby import HOTELS, LOUNGE, offered, own_tiles

HALLS = "revised-2021+ballrooms"
REN = "revised-2021+ballrooms+unique-hotels"


@pytest.mark.parametrize(("reading", "vp"), [("helping", 1 + 2), ("before-helping", 1)])
def test_chaplin_printed_vp(reading, vp):
    t = Table(
        LOUNGE, rulings={"chaplin-printed-vp": reading}, lounge="chaplin curie gandhi", dice="red1"
    )
    t.does("die 1 red")
    assert t.me.vp_from == {"celebrities": vp}


@pytest.mark.parametrize(("reading", "met"), [("whole-action", True), ("single-effect", False)])
@clause("bell.action", corner=True)
def test_bell_one_action(reading, met):
    """166 waits for 3 steps: guest 67 brings 2, and staff 6 one more for a blue guest."""
    t = more(rulings={"bell-one-action": reading}, staff=[166, 6], guests={67: "all"}, vacant="3.1")
    t.check_in(67, "3.1")
    while any(words.startswith(("reward", "staff bonus")) for words in t.options):
        t.does(t.options[0])
    assert t.me.emperor == 3
    assert ("use 166" in t.options) == met


def test_three_steps_of_one_effect_are_enough_in_either_reading():
    t = more(rulings={"bell-one-action": "single-effect"}, staff=[166], dice="4 4 4", vacant="1.1")
    t.does("die 4", "steps 3").legal("use 166")


@pytest.mark.parametrize(("reading", "met"), [("always", True), ("turns", False)])
@clause("bell.condition", corner=True)
def test_bell_in_scoring(reading, met):
    """B4's reward occupies a room: it completes the yellow group of three, for which 178 waits."""
    t = more(
        rulings={"bell-in-scoring": reading}, staff=[178], hand=[1, 2], vacant="1.1",
        occupied="1.2 2.1", emperor=10, tiles="A1 B4 C1",
    )  # fmt: skip
    t.seat(1).has(emperor=6)
    t.end_of_round(5).does("prepare 2.2")
    assert ("use 178" in t.options) == met


@pytest.mark.parametrize(("reading", "vp"), [("left", 0), ("filled", 1)])
@clause("entrance.kaufman", corner=True)
def test_kaufman_guests(reading, vp):
    """Two orders are filled and stay at their tables."""
    t = Table(
        HOTELS, rulings={"kaufman-guests": reading}, entrance="kaufman",
        guests={77: "", 92: ""}, kitchen="2 cake 3 strudel 2 coffee 2 wine", dice="1",
    )  # fmt: skip
    while "serve" in t.options:
        t.does("serve")
        while not any(words.startswith("die") for words in t.options):
            t.does(t.options[0])
    assert all(not left for left in t.me.guests.values())
    while t.round == 1:
        t.plays()
    assert t.me.vp_from.get("entrance", 0) == vp


@pytest.mark.parametrize(
    ("reading", "vp"),
    [pytest.param("no", 0, marks=clause("entrance.grand-wray.no-scoring")), ("yes", 5)],
)
def test_wray_staff(reading, vp):
    t = Table(HOTELS, rulings={"wray-staff": reading}, entrance="grand-wray", emperor=6, staff=[42])
    own_tiles(t, "A1 A2 B1 B2 C1 C3").does("use tile A1")
    assert t.me.vp_from.get("staff", 0) == vp


@pytest.mark.parametrize(
    ("reading", "offered"),
    [pytest.param("yes", True, marks=clause("entrance.grand-wray.nothing")), ("no", False)],
)
@pytest.mark.parametrize(("hand", "brings"), [([], False), ([1], True)])
def test_wray_nothing(reading, offered, hand, brings):
    """The second of C1 and C4 plays a staff card for nothing: there is none in an empty hand."""
    t = Table(
        HOTELS, rulings={"wray-nothing": reading}, entrance="grand-wray", emperor=6, hand=hand
    )
    own_tiles(t, "A1 A2 B1 B2 C1 C4").legal("use tile A1")
    if not brings and not offered:
        t.illegal("use tile C2")
        return
    t.does("use tile C2")
    assert t.me.emperor == 3
    assert [words for words in t.options if words.startswith("hire")] == ["hire 1"] * brings


@pytest.mark.parametrize(("reading", "chosen"), [("forced", False), ("by-edition", True)])
def test_forced_module_tiles_in_2015(reading, chosen):
    t = Table(
        "original-2015+more", rulings={"forced-module-tiles": reading}, tiles="A6 B1 C1",
        kitchen="1 wine",
    )  # fmt: skip
    t.seat(1).has(emperor=4)
    t.end_of_round(3).legal("take penalty")
    assert ("lose vp" in t.options) == chosen


@pytest.mark.parametrize(
    ("reading", "left"),
    [pytest.param("taken", {}, marks=clause("champagne.emptied")), ("kept", {"champagne": 2})],
)
def test_tile_champagne_of_the_kitchen(reading, left):
    t = hall(rulings={"tile-champagne": reading}, tiles="A2 B1 C1", kitchen="2 champagne 1 wine")
    t.seat(1).has(emperor=4)
    assert t.end_of_round(3).does("take penalty").me.kitchen == left


@pytest.mark.parametrize(
    ("reading", "missing"),
    [
        pytest.param("taken", {"wine": 3, "champagne": 1}, marks=clause("champagne.emptied")),
        ("kept", {"wine": 3}),
    ],
)
def test_tile_champagne_on_a_guest(reading, missing):
    """140 orders 3 wine and 1 champagne here; all but a wine is on the card."""
    t = hall(
        rulings={"tile-champagne": reading}, tiles="A2 B1 C1", guests={140: "2 wine 1 champagne"}
    )
    t.seat(1).has(emperor=6)
    t.end_of_round(5).does("take penalty")
    assert t.me.guests[140] == missing
    assert int(t.me.p.missing_total[0]) == sum(missing.values())


@pytest.mark.parametrize(
    ("reading", "rooms"),
    [
        pytest.param("two-gains", 2, marks=clause("entrance.the-ren.two-gains")),
        ("one-gain", 1),
    ],
)
def test_ren_doubling(reading, rooms):
    """Magie: a cheaper room for krones received. The top row of the Apollosaal gives 3 krones."""
    t = hall(
        f"{REN}+celebrities", rulings={"ren-doubling": reading}, entrance="the-ren",
        celebrities="magie", kitchen="3 champagne", guests={65: "all"}, vacant="1.1", krones=0,
        resting="3 3 2 2",
    )  # fmt: skip
    t.does(next(words for words in t.options if words.startswith("dance") and "top" in words))
    asked = 0
    while any(words.startswith("prepare") for words in t.options):
        t.does("stop")
        asked += 1
    assert (t.me.krones, asked) == (6, rooms)


@pytest.mark.parametrize(("reading", "asked"), [("two-gains", 2), ("one-gain", 1)])
def test_goods_that_ren_doubles_are_kept_gain_by_gain(reading, asked):
    """The top row of Zum Sperl gives a strudel, a wine and a coffee, all of which 70 wants."""
    t = hall(
        REN, rulings={"ren-doubling": reading}, entrance="the-ren", kitchen="3 champagne",
        guests={65: "all", 70: ""}, resting="3 3 2 2",
    )  # fmt: skip
    t.does("dance table 1 to 3.top from section 1")
    for good in ("strudel", "wine", "coffee") * asked:
        t.does(f"keep {good}")
    assert not [words for words in t.options if words.startswith("keep")]
    assert t.me.kitchen == {"strudel": 2, "wine": 2, "coffee": 2}


@pytest.mark.parametrize(
    ("reading", "vp"),
    [
        pytest.param("pays", 4, marks=clause("staff.33.no-reward")),
        ("needs-a-reward", 0),
    ],
)
def test_staff_33_no_reward(reading, vp):
    """140 orders four goods and brings VP alone."""
    t = hall(rulings={"staff-33-no-reward": reading}, staff=[33], guests={140: "all"}, vacant="1.2")
    t.check_in(140, "1.2")
    while "end turn" not in t.options and "die 1" not in t.options:
        t.does(t.options[0])
    assert t.me.vp_from.get("staff", 0) == vp


@pytest.mark.parametrize(
    ("reading", "met"),
    [
        pytest.param("received", True, marks=clause("bell.swapped-goods")),
        ("not-received", False),
    ],
)
@pytest.mark.parametrize(
    ("bell", "given", "received"), [(172, "strudel", "wine"), (174, "coffee", "cake")]
)
def test_swapped_goods(reading, met, bell, given, received):
    """Einstein swaps three dishes for drinks, for which 172 waits; 174 waits for dishes."""
    t = Table(
        f"{LOUNGE}+more", rulings={"swapped-goods": reading}, staff=[bell],
        celebrities="einstein", kitchen=f"3 {given}",
    )  # fmt: skip
    t.does("use celebrity 1", *[f"swap {given} for {received}"] * 3)
    if "stop" in t.options and not met:
        t.does("stop")
    assert (f"use {bell}" in t.options) == met


@pytest.mark.parametrize(
    ("reading", "met"),
    [
        pytest.param("not-received", False, marks=clause("bell.supplied-goods")),
        ("received", True),
    ],
)
@pytest.mark.parametrize(("bell", "guest"), [(172, 140), (174, 85)])
def test_supplied_goods(reading, met, bell, guest):
    """The Porter fills an order of three wine, for which 172 waits, or of three dishes, for 174."""
    t = hall(
        "revised-2021+ballrooms+more", rulings={"supplied-goods": reading}, staff=[bell],
        hand=[38], guests={guest: ""}, dice="5",
    )  # fmt: skip
    t.does("die 5", "hire 38", "fill table 1")
    assert (f"use {bell}" in t.options) == met


@pytest.mark.parametrize(
    ("reading", "declined"),
    [pytest.param("may", True, marks=clause("entrance.mayenfels.receipt")), ("must", False)],
)
def test_mayenfels_card(reading, declined):
    t = Table.set_up(HOTELS, 2, rulings={"mayenfels-card": reading})
    offered(t, "mayenfels kozi-palace").does("bid 0 on entrance 1", "pass")
    assert ("stop" in t.options) == declined
    if not declined:
        t.illegal("stop")
    t.does(next(words for words in t.options if words.startswith("hire")))
    assert len(t.me.staff) == 1


@edited
def test_mayenfels_without_a_card_that_can_be_paid():
    """Nothing can be played, whatever is asked."""
    t = Table.set_up(HOTELS, 2, rulings={"mayenfels-card": "must"})
    offered(t, "mayenfels kozi-palace").does("bid 10 on entrance 1")
    t.deck([32])
    t.me.p.hand_size = 0
    t.does("pass")
    assert t.ruleset.staff[32].cost > 3
    assert (t.me.hand, t.me.staff) == ([32], [])


# -- a card that may be drawn ----------------------------------------------------------------------

DRAWS = {
    "trumpeter": ({"staff": [131], "dice": "2"}, "die 2"),
    "ballet master": (
        {"staff": [130], "guests": {65: "all"}, "kitchen": "1 champagne"},
        "dance table 1 to 2.bottom from section 1",
    ),
    "mayenfels": ({"entrance": "mayenfels", "hand": [45], "dice": "5"}, "die 5", "hire 45"),
}


def drawn(reading, card):
    things, *steps = DRAWS[card]
    spec = f"{HALLS}+unique-hotels"
    return hall(spec, rulings={"may-draw": reading}, deck=[10, 3], **things).does(*steps)


@pytest.mark.parametrize("card", DRAWS)
@clause("staff-card.drawn-by-itself", corner=True)
def test_a_card_that_may_be_drawn_comes_by_itself(card):
    assert drawn("comes", card).me.hand == [10]


@pytest.mark.parametrize("card", DRAWS)
@pytest.mark.parametrize(("answer", "hand"), [("reward 1", [10]), ("stop", [])])
def test_a_card_that_may_be_drawn_is_asked_for(card, answer, hand):
    t = drawn("asks", card)
    assert t.options == ["reward 1", "stop"]
    assert t.does(answer).me.hand == hand


KOZI = [
    pytest.param("not-usable", {3}, marks=clause("entrance.kozi-palace.empty-space")),
    ("usable", {2, 3, 4}),
]


@pytest.mark.parametrize(("reading", "spaces"), KOZI)
@clause("entrance.kozi-palace", corner=True)
def test_kozi_empty_space(reading, spaces):
    """The only dice lie on 3: a space next to it has none before one is moved there."""
    rulings = {"kozi-empty-space": reading}
    t = Table(HOTELS, rulings=rulings, entrance="kozi-palace", dice="3 3")
    assert {int(words.split()[1]) for words in t.options if words.startswith("die")} == spaces


@clause("entrance.kozi-palace.strength", corner=True)
def test_a_die_is_moved_to_where_others_lie_in_either_reading():
    for reading in ("usable", "not-usable"):
        rulings = {"kozi-empty-space": reading}
        t = Table(HOTELS, rulings=rulings, entrance="kozi-palace", dice="3 4")
        t.legal("die 3 moving white from 4", "die 4 moving white from 3")


@pytest.mark.parametrize(("reading", "spaces"), KOZI)
@clause("entrance.kozi-palace.any-use", corner=True)
def test_kozi_empty_space_without_taking_a_die(reading, spaces):
    """E. Gizia's action uses a space and leaves its dice there."""
    t = Table(
        HOTELS, rulings={"kozi-empty-space": reading}, entrance="kozi-palace", dice="3",
        guests={97: "all"}, vacant="1.2",
    )  # fmt: skip
    t.check_in(97, "1.2")
    while not any(words.startswith("space") for words in t.options):
        t.does(t.options[0])
    assert {int(words.split()[1]) for words in t.options if words.startswith("space")} == spaces
