"""Politics cards where it is close: met within a turn, met and lost again, met out of turn."""

import pytest

from model import load_ruleset
from tests.clauses import clause
from tests.scenarios.court import CONDITIONS, EDITIONS, on_board
from tests.scenarios.table import Table

MET = {key: met for key, met, _ in CONDITIONS}
ALMOST = [(key, almost) for key, _, almost in CONDITIONS if key[0] in "BC"]
ROOMS = [key for key, _, _ in CONDITIONS if key[0] in "BC"]

WITHIN = [  # card, before, the actions of a turn that fulfil it with the last of them
    ("A-krones", {"krones": 17, "dice": "4 4 4"}, ("die 4", "steps 0")),
    ("A-krones", {"krones": 19, "dice": "4 4 4"}, ("die 4", "steps 1")),
    ("A-emperor", {"emperor": 8, "dice": "4 4"}, ("die 4", "steps 2")),
    ("A-staff", {"staff": [1, 5, 6, 7, 27], "hand": [44]}, ("die 5", "hire 44")),
    ("A-rooms", {"vacant": "1.1-2.5", "occupied": "3.1", "dice": "3"}, ("die 3", "prepare 3.2")),
]


# -- fulfilled by the turn's own action -----------------------------------------------------------


@clause("politics.cards.{key}", corner=True)
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize(("key", "before", "actions"), WITHIN)
def test_fulfilled_within_the_turn(key, before, actions, spec):
    t = Table(spec, politics=on_board(key), **before)
    for action in actions:
        t.illegal("claim A")
        t.does(action)
    t.does("claim A")
    assert t.me.vp_from == {"politics": 15}


@clause("politics-card.occupied-counts")
@clause("politics.cards.{key}", corner=True)
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize(("key", "almost"), ALMOST)
def test_last_room_turned_over_within_the_turn(key, almost, spec):
    t = Table(spec, politics=on_board(key), hand=[35], **almost)  # Page Boy: turns rooms over
    for action in ("die 5", "hire 35", f"occupy {almost['vacant']}"):
        t.illegal(f"claim {key[0]}")
        t.does(action)
    t.does(f"claim {key[0]}")
    assert t.me.vp_from["politics"] == 15


# -- fulfilled, and no longer ---------------------------------------------------------------------


@clause("politics-card.moment")
@clause("politics.cards.A-krones", corner=True)
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize("spends", ["die 6", "guest 1", "die 1 +1"])
def test_krones_spent_before_the_claim(spends, spec):
    t = Table(spec, krones=20, politics=on_board("A-krones"))
    t.legal("claim A")
    t.does(spends)
    while "end turn" not in t.options and not spends.startswith("guest"):
        t.does(t.options[0])
    t.illegal("claim A")


@clause("politics.cards.A-krones", corner=True)
def test_krones_spent_and_gained_again():
    t = Table("revised-2021", krones=20, politics=on_board("A-krones"), dice="4 4 4")
    t.does("guest 1").illegal("claim A")
    t.does("die 4", "steps 0", "claim A")
    assert (t.me.krones, t.me.vp) == (20, 15)


@clause("politics.cards.A-emperor", corner=True)
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize(("space", "left"), [(12, False), (13, True)])
def test_steps_lost_in_a_scoring_before_the_claim(space, left, spec):
    t = Table(spec, politics=on_board("A-emperor"), tiles="A1 B1 C1", emperor=space)
    t.seat(1).has(emperor=4)
    t.end_of_round(3)
    while t.player != 0:
        t.plays()
    assert ("claim A" in t.options) == left  # three spaces back


@clause("politics.cards.A-rooms", corner=True)
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize(("space", "left"), [(3, False), (4, True)])
def test_twelfth_room_lost_in_a_scoring_before_the_claim(space, left, spec):
    met = MET["A-rooms"]
    t = Table(spec, politics=on_board("A-rooms"), tiles="A4 B1 C1", emperor=space, **met)
    t.seat(1).has(emperor=4)
    t.end_of_round(3)
    if not left:
        t.does("take penalty", "remove room 2.3")
    while t.player != 0:
        t.plays()
    assert ("claim A" in t.options) == left


@clause("politics.cards.{key}", corner=True)
@pytest.mark.parametrize("key", ROOMS)
@pytest.mark.parametrize("punished", [True, False])
def test_occupied_rooms_lost_in_a_scoring_before_the_claim(key, punished):
    """Possible between two turns only where tile B4 is read as taking occupied rooms."""
    agreed = {"b4-rooms": "occupied"}
    t = Table("original-2015", rulings=agreed, politics=on_board(key), tiles="A1 B4 C1", **MET[key])
    t.me.has(emperor=0 if punished else 6)
    t.seat(1).has(emperor=6)
    t.end_of_round(5)
    if punished:
        t.does("take penalty")
        t.does(t.options[0])
        t.does(t.options[0])
    while t.player != 0:
        t.plays()
    assert (f"claim {key[0]}" in t.options) == (not punished)


# -- fulfilled out of turn ------------------------------------------------------------------------


@clause("politics-card.own-turn")
@clause("politics.cards.{key}", corner=True)
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize("key", MET)
def test_fulfilled_while_another_player_has_the_turn(key, spec):
    t = Table(spec, politics=on_board(key), turn=1, **MET[key])
    t.illegal(f"claim {key[0]}")  # neither by its owner nor by the player whose turn it is
    t.plays()
    assert t.player == 0
    t.does(f"claim {key[0]}")
    assert t.me.vp_from["politics"] == 15
    assert "politics" not in t.seat(1).vp_from


@clause("politics.cards.A-rooms", corner=True)
@pytest.mark.parametrize("spec", EDITIONS)
def test_twelfth_room_given_by_the_emperor(spec):
    t = Table(spec, politics=on_board("A-rooms"), tiles="A4 B1 C1", emperor=6)
    t.me.has(vacant="1.1-2.5", occupied="3.1")
    t.seat(1).has(emperor=4)
    t.end_of_round(3).does("prepare 3.2")
    while t.player != 0:
        t.illegal("claim A")
        t.plays()
    t.legal("claim A")


@clause("politics.cards.A-krones", corner=True)
@pytest.mark.parametrize("spec", EDITIONS)
def test_krones_given_by_the_emperor_beyond_the_end_of_the_track(spec):
    t = Table(spec, politics=on_board("A-krones"), tiles="A1 B1 C1", emperor=6, krones=18)
    t.seat(1).has(emperor=4)
    t.end_of_round(3)
    while t.player != 0:
        t.plays()
    assert t.me.krones == 20
    t.legal("claim A")


# -- what counts ----------------------------------------------------------------------------------


@clause("politics.cards.A-emperor", corner=True)
@pytest.mark.parametrize("spec", EDITIONS)
def test_a_step_beyond_the_end_of_the_track(spec):
    t = Table(spec, emperor=13, politics=on_board("A-emperor"), dice="4")
    t.does("die 4", "steps 1", "claim A")
    assert t.me.vp_from == {"track": 1, "politics": 15}


@clause("politics.cards.A-staff", corner=True)
@pytest.mark.parametrize("spec", EDITIONS)
def test_staff_used_this_round_counts(spec):
    t = Table(spec, staff=[1, 2, 3, 4, 44, 27], politics=on_board("A-staff"))
    t.does("use 1", "use 2", "use 3", "use 4", "claim A")
    assert t.me.vp == 15


@clause("politics.cards.A-staff", corner=True)
def test_staff_of_others_does_not_count():
    t = Table("revised-2021", staff=[1, 2, 3], politics=on_board("A-staff"))
    t.seat(1).has(staff=[4, 5, 6, 7, 8, 9])
    t.illegal("claim A")


@clause("politics.cards.A-rooms", corner=True)
@pytest.mark.parametrize("rooms", [{"vacant": "1.1-3.2"}, {"occupied": "1.1-3.2"}])
def test_all_rooms_of_one_state(rooms):
    Table("revised-2021", politics=on_board("A-rooms"), **rooms).legal("claim A")


@clause("politics.cards.B-floors", "politics.cards.B-columns", corner=True)
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize(
    ("occupied", "floors", "columns"),
    [
        ("1.1-1.5 4.1-4.5", True, False),
        ("2.1-3.5", True, False),
        ("1.2-1.3 2.2-2.3 3.2-3.3 4.2-4.3", False, True),
        ("1.1-1.5 2.1-2.4 3.1-3.4 4.1-4.4", False, True),
        ("1.1-1.5 2.1 3.1 4.1", False, False),  # one of each
    ],
)
def test_which_floors_and_columns_does_not_matter(occupied, floors, columns, spec):
    t = Table(spec, occupied=occupied, politics=on_board("B-floors"))
    assert ("claim B" in t.options) == floors
    t = Table(spec, occupied=occupied, politics=on_board("B-columns"))
    assert ("claim B" in t.options) == columns


# -- the player's own hotel plan ------------------------------------------------------------------

BOARDS = [  # rows from the lowest floor up
    ("BYRRB", "YYRRY", "BRBYY", "BRBRB"),
    ("RYRRY", "BYBBB", "BYRRY", "BYBBR"),
    ("BYRRR", "BYRBY", "BRBRY", "YBBRB"),
    ("RBRYR", "RBYYY", "RYRBB", "BYRBY"),
    ("RBRRB", "YBYYY", "YBBRB", "RRRYB"),
]


def rooms_of(board, colour):
    """The rooms of one colour, e.g. ["1.1", "1.5"]."""
    return [
        f"{floor}.{column}"
        for floor, row in enumerate(BOARDS[board], start=1)
        for column, letter in enumerate(row, start=1)
        if letter == colour
    ]


def on_plan(board, key, occupied):
    """A position on a plan: 0 is the night side, 1 to 4 the day sides."""
    plan = list(load_ruleset("revised-2021").boards)[board]
    t = Table("revised-2021", boards=plan.split("_")[0], politics=on_board(key), board=plan)
    t.me.has(occupied=" ".join(occupied))
    return t


@clause("politics.cards.B-colour", corner=True)
@pytest.mark.parametrize("colour", "BRY")
@pytest.mark.parametrize("board", range(5))
def test_all_rooms_of_a_colour_on_each_plan(board, colour):
    rooms = rooms_of(board, colour)
    on_plan(board, "B-colour", rooms).legal("claim B")
    for missing in rooms:
        on_plan(board, "B-colour", set(rooms) - {missing}).illegal("claim B")


@clause("politics.cards.B-colour", corner=True)
def test_two_full_colours_bring_one_marker():
    rooms = rooms_of(1, "B") + rooms_of(1, "R")
    t = on_plan(1, "B-colour", rooms).does("claim B")
    assert t.me.vp_from["politics"] == 15
    t.illegal("claim B")


@clause("politics.cards.B-groups", corner=True)
def test_six_groups_of_the_own_plan():
    six = ["1.1", "1.5", "3.5", "4.5", "1.3", "1.4", "3.3", "3.4"]  # of the first day side
    on_plan(1, "B-groups", six).legal("claim B")
    for other in (0, 2, 3, 4):
        on_plan(other, "B-groups", six).illegal("claim B")
    for missing in six:
        on_plan(1, "B-groups", set(six) - {missing}).illegal("claim B")


NEEDED = [
    ("C-three-each", {"B": 3, "R": 3, "Y": 3}),
    ("C-red-yellow", {"R": 4, "Y": 3}),
    ("C-yellow-blue", {"Y": 4, "B": 3}),
    ("C-blue-red", {"B": 4, "R": 3}),
]


@clause("politics.cards.{key}", corner=True)
@pytest.mark.parametrize(("key", "needed"), NEEDED)
@pytest.mark.parametrize("board", range(5))
def test_colours_on_each_plan(board, key, needed):
    enough = [room for colour, n in needed.items() for room in rooms_of(board, colour)[:n]]
    on_plan(board, key, enough).legal("claim C")
    for short in needed:  # one too few, whatever there is of the others
        others = [room for colour in "BRY" if colour != short for room in rooms_of(board, colour)]
        few = rooms_of(board, short)[: needed[short] - 1]
        on_plan(board, key, others + few).illegal("claim C")
