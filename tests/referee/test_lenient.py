"""Games that others wrote down: structural words that are missing, and such as say nothing."""

import importlib.util
from pathlib import Path

import pytest

from model import UserError
from simulate.referee import judge, parse
from simulate.referee.judge import Judge
from simulate.referee.writing import document_of
from tests.referee.table import transcript

EXAMPLE = Path(__file__).parents[2] / "examples" / "plain_log.py"
# A reward of krones, which may be taken or left.
MAJOR = {"guests": {"85": "all"}, "vacant": "1.3", "head": {"row": []}}
SERVED = {"guests": {"75": "all"}, "vacant": "1.1", "head": {"row": []}}
WANTING = {"guests": {"76": ""}, "head": {"row": []}}  # strudel and coffee


def verdict(*steps, **position):
    return judge(document_of({**transcript(*steps, **position), "lenient": True}))


def filled(*steps, **position):
    """What was supplied before the last of steps that are all in order."""
    found = verdict(*steps, **position)
    assert found.ok, found.first_fault
    return [text.partition(": ")[2] for text in found.steps[-1].filled]


def test_stop_and_end_turn_are_supplied_before_another_player():
    """After die 3 rooms may be prepared: Ben's turn says that no more were."""
    assert filled("die 3", "prepare 1.1", {"by": "Ben", "do": "pass"}) == ["stop", "end turn"]
    assert filled("die 3", "prepare 1.1", "end turn") == ["stop"]


def test_a_turn_in_which_more_could_be_done_is_not_ended_by_a_nameless_step():
    found = verdict("die 4", "steps 1", "die 1", **SERVED)
    assert found.worst == "illegal"
    named = {"by": "Ben", "do": "die 1"}
    assert filled("die 4", "steps 1", named, **SERVED) == ["end turn"]


def test_goods_that_stay_are_supplied():
    steps = ["die 1", "split 0 0", {"by": "Ben", "do": "pass"}]
    assert filled(*steps, **WANTING) == ["keep strudel", "end turn"]


def test_rewards_that_may_be_taken_or_left_are_not_guessed():
    """A reward that is open may be taken or declined: taking a die says neither."""
    found = verdict("check in 85 to 1.3", "die 4", **MAJOR)
    fault = found.first_fault
    assert fault is not None
    assert fault.status == "illegal"
    assert "write which" in fault.reason
    assert "stop" in fault.reason


def test_the_part_of_a_reward_that_is_used_is_the_one_that_is_meant():
    """56 Vocalist brings a cake and a staff card: to hire is the second part, whatever is due."""
    vocalist = {"guests": {"56": "all"}, "vacant": "1.2", "hand": [8], "head": {"row": []}}
    assert filled("check in 56 to 1.2", "hire 8", **vocalist) == ["reward 2"]
    hired = ("check in 56 to 1.2", "hire 8")
    left, got = {"legal": ["reward 1", "stop"]}, {"players.Anna.kitchen": "1 cake"}
    found = verdict(*hired, {"expect": left}, "reward 1", {"expect": got}, **vocalist)
    assert found.ok, found.first_fault
    silent = verdict(*hired, {"by": "Ben", "do": "pass"}, **vocalist)
    assert not silent.ok, "whether the cake was taken is not known"


@pytest.mark.parametrize("needless", ["stop", "keep wine", "end turn", "reward 1", "main action"])
def test_words_that_decide_nothing_are_passed_over(needless):
    found = verdict("die 4", "steps 1", "end turn", {"by": "Anna", "do": needless},
                    {"by": "Ben", "do": "pass"})  # fmt: skip
    assert found.ok, found.first_fault
    assert "no such decision" in found.steps[3].left_out
    strict = judge(document_of(transcript("die 4", "steps 1", "end turn", needless)))
    assert strict.worst == "illegal"


@pytest.mark.parametrize(
    ("steps", "words"),
    [
        ((), "end turn"),  # an action is due, and this turn has not begun: pass is another word
        (("guest 1",), "end turn"),
        (("die 4",), "stop"),  # krones or steps have to be chosen
        (("die 1", "split 0 0"), "keep wine"),  # strudel was received
    ],
)
def test_they_excuse_from_nothing(steps, words):
    found = verdict(*steps, {"by": "Anna", "do": words}, {"by": "Ben", "do": "die 1"}, **WANTING)
    assert not found.ok


def test_the_reason_is_that_of_the_player_who_did_it():
    found = verdict("die 4", "steps 1", {"by": "Ben", "do": "die 4 +1"})
    fault = found.first_fault
    assert fault is not None
    assert "not of Ben" not in fault.reason
    assert fault.by == "Ben"


def test_what_is_wrong_stays_wrong():
    for steps in (["die 5", "hire 1"], ["prepare 1.1"], ["die 3", "prepare 4.5"]):
        assert verdict(*steps, hand=[8]).worst == "illegal"


# -- step by step, and from a log -----------------------------------------------------------------


def test_a_game_goes_on_step_by_step_with_the_state_in_hand():
    table = Judge(document_of(transcript(head={"ben": {"turns_taken": 1}})))
    assert table.take("pass").status == "ok"
    refused = table.take({"by": "Ben", "do": "end turn"})
    assert (refused.status, refused.number) == ("illegal", 2)
    assert [table.take(words).status for words in ("die 4", "steps 0", "end turn")] == ["ok"] * 3
    assert table.stepper.waiting == "roll"
    assert table.take({"roll": [6] * 8}).status == "ok"
    assert int(table.stepper.g.dice[6]) == 8
    assert [step.do for step in table.document.steps[:-1]] == [
        "pass",
        "die 4",
        "steps 0",
        "end turn",
    ]
    assert judge(table.document).ok
    with pytest.raises(UserError, match="a step is one of"):
        table.take({"do": "pass", "roll": [1]})


LOG = """rules revised-2021
players Anna, Ben
position
dice 1 1 3 4 4 5 6
politics ["A-krones", "B-floors", "C-three-each"]
tiles ["A1", "B2", "C1"]
turn Anna
Anna krones 5
Ben krones 2
Ben turns_taken 1
---
Anna: takes a die 3
Anna: prepare 1.1
Ben: takes die 4 +1
# Ben takes all as krones
Ben: steps 0
Anna: passes
dice: 1 2 3 6
Anna: takes die 6
"""


@pytest.fixture(scope="module")
def example():
    spec = importlib.util.spec_from_file_location("plain_log", EXAMPLE)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_plain_log_becomes_a_transcript(example):
    document = parse(example.transcript(LOG))
    found = judge(document)
    assert found.ok, found.first_fault
    assert [step.kind for step in document.steps] == [*["do"] * 5, "roll", "do"]
    assert found.then.startswith("Anna decides")


def test_a_line_that_cannot_be_is_named_with_its_reason(example):
    with pytest.raises(UserError, match=r"line 13, 'Anna: prepare 4\.5': "):
        example.transcript(LOG.replace("prepare 1.1", "prepare 4.5"))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "usage: python examples/plain_log.py"),
        (["no.log"], "no.log: No such file"),
        (["."], ".: Is a directory"),
        (["bytes.log"], "bytes.log: 'utf-8'"),
        (["endless.log"], "endless.log: no line '---'"),
    ],
)
def test_the_example_of_logs_leaves_with_one_line(example, tmp_path, monkeypatch, words, said):
    monkeypatch.chdir(tmp_path)
    Path("bytes.log").write_bytes(b"\xff")
    Path("endless.log").write_text(LOG.replace("---\n", ""))
    with pytest.raises(SystemExit) as left:
        example.main(words)
    assert str(left.value).startswith(said)
    assert "\n" not in str(left.value)
