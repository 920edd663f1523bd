"""Groups of rooms and their occupancy bonus; a hotel that is full."""

import pytest

from model import load_ruleset
from tests.clauses import clause
from tests.scenarios.table import Table

EDITIONS = ("original-2015", "revised-2021")
BOARDS = load_ruleset("revised-2021").boards


def neighbours(cell):
    """Cells of the hotel plan beside, above and below one, as (floor, column)."""
    floor, column = cell
    around = [(floor - 1, column), (floor + 1, column), (floor, column - 1), (floor, column + 1)]
    return {(f, c) for f, c in around if f in range(4) and c in range(5)}


def groups_of(rows):
    """Neighbours of one colour, worked out from the colours of a plan."""
    left, found = {(f, c) for f in range(4) for c in range(5)}, []
    while left:
        group, edge = set(), {left.pop()}
        while edge:
            cell = edge.pop()
            group.add(cell)
            same = {n for n in neighbours(cell) if rows[n[0]][n[1]] == rows[cell[0]][cell[1]]}
            edge |= same - group
        left -= group
        found.append(group)
    return found


def name(cell):
    return f"{cell[0] + 1}.{cell[1] + 1}"


@clause("group.cells")
@pytest.mark.parametrize("board", list(BOARDS))
def test_ten_groups_of_up_to_four_rooms(board):
    groups = groups_of(BOARDS[board].rows)
    assert len(groups) == 10
    assert max(map(len, groups)) <= 4


BONUS = {
    "B": lambda t: t.me.vp_from.get("occupancy", 0),
    "R": lambda t: t.me.krones - 5,
    "Y": lambda t: t.me.emperor,
}
SIZES = {"B": (2, 5, 9, 15), "R": (1, 3, 6, 10), "Y": (1, 3, 6, 10)}
EVERY_GROUP = [
    (board, plan.rows[min(group)[0]][min(group)[1]], sorted(map(name, group)))
    for board, plan in BOARDS.items()
    for group in groups_of(plan.rows)
]


@clause("group.cells", "group.complete", "group.blue", "group.red", "group.yellow")
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize(("board", "colour", "rooms"), EVERY_GROUP)
def test_every_group_of_every_hotel_plan(board, colour, rooms, spec):
    """A tourist moves into the last room; nothing is paid for any other room or group."""
    t = Table(spec, boards=board.split("_")[0], krones=5, guests={92: "all"}, board=board)
    t.me.has(vacant=rooms[0], occupied=" ".join(rooms[1:]))
    t.check_in(92, rooms[0]).does("stop")
    paid = {k: bonus(t) for k, bonus in BONUS.items()}
    assert paid == dict.fromkeys("BRY", 0) | {colour: SIZES[colour][len(rooms) - 1]}


@clause("group.blue", "group.red", "group.yellow")
def test_the_hotel_plans_have_groups_of_every_size():
    sizes = {(colour, len(rooms)) for _, colour, rooms in EVERY_GROUP}
    assert sizes == {(k, n) for k in "BRY" for n in (1, 2, 3, 4)}


@clause("room.one-tile")
@pytest.mark.parametrize("spec", EDITIONS)
def test_a_full_hotel_takes_no_more_tiles(spec):
    t = Table(spec, vacant="1.1-3.5 4.1-4.3", occupied="4.4", dice="3 3 3").does("die 3")
    assert set(t.options) == {"prepare 4.5", "stop"}
    t.does("prepare 4.5").legal("end turn")  # two dice are left over


@clause("room.one-tile")
def test_no_second_tile_on_a_cell():
    t = Table("revised-2021", vacant="1.1", dice="3 3").does("die 3", "prepare 1.2")
    t.illegal("prepare 1.1", "prepare 1.2")


# -- the occupancy bonus --------------------------------------------------------------------------

GROUPS = [  # rooms of the group on the night side, last one first; a tourist moves in
    ("1.1", "", {"vp": 2}),
    ("4.1", "3.1", {"vp": 5}),
    ("4.4", "", {"krones": 1}),
    ("4.2", "3.2", {"krones": 3}),
    ("2.4", "1.3 1.4 2.3", {"krones": 10}),
    ("2.2", "1.2 2.1", {"emperor": 6}),
]


@clause("group.blue", "group.red", "group.yellow")
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize(("last", "others", "bonus"), GROUPS)
def test_bonus_by_colour_and_size(last, others, bonus, spec):
    t = Table(spec, krones=5, guests={92: "all"}, vacant=last, occupied=others)
    t.check_in(92, last).does("stop")
    assert t.me.vp == bonus.get("vp", 0)
    assert t.me.krones == 5 + bonus.get("krones", 0)
    assert t.me.emperor == bonus.get("emperor", 0)


@clause("group.complete")
@pytest.mark.parametrize(("last", "others"), [("4.1", ""), ("2.4", "1.3 1.4"), ("2.2", "1.2")])
def test_no_bonus_before_the_group_is_complete(last, others):
    t = Table("revised-2021", guests={92: "all"}, vacant=last, occupied=others)
    t.check_in(92, last).does("stop")
    assert (t.me.vp, t.me.krones, t.me.emperor) == (0, 10, 0)


@clause("group.complete")
def test_vacant_rooms_do_not_complete_a_group():
    t = Table("revised-2021", guests={92: "all"}, vacant="3.1 4.1").check_in(92, "4.1")
    assert t.does("stop").me.vp == 0


@clause("group.order-2021")
def test_bonus_before_the_reward_pays_for_the_card_played():
    def t():
        things = {"guests": {86: "all"}, "vacant": "4.4", "krones": 2, "hand": [25]}
        return Table("revised-2021", **things).check_in(86, "4.4")

    t().legal("occupancy bonus")
    assert "reward 1" not in t().options
    early = t().does("occupancy bonus", "hire 25")  # 6 - 3 = 3 krones: 2 and the bonus
    assert (early.me.krones, early.me.staff) == (0, [25])


@clause("group.order-2015")
def test_bonus_after_the_reward_only_in_the_original_order():
    things = {"guests": {86: "all"}, "vacant": "4.4", "krones": 2, "hand": [25]}
    t = Table("original-2015", **things).check_in(86, "4.4")
    t.legal("die 1")
    assert (t.me.krones, t.me.staff) == (3, [])


@clause("group.order-2021")
def test_bonus_is_not_taken_inside_the_reward():
    t = Table("revised-2021", guests={90: "all"}, vacant="4.4").check_in(90, "4.4")
    t.legal("occupancy bonus")
    t.does("reward 1")
    t.illegal("occupancy bonus")
    t.does("reward 2")
    assert t.me.krones == 10 + 3 + 1


@clause("group.order-2021")
def test_bonus_may_wait_when_the_money_would_be_lost():
    t = Table("revised-2021", krones=19, guests={86: "all"}, hand=[25], vacant="2.4")
    t.me.has(occupied="1.3 1.4 2.3")
    t.check_in(86, "2.4").does("reward 1", "hire 25")
    assert t.me.krones == 20  # 19 - 3 + 10, and the rest is lost
    assert t.me.staff == [25]


@clause("group.pays-once")
def test_group_pays_once_even_if_a_room_was_lost():
    t = Table("revised-2021", occupied="3.1 4.1", tiles="A1 B1 C2", guests={65: "all"})
    assert int(t.me.p.groups_paid)
    t.me.has(vacant="4.1", occupied="3.1")  # lost to the emperor, prepared again
    t.check_in(65, "4.1")
    assert t.me.vp_from == {"guests": 3}
    assert "occupancy bonus" not in t.options


@clause("group.after-the-effect", "group.any-way")
def test_bonus_of_a_group_completed_by_a_reward_follows_at_once():
    t = Table("revised-2021", guests={102: "all"}, vacant="1.2 4.4").check_in(102, "1.2")
    t.does("reward 2", "occupy 4.4")
    assert t.me.krones == 11
    t.legal("reward 1", "stop")


@clause("tracks.emperor-end")
def test_steps_of_a_yellow_group_beyond_the_track():
    t = Table("revised-2021", emperor=11, guests={92: "all"}, vacant="2.2", occupied="1.2 2.1")
    t.check_in(92, "2.2").does("stop")
    assert t.me.emperor == 13
    assert t.me.vp_from == {"track": 4}


@clause("group.any-way")
@pytest.mark.parametrize("spec", EDITIONS)
def test_bonus_for_rooms_that_staff_turn_over(spec):
    t = Table(spec, hand=[35], vacant="1.1 1.2", dice="5 5").does("die 5", "hire 35", "occupy 1.1")
    assert t.does("stop").me.vp_from == {"occupancy": 2}


@clause("group.after-the-effect")
def test_bonus_comes_after_both_rooms_of_one_effect():
    """The krone of the red room 4.4 is not paid before the second room is turned over."""
    t = Table("revised-2021", hand=[35], krones=10, vacant="4.4 1.1", dice="5 5")
    t.does("die 5", "hire 35", "occupy 4.4")
    assert t.me.krones == 10
    t.does("occupy 1.1")
    assert (t.me.krones, t.me.vp) == (11, 2)
