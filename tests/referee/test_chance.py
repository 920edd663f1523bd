"""Chance is told by the transcript, never guessed and never seen by the game before it is told."""

import pytest

from simulate.engine import codes
from simulate.engine.flow import flow
from simulate.referee.judge import Judge
from simulate.referee.stepper import Stepper
from simulate.referee.writing import document_of
from tests.referee.table import after, last, transcript

END = ["die 4", "steps 0", "end turn"]


def test_dice_are_those_of_the_transcript():
    referee = after("pass", {"by": "Ben", "do": "pass"}, {"roll": [6] * 9})
    assert referee.stepper.legal_words()[:2] == ["guest 1", "guest 2"]
    assert {w.split()[1] for w in referee.stepper.legal_words() if w.startswith("die")} == {"6"}


def test_nobody_sees_other_dice_before_the_roll_is_told():
    referee = after("pass", "pass")
    assert referee.stepper.waiting == "roll"
    assert not referee.stepper.g.dice.any()
    assert referee.stepper.legal() == []
    assert referee.stepper.player == -1


def test_no_decision_is_open_when_dice_are_rolled(monkeypatch):
    """A roll is the last thing that a step of the engine does: no frame is there to see it."""
    tops = []

    def watched(self):
        tops.append(int(self.g.top))
        original(self)

    original = Stepper._rolled
    monkeypatch.setattr(Stepper, "_rolled", watched)
    last("pass", "pass", {"roll": [4] * 9}, *END, "pass", *END, {"roll": [4] * 6}, *END)
    assert tops
    assert set(tops) == {0}


def test_a_turn_begins_without_looking_at_the_dice():
    """The engine pushes the same frame whatever the dice show: so told dice come in time."""
    frames = []
    for faces in ([1] * 9, [6] * 9):
        referee = Judge(document_of(transcript("pass", "pass", {"roll": faces})))
        stepper = referee.stepper
        before = stepper.games.copy()
        for _ in ("pass", "pass"):
            stepper.apply(next(a for a in stepper.legal() if a >> 24 == codes.PASS))
        assert stepper.waiting == "roll"
        stepper.g.dice[faces[0]] = 9
        twin = stepper.games.copy()
        flow(twin[0], stepper.rules)
        frames.append(twin[0].frames.tobytes())
        assert before.shape == (1,)
    assert frames[0] == frames[1]


@pytest.mark.parametrize(
    ("steps", "status", "says"),
    [
        (["pass", "pass", "die 1"], "missing", "9 dice are rolled here"),
        (["pass", "pass", {"roll": [1, 2]}], "illegal", "9 dice are rolled here, not 2"),
        (["pass", {"roll": [1] * 9}], "illegal", "no dice are rolled here"),
        ([{"reshuffle": [50]}], "illegal", "no guests are shuffled here"),
        (["guest 5"], "missing", "which guest was drawn"),
        ([{"do": "guest 5", "drawn": [76]}], "illegal", "76 is elsewhere already"),
        ([{"do": "guest 5", "drawn": ["Nobody"]}], "illegal", "there is no card 'Nobody'"),
        (
            [{"do": "guest 5", "drawn": [50, 51]}],
            "illegal",
            "51 Composer is not drawn by this step",
        ),
        ([{"do": "die 4", "drawn": [9]}], "illegal", "this step draws none"),
    ],
)
def test_chance_that_is_missing_or_misplaced(steps, status, says):
    step = last(*steps)
    assert step.status == status
    assert says in step.reason


def test_a_die_too_many_is_against_the_rules():
    """Twelve dice, and nobody put one into the bin."""
    step = last("pass", "pass", {"roll": [1] * 10})
    assert (step.status, step.clauses) == ("illegal", ("pass.bin", "pass.reroll"))


def test_a_guest_that_the_transcript_gives_comes_into_the_row():
    referee = after("guest 5", {"expect": {"row": [50, 76, 75, 85, 66]}}, head={"guest_deck": [50]})
    assert referee.stepper.player == 0


def test_a_staff_card_drawn_that_is_not_named_may_be_any_that_is_nowhere_else():
    # 50 Musician brings a card from the deck
    position = {
        "guests": {"50": "all"}, "vacant": "1.1 1.2", "hand": [], "staff": [5], "krones": 9,
        "head": {"row": []},
    }  # fmt: skip
    drawn = ["check in 50 to 1.2", "reward 1", "stop", "die 5"]
    assert last(*drawn, "hire 17", **position).status == "ok"
    assert last(*drawn, "hire 5", **position).status == "illegal"
    assert last(*drawn, "hire 17", "hire 12", **position).status == "illegal"
    named = [drawn[0], {"do": "reward 1", "drawn": [9]}, "stop", "die 5"]
    assert last(*named, "hire 9", **position).status == "ok"
    assert last(*named, "hire 17", **position).status == "illegal"
    position["head"]["staff_deck"] = [17]
    assert last(*drawn, "hire 12", **position).status == "illegal"


def test_cards_put_under_the_deck_are_known_again():
    """Three cards drawn of a deck of four: the fourth is not given, those buried below it are."""
    others = [n for n in range(1, 49) if n not in (9, 12, 1, 7)]
    position = {
        "guests": {"75": "all", "50": "all"},
        "vacant": "1.1 1.2",
        "head": {"row": [], "staff_deck": [9, 12, 1], "staff_removed": others},
    }
    first = ["check in 75 to 1.1", "reward 1", "hire 9", "bury 1"]
    assert last(*first, {"expect": {"staff_deck_bottom": [1, 12]}}, **position).status == "ok"
    empty = {"hand": [], **position}
    drawn = [*first, "check in 50 to 1.2", "reward 1", {"expect": {"players.Anna.hand": [7]}}]
    assert last(*drawn, **empty).status == "ok"


def test_discarded_guests_are_shuffled_as_told():
    row = [76, 75, 85, 66, 56]
    rest = [n for n in [*range(53, 105), 117, 118] if n not in row]
    patch = {"id": "few", "remove": [f"guest.{number}" for number in (49, *rest[9:])]}
    rules = {"spec": "revised-2021", "patches": [patch]}
    discard = [50, 51, 52, *rest[1:9]]
    head = {"row": row, "guest_deck": rest[:1], "guest_discard": discard, "ben": {"krones": 5}}
    expect = {"expect": {"row": [52, rest[0], 76, 75, 85], "guest_deck": [50, 51]}}
    steps = ["guest 5", *END, "guest 5", {"reshuffle": [52, 50, 51]}, expect]
    assert last(*steps, rules=rules, head=head).status == "ok"
    wrong = [*steps[:-2], {"reshuffle": [53, 50, 51]}]
    assert last(*wrong, rules=rules, head=head).status == "illegal"
    missing = [*steps[:-2], "serve"]
    step = last(*missing, rules=rules, head=head)
    assert (step.status, step.reason.split(":")[0]) == (
        "missing",
        "the discarded guests are shuffled",
    )


def test_emperor_tile_that_is_not_given_is_missing():
    head = {"round": 3, "tiles": ["B1"], "turn": "Ben", "so_far": ["action"]}
    head["ben"] = {"turns_taken": 1}
    step = last("end turn", head=head, turns_taken=2)
    assert step.status == "missing"
    assert "emperor scoring" in step.reason
