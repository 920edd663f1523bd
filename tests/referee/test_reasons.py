"""Why an action is illegal: for each, what the reason says and which clause it names."""

import pytest

from tests.referee.table import last

FULL = {"85": "", "66": "", "56": ""}
OTHERS = [76, 75, 50, 51, 52]  # a row without the guests of FULL
MANY = " ".join(["1"] * 3 + ["2"] * 3 + ["3"] * 3 + ["4"] * 3 + ["6"])
NO_FIVE = "1 2 3 4 6"
# 75 Baroness (blue: 2 wine 2 coffee), 56 Vocalist (yellow), 85 Major (green), 9 Butler (5 krones),
# 1 Breakfast Server (once a round), 17 Kitchen Hand, 35 Page, 7 Masseuse. On the night board 1.1 is
# blue, 1.2 yellow, 1.3 and 1.4 red, 1.5 blue; 2.1 and 2.2 yellow.

REASONS = [
    # (steps before, words, what Anna has, head, in the reason, clause)
    # -- a guest of the row
    ([], "guest 1", {"krones": 2}, {}, "costs 3 krones; Anna has 2 krones", "row.unaffordable"),
    ([], "guest 5", {"guests": FULL}, {"row": OTHERS}, "is full", "row.full-cafe"),
    (["guest 5"], "guest 5", {}, {"guest_deck": [50]}, "one per turn", "row.one-a-turn"),
    (["die 1", "split 0 0"], "guest 5", {}, {}, "main action is done", "row.before-the-die"),
    ([], "guest 2", {}, {"row": [76, None, 85, 66, 56]}, "place 2 of the row is empty", None),
    ([], "guest 6", {}, {}, "places 1 to 5", "row.any-place"),
    ([], "guest Professor", {}, {}, "80 Professor Emeritus is not in the row", "row.any-place"),
    # -- the die
    ([], "die 5", {}, {"dice": NO_FIVE}, "no die lies on action space 5", "die.needed"),
    ([], "die 6", {"krones": 0}, {}, "space 6 costs 1 krone; Anna has 0", "copy.price"),
    ([], "die 1 +1", {"krones": 0}, {}, "strengthening costs 1 krone", "strengthen.price"),
    ([], "die 6 +1", {"krones": 1}, {}, "costs 1 krone and strengthening", "strengthen.price"),
    ([], "die 1 +2", {}, {}, "strengthened by 1 at most", "strengthen.once"),
    (["die 4", "steps 0"], "die 4", {}, {}, "main action of this turn is done", "die.one-a-turn"),
    ([], "die 1 without effect", {}, {}, "only if no action at all", "die.unpayable"),
    ([], "die 1 without extra die", {}, {}, "left uncounted", "staff-card.extra-dice-2021"),
    # -- begin and end
    ([], "end turn", {}, {}, "main action, a die, is still to be taken", "turn.end"),
    (["guest 5"], "pass", {}, {"guest_deck": [50]}, "has begun", "pass.instead-of-a-turn"),
    # -- serving
    ([], "serve", {"krones": 0, "kitchen": "1 wine", "guests": {"75": ""}}, {"row": []},
     "serving costs 1 krone", "serve.needs-a-krone"),
    ([], "serve", {"kitchen": "1 wine"}, {}, "no guest of Anna waits", "goods.matching"),
    ([], "serve", {"kitchen": "1 cake", "guests": {"75": ""}}, {"row": OTHERS[:1]},
     "nothing in the kitchen (1 cake) is wanted", "goods.matching"),
    # -- moving in
    ([], "check in table 1 to 1.1", {"vacant": "1.1"}, {}, "nobody sits at table 1", None),
    ([], "check in 75 to 1.1", {"guests": {"75": "2 wine"}, "vacant": "1.1"}, {"row": []},
     "not filled: 2 coffee missing", "check-in.filled-order"),
    ([], "check in 75 to 1.2", {"guests": {"75": "all"}, "vacant": "1.1 1.2"}, {"row": []},
     "is blue and moves into a blue room only", "check-in.colour"),
    ([], "check in 75 to 1.2", {"guests": {"75": "all"}, "vacant": "1.2"}, {"row": []},
     "no such room is vacant", "check-in.no-room"),
    ([], "check in 75 to 1.5", {"guests": {"75": "all"}, "vacant": "1.1"}, {"row": []},
     "not prepared", "check-in.vacant-room"),
    ([], "check in 75 to 1.1", {"guests": {"75": "all"}, "occupied": "1.1"}, {"row": []},
     "occupied already", "check-in.vacant-room"),
    ([], "check in 85 to 1.1", {"vacant": "1.1"}, {}, "not in the café of Anna", None),
    # -- politics cards
    ([], "claim A", {"krones": 19}, {}, "krones: has 19, needs 20", "politics.cards.A-krones"),
    ([], "claim A", {"krones": 20, "claimed": "A"}, {}, "marker", "politics-card.one-marker"),
    ([], "claim C", {"occupied": "1.1 1.2 1.3"}, {}, "colour sets: has 1, needs 3",
     "politics.cards.C-three-each"),
    ([], "claim A-rooms", {}, {}, "not in this game", "politics-card.claim"),
    ([], "claim B", {}, {"politics": ["A-krones"]}, "there is no politics card B", None),
    # -- staff
    ([], "use 1", {"hand": [1]}, {}, "still in hand", "staff-card.in-play"),
    ([], "use 1", {"staff": [1], "used": [1]}, {}, "used in this round already",
     "staff-card.round"),
    ([], "use Groom", {"staff": [5]}, {}, "is permanent", "staff-card.permanent"),
    ([], "use 1", {}, {}, "not in play", "staff-card.round"),
    (["die 5"], "hire 9", {"hand": [9, 7], "krones": 0}, {}, "costs 4 krones (5 less 1)",
     "hire.unaffordable"),
    (["die 5"], "hire 9", {"hand": [7]}, {}, "not in the hand", "hire.one-card"),
    ([], "hire 7", {"hand": [7]}, {}, "action 5", "staff-card.how-played"),
    # -- rooms
    (["die 3"], "prepare 1.1", {"vacant": "1.1"}, {}, "prepared already", "room.one-tile"),
    (["die 3"], "prepare 1.3", {"vacant": "1.1"}, {}, "touches no room", "prepare.adjoin"),
    (["die 3"], "prepare 1.2", {}, {}, "first room of a hotel is 1.1", "prepare.bare-hotel"),
    (["die 3"], "prepare 2.1", {"vacant": "1.1", "krones": 0}, {}, "costs 1 krone",
     "prepare.unaffordable"),
    (["die 3"], "prepare 5.1", {"vacant": "1.1"}, {}, "there is no room 5.1", "room.one-tile"),
    ([], "prepare 1.2", {"vacant": "1.1"}, {}, "action 3", "turn.parts"),
    # -- goods
    (["die 1"], "split 2 0", {}, {}, "no more cake than strudel", "dishes.split"),
    (["die 2"], "split 2 0", {}, {}, "no more coffee than wine", "drinks.split"),
    (["die 1"], "split 5 0", {}, {}, "the strength is 2", "dishes.receive"),
    (["die 1"], "split 0 1", {}, {}, "strudel and cake only", "dishes.split"),
    (["die 2", "split 1 0"], "place cake on 75", {"guests": {"75": ""}}, {"row": []},
     "there is no cake to place", "goods.onto-guests"),
    (["die 2", "split 1 0"], "place wine on table 2", {"guests": {"75": ""}}, {"row": []},
     "nobody sits at table 2", "goods.matching"),
    (["die 2", "split 1 0"], "place wine on table 4", {"guests": {"75": ""}}, {"row": []},
     "there is no table 4", "row.three-tables"),
    (["die 2", "split 1 0"], "place wine on 56", {"guests": {"75": "", "56": "2 wine"}},
     {"row": []}, "wants no wine", "goods.matching"),
    (["serve"], "place cake on 75", {"guests": {"75": ""}, "kitchen": "1 wine"}, {"row": []},
     "no cake is in the kitchen", None),
    (["serve"], "stop", {"guests": {"75": ""}, "kitchen": "1 wine"}, {"row": []},
     "at least one good", None),
    # -- other main actions
    (["die 4"], "steps 3", {}, {}, "the strength is 2", "tracks.split"),
    (["die 6"], "copy 6", {}, {}, "cannot be copied", "copy.others"),
    # -- something else is to be decided first
    (["die 3"], "end turn", {"vacant": "1.1"}, {}, "first decide which rooms are prepared",
     "turn.nothing-interrupted"),
    (["die 3"], "serve", {"vacant": "1.1"}, {}, "prepare 1.2", "turn.nothing-interrupted"),
    (["die 3"], "copy 4", {"vacant": "1.1"}, {}, "action 6", "turn.nothing-interrupted"),
    ([], "take penalty", {}, {}, "emperor's penalty", "emperor.penalty"),
]  # fmt: skip


# What is due before the words that are tried, and the clauses by which it is: 85 Major brings 3
# krones, 75 Baroness a staff card of three drawn, which is asked for on top of the reward.
DUE = [
    (["check in 85 to 1.3"], "die 4", {"guests": {"85": "all"}, "vacant": "1.3"},
     "the parts of the reward", {"check-in.reward", "check-in.reward-order"}),
    (["check in 75 to 1.1", "reward 1"], "die 4",
     {"guests": {"75": "all"}, "vacant": "1.1", "head": {"staff_deck": [7, 9, 17]}},
     "which of the cards drawn", {"check-in.reward", "check-in.reward-order"}),
    (["die 3"], "serve", {"vacant": "1.1"}, "which rooms", {"turn.nothing-interrupted"}),
]  # fmt: skip


@pytest.mark.parametrize(("before", "words", "anna", "asked", "clauses"), DUE)
def test_what_must_first_be_decided_is_cited_by_its_own_rule(before, words, anna, asked, clauses):
    anna = {**anna}
    step = last(*before, words, head={"row": [], **anna.pop("head", {})}, **anna)
    assert step.status == "illegal"
    assert "Anna must first decide" in step.reason
    assert asked in step.reason
    assert set(step.clauses) == clauses


@pytest.mark.parametrize(("before", "words", "anna", "head", "says", "clause"), REASONS)
def test_reason(before, words, anna, head, says, clause):
    step = last(*before, words, head=head, **anna)
    assert step.status == "illegal"
    assert says in step.reason
    assert clause is None or clause in step.clauses


def test_clauses_that_differ_by_edition_are_those_of_the_edition():
    for rules, id in (("original-2015", "2015"), ("revised-2021", "2021")):
        step = last("die 1 without extra die", rules=rules)
        assert step.clauses == (f"staff-card.extra-dice-{id}",)


def test_fourth_marker_finds_no_place():
    head = {"politics": ["A-krones", "B-floors", "C-three-each"]}
    document = {
        "format": "gah-transcript-1",
        "players": 4,
        "position": {
            "turn": 4, "dice": "1", **head,
            "players": {str(seat): {"claimed": "A"} for seat in (1, 2, 3)}
            | {"4": {"krones": 20}},
        },
        "steps": ["claim A"],
    }  # fmt: skip
    from simulate.referee import judge
    from simulate.referee.writing import document_of

    step = judge(document_of(document)).steps[0]
    assert "no place is left" in step.reason
    assert step.clauses == ("politics-card.fourth",)


def scored(*steps, rules="revised-2021", tiles=("A1", "B2", "C1"), round=3, **anna):
    """The last step of an emperor scoring: Anna on space 0, Ben far ahead, all turns played."""
    head = {
        "turn": None,
        "round": round,
        "tiles": list(tiles),
        "ben": {"emperor": 9, "turns_taken": 2},
    }
    head["dice"] = "1"
    head = {key: value for key, value in head.items() if value is not None}
    return last(*steps, rules=rules, head=head | {"turn": None}, turns_taken=2, **anna)


@pytest.mark.parametrize(
    ("rules", "tiles", "words", "anna", "says", "clause"),
    [
        ("revised-2021", ("A1", "B2", "C1"), "lose vp", {}, "is possible",
         "emperor.penalty-forced-2021"),
        ("original-2015+more", ("A6", "B2", "C1"), "lose vp", {"kitchen": "1 wine"}, "is possible",
         "emperor_tile.A6.penalty"),
        ("original-2015+ballrooms", ("A5", "B2", "C1"), "lose vp", {"kitchen": "2 champagne"},
         "is possible", "emperor_tile.A5.alternative"),
        ("revised-2021", ("A1", "B2", "C1"), "take penalty", {"krones": 1}, "not possible in full",
         "emperor.penalty-in-full"),
        ("original-2015", ("A2", "B2", "C1"), "lose vp", {}, "offers no loss of VP",
         "emperor.penalty-alone"),
        ("original-2015", ("A1", "B2", "C1"), "avert penalty", {}, "no staff of Anna averts",
         "emperor.penalty"),
        ("original-2015", ("A1", "B2", "C1"), "die 1", {}, "first decide the emperor's penalty",
         "additional.own-turn"),
    ],
)  # fmt: skip
def test_penalty(rules, tiles, words, anna, says, clause):
    step = scored(words, rules=rules, tiles=tiles, **anna)
    assert step.status == "illegal"
    assert says in step.reason
    assert clause in step.clauses


def test_penalty_takes_a_room_of_the_highest_floor():
    tiles = ("A4", "B2", "C1")
    step = scored("take penalty", "remove room 1.1", tiles=tiles, vacant="1.1 2.1 2.2")
    assert "open to choice: 2.1 or 2.2" in step.reason
    assert step.clauses == ("emperor.rooms-choice",)


def test_not_this_players_decision():
    step = last({"by": "Ben", "do": "die 1"})
    assert step.status == "illegal"
    assert step.reason == "it is the decision of Anna (the turn), not of Ben"
    assert "round.turn-order" in step.clauses
