"""Every way to use every action space: its dice from one to all, strengthened or not, copied too.

Independent restatement: of N dice on a space (and one more for a krone) come N goods, the second
good never more than the first; or N rooms at most; or N krones and steps together; or N krones off
a staff card's price. A die of 6 costs 1 krone more and does one of the others with its own N.
"""

import pytest

from tests.clauses import clause
from tests.exhaustive.driving import EDITIONS, Position
from tests.scenarios.table import Table

ALL_DICE = 14  # of four players
FEW = (1, 2, 3, ALL_DICE)
SPACES = (1, 2, 3, 4, 5)
FLOOR_COST = {1: 0, 2: 1, 3: 2, 4: 3}
KRONES_MAX, TRACK_END = 20, 13
# Staff whose hiring changes nothing else that is looked at, two of each price.
PRICES = {6: 1, 7: 1, 12: 2, 46: 2, 19: 3, 41: 3, 5: 4, 27: 4, 9: 5, 29: 5, 25: 6, 2: 6}
STRONGER = {1: (13, 1), 2: (13, 1), 5: (18, 2), 6: (17, 1)}  # staff with dice of its own


def before(spec, face, dice, **mine):
    """So many dice on a space; all others on the next one, which must not matter."""
    other = face % 6 + 1
    faces = [face] * dice + [other] * (ALL_DICE - dice)
    return Position.of(Table(spec, 4, dice=" ".join(map(str, faces)), **mine).look())


def check_die_taken(start, then, face, dice):
    """One die has left the space, no other has moved."""
    expected = dict(start.dice())
    expected[face] -= 1
    assert then.dice() == {space: n for space, n in expected.items() if n}
    assert then.table("dice_left") == ALL_DICE - 1


# -- what each main action does at a strength ------------------------------------------------------


def check_goods(start, goods, strength):
    """All splits, and what each brings."""
    first, second = goods
    expected = {
        f"split {n} 0": {good: m for good, m in ((first, strength - n), (second, n)) if m}
        for n in range(strength + 1)
        if n <= strength - n
    }
    assert {words: then.kitchen() for words, then in start.continuations()} == expected
    assert all("end turn" in then.words for _, then in start.continuations())


def neighbours(rooms):
    """Places beside, above and below a set of rooms."""
    found = set()
    for floor, column in rooms:
        for f, c in (
            (floor, column + 1),
            (floor, column - 1),
            (floor + 1, column),
            (floor - 1, column),
        ):
            if 1 <= f <= 4 and 1 <= c <= 5 and (f, c) not in rooms:
                found.add((f, c))
    return found


def check_rooms(start, strength, krones):
    """One room after the other while there is strength, a place and money; or fewer."""
    here, rooms = start, {(1, 1)}
    for _ in range(strength):
        places = {room for room in neighbours(rooms) if FLOOR_COST[room[0]] <= krones}
        if not places:
            break
        assert set(here.words) == {f"prepare {f}.{c}" for f, c in places} | {"stop"}
        assert here.after("stop").rooms("vacant") == rooms
        chosen = min(places)
        rooms.add(chosen)
        krones -= FLOOR_COST[chosen[0]]
        here = here.after(f"prepare {chosen[0]}.{chosen[1]}")
        assert (here.rooms("vacant"), here.mine("krones")) == (rooms, krones)
    assert "end turn" in here.words


def check_tracks(start, strength, krones, space):
    """Every division between krones and steps; a step beyond the end of the track is 1 VP."""
    assert start.words == [f"steps {steps}" for steps in range(strength + 1)]
    for steps, (_, then) in enumerate(start.continuations()):
        assert then.mine("krones") == min(KRONES_MAX, krones + strength - steps)
        assert then.mine("emperor") == min(TRACK_END, space + steps)
        assert then.mine("vp") == max(0, space + steps - TRACK_END)


def check_hire(start, strength, krones):
    """Every card that can be paid for after the discount, and its price."""
    prices = {card: max(0, price - strength) for card, price in PRICES.items()}
    affordable = {card: price for card, price in prices.items() if price <= krones}
    offered = {words: then.mine("krones") for words, then in start.continuations()}
    expected = {f"hire {card}": krones - price for card, price in affordable.items()}
    assert {words: left for words, left in offered.items() if words.startswith("hire")} == expected
    assert offered["stop" if affordable else "end turn"] == krones


def check_action(start, space, strength, krones, emperor=0):
    if space == 1:
        check_goods(start, ("strudel", "cake"), strength)
    elif space == 2:
        check_goods(start, ("wine", "coffee"), strength)
    elif space == 3:
        check_rooms(start, strength, krones)
    elif space == 4:
        check_tracks(start, strength, krones, emperor)
    else:
        check_hire(start, strength, krones)


def possessions(space, krones, emperor=0):
    """What a player needs so that the action has something to do."""
    mine = {"krones": krones, "emperor": emperor, "vacant": "1.1"}
    return mine | ({"hand": list(PRICES)} if space in (5, 6) else {})


# -- each space itself ----------------------------------------------------------------------------


@clause("die.strength", "die.taken", "die.one-a-turn", "action.full-strength")
@clause("strengthen.price", "strengthen.any-space")
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize("more", [0, 1])
@pytest.mark.parametrize("dice", range(1, ALL_DICE + 1))
@pytest.mark.parametrize(
    "space",
    [
        pytest.param(1, marks=clause("dishes.receive", "dishes.split")),
        pytest.param(2, marks=clause("drinks.receive", "drinks.split")),
        pytest.param(3, marks=clause("prepare.strength", "prepare.unaffordable")),
        pytest.param(4, marks=clause("tracks.split", "tracks.emperor-end", "tracks.krones-end")),
        pytest.param(5, marks=clause("hire.discount", "hire.no-refund", "hire.unaffordable")),
    ],
)
def test_space(space, dice, more, spec):
    for krones, emperor in ((20, 0), (more + 2, 12), (more, 13)):
        start = before(spec, space, dice, **possessions(space, krones, emperor))
        then = start.after(f"die {space} +1" if more else f"die {space}")
        check_die_taken(start, then, space, dice)
        check_action(then, space, dice + more, krones - more, emperor)


@clause("die.needed", "die.unpayable", "strengthen.optional", "strengthen.any-space")
@clause("strengthen.price", "copy.price")
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize("krones", range(4))
def test_which_dice_a_player_can_use_and_strengthen(krones, spec):
    """Every set of spaces with dice: each can be used, for a krone more strongly; a 6 costs one."""
    for spaces in range(1, 64):
        faces = [face for face in range(1, 7) if spaces >> face - 1 & 1]
        start = Position.of(Table(spec, krones=krones, dice=" ".join(map(str, faces))).look())
        expected = set()
        for face in faces:
            price = 1 if face == 6 else 0
            expected |= {f"die {face}"} if krones >= price else set()
            expected |= {f"die {face} +1"} if krones >= price + 1 else set()
        if not expected:
            expected = {"die 6 without effect"}
        assert {words for words in start.words if words.startswith("die")} == expected


# -- the copying space ----------------------------------------------------------------------------


@clause("copy.price", "copy.others", "copy.strength", "copy.die-of-six", "copy.strengthened")
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize("more", [0, 1])
@pytest.mark.parametrize("dice", range(1, ALL_DICE + 1))
def test_copying_space(dice, more, spec):
    for krones in (20, more + 3, more + 1):
        start = before(spec, 6, dice, **possessions(6, krones))
        then = start.after("die 6 +1" if more else "die 6")
        check_die_taken(start, then, 6, dice)
        assert then.mine("krones") == krones - 1 - more
        assert then.words == [f"copy {space}" for space in SPACES]
        for space in SPACES:
            check_action(then.after(f"copy {space}"), space, dice + more, krones - 1 - more)


@clause("copy.strength", "copy.others")
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize("copied", SPACES)
def test_dice_on_the_copied_space_do_not_matter(copied, spec):
    for own in range(ALL_DICE - 3):
        faces = [6] * 3 + [copied] * own
        start = Position.of(
            Table(spec, 4, dice=" ".join(map(str, faces)), **possessions(6, 20)).look()
        )
        then = start.after("die 6", f"copy {copied}")
        assert then.dice() == {6: 2} | ({copied: own} if own else {})
        check_action(then, copied, 3, 19)


# -- staff with dice of their own -----------------------------------------------------------------


@clause("staff-card.krone-beside-extra-dice")
@pytest.mark.parametrize(
    "spec",
    [
        pytest.param("original-2015", marks=clause("staff-card.extra-dice-2015")),
        pytest.param("revised-2021", marks=clause("staff-card.extra-dice-2021")),
    ],
)
@pytest.mark.parametrize("more", [0, 1])
@pytest.mark.parametrize("dice", FEW)
@pytest.mark.parametrize("face", STRONGER)
def test_staff_adds_dice(face, dice, more, spec):
    """In 2015 the dice of staff always count, in the revised edition the player may leave them."""
    staff, extra = STRONGER[face]
    start = before(spec, face, dice, staff=[staff], **possessions(face, 20))
    words = f"die {face} +1" if more else f"die {face}"
    ways = {words: dice + more + extra}
    if spec == "revised-2021":
        ways[f"{words} without extra die"] = dice + more
    offered = {option for option in start.words if option.startswith(f"die {face}")}
    assert {option for option in offered if ("+1" in option) == bool(more)} == set(ways)
    for option, strength in ways.items():
        then = start.after(option)
        check_die_taken(start, then, face, dice)
        if face == 6:  # the Kitchen Hand's own die costs nothing
            for space in SPACES:
                check_action(then.after(f"copy {space}"), space, strength, 20 - more)
        else:
            check_action(then, face, strength, 20 - more)
