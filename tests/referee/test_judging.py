"""Steps that claim something: expectations, illegal steps, who decides, what is filled in."""

import pytest

from simulate.referee import judge
from simulate.referee.writing import document_of
from tests.referee.table import after, judged, last, transcript

GUESTS = {"75": "1 wine", "56": ""}  # 75 wants 2 wine 2 coffee, 56 wants 1 strudel 2 wine
HELD = {"guests": GUESTS, "head": {"row": []}, "kitchen": "2 wine 1 coffee"}


# -- expectations ---------------------------------------------------------------------------------

STATE = {
    "krones": 7, "emperor": 2, "vp": 11, "vp_from": {"politics": 10}, "kitchen": "1 cake",
    "guests": {"75": "1 wine"},
    "hand": [9, 7], "staff": [1, 6], "used": [1], "vacant": "1.2", "occupied": "1.1",
    "claimed": "B",
}  # fmt: skip


@pytest.mark.parametrize(
    "expect",
    [
        {"round": 2, "player": "Anna", "over": False, "dice": [1, 1, 6]},
        {"dice": "11 6", "player": 1},
        {"row": [76, "Major", None, 66, "56 Vocalist"], "guest_deck": [50]},
        {"politics": ["C-three-each", "A-krones", "B-floors"], "tiles": ["A1", "B2", "C1"]},
        {"players": {"Anna": STATE}},
        {"players": {"1": {"hand_size": 2, "turns_taken": 0, "passed": False}}},
        {"players.Anna.krones": 7, "players.Anna.vp": 11, "players.Ben.krones": 0},
        {"players": {"Anna": {"guests": ["Baronin"], "staff": ["Stableman", 1]}}},
        {"players": {"Anna": {"kitchen": {"cake": 1}, "vp_from": {"politics": 10}}}},
        {"legal": ["die 1", "pass"], "not_legal": ["die 2", "use 1", "end turn"]},
        {"staff_deck": ["Kitchen Hand"]},
    ],
)
def test_what_is_as_expected(expect):
    head = {"round": 2, "dice": "1 1 6", "row": [76, 85, None, 66, 56], "guest_deck": [50]}
    head["staff_deck"] = [17]
    step = last({"expect": expect}, head=head, **STATE)
    assert step.status == "ok", step.reason


@pytest.mark.parametrize(
    ("expect", "says"),
    [
        ({"round": 3}, "round is 1, not 3"),
        ({"dice": [1]}, "dice is [1, 1, 2"),
        ({"player": "Ben"}, "the decision is with Anna, not with Ben"),
        ({"row": [75, 76, 85, 66, 56]}, "row is 76 Duke, 75 Baroness"),
        ({"players.Anna.krones": 4}, "Anna: krones is 5, not 4"),
        ({"players.Anna.kitchen": "2 wine"}, "Anna: kitchen is empty"),
        ({"players.Anna.vacant": "1.1"}, "Anna: vacant are no rooms"),
        ({"players.Anna.hand": [1]}, "Anna: hand is 7 Masseuse"),
        ({"players.Anna.claimed": "A"}, "Anna: claimed are no cards"),
        ({"players.Ben.guests": {"90": ""}}, "Ben: guests is 91 Tezcatlipoca"),
        ({"players.Ben.guests": {"91": "all"}}, "on 91 Tezcatlipoca lies nothing"),
        ({"players.Anna.vp_from": {"track": 1}}, "vp_from is {}"),
        ({"legal": ["pass", "end turn"]}, "'end turn' is not legal here"),
        ({"not_legal": ["pass"]}, "'pass' is legal here"),
        ({"only_legal": ["pass"]}, "legal are: guest 1"),
        ({"politics": ["A-rooms"]}, "politics is A-krones, B-floors, C-three-each"),
        ({"tiles": ["A2"]}, "tiles is A1, B2, C1"),
        ({"guest_discard": [50]}, "guest_discard is empty"),
        ({"over": True}, "over is False"),
        ({"players.Anna.board": "day_a"}, "board is night"),
    ],
)
def test_what_is_otherwise_is_said_and_judging_goes_on(expect, says):
    head = {"ben": {"guests": {"91": ""}}}
    verdict = judged({"expect": expect}, "die 4", head=head, hand=[7])
    assert [step.status for step in verdict.steps] == ["failed", "ok"]
    assert says in verdict.steps[0].reason
    assert verdict.exit_code == 1


def test_cards_that_do_not_exist_are_no_expectation():
    step = last({"expect": {"players.Anna.hand": ["Nobody"]}})
    assert step.status == "unreadable"
    assert "no staff card 'Nobody'" in step.reason


# -- illegal steps --------------------------------------------------------------------------------


@pytest.mark.parametrize("because", [None, "row.unaffordable", "costs 3 krones", "COSTS"])
def test_refused_as_claimed(because):
    step = last({"illegal": "guest 1", "because": because}, krones=1)
    assert step.status == "ok"
    assert "costs 3 krones" in step.reason


def test_a_refused_step_changes_nothing_and_judging_goes_on():
    assert judged({"illegal": "guest 1"}, "guest 5", krones=0, head={"guest_deck": [50]}).ok


@pytest.mark.parametrize("because", ["row.full-cafe", "no such words", "pass.reroll"])
def test_refused_for_another_reason(because):
    step = last({"illegal": "guest 1", "because": because}, krones=1)
    assert step.status == "failed"
    assert "for another reason" in step.reason


def test_a_step_claimed_illegal_that_is_legal():
    verdict = judged({"illegal": "pass"}, "pass")
    assert [step.status for step in verdict.steps] == ["failed", "ok"]


def test_what_may_depend_on_an_illegal_action_is_not_judged():
    verdict = judged("die 4", "steps 9", "end turn", "die 1")
    assert [step.status for step in verdict.steps] == ["ok", "illegal", "unjudged", "unjudged"]
    assert verdict.unjudged == 2
    assert (verdict.exit_code, verdict.worst) == (1, "illegal")


def test_every_fault_of_a_transcript_is_reported():
    """A step that is illegal is left out; with the next player's turn judging begins afresh."""
    verdict = judged(
        "die 4", "steps 9", "end turn",
        {"by": "Ben", "do": "die 1"}, "split 9 0", "die four",
        {"by": "Ben", "do": "split 0 0"}, "prepare 9.1", "end turn",
        {"by": "Anna", "do": "die 3"}, {"do": "prepare 1.1, 2.2"}, "prepare 1.1",
    )  # fmt: skip
    faults = {step.number: step.status for step in verdict.faults}
    assert faults == {2: "illegal", 5: "illegal", 6: "unreadable", 11: "illegal"}
    assert verdict.steps[-1].status == "ok"
    assert "2.2" in verdict.steps[10].reason


def test_words_that_depend_on_a_step_left_out_are_said_to():
    """Goods without a verb are an action only where goods are chosen."""
    verdict = judged("die seven", "1 wine, 1 coffee", {"by": "Ben", "do": "die eight"})
    assert [step.status for step in verdict.steps] == ["unreadable"] * 3
    depends = "may depend on step 1, which was left out"
    assert [depends in step.reason for step in verdict.steps] == [False, True, False]


def test_a_roll_that_is_missing_is_reported_once():
    verdict = judged("pass", "pass", "die 1", "die 2", {"roll": [1] * 9}, "die 1")
    assert [step.status for step in verdict.steps][2:] == ["missing", "unjudged", "ok", "ok"]


def test_several_rooms_or_goods_in_one_step_are_one_action_each():
    assert judged("die 3", "prepare 1.1, 1.2", {"expect": {"players.Anna.vacant": "1.1 1.2"}}).ok
    assert judged("die 3", "prepare rooms 1.1 and 1.2", "end turn").ok
    assert judged("die 3 +1", "prepare 1.1-1.3", "end turn", krones=9).ok
    step = last("die 3", "prepare 1.1, 3.2, 1.2")
    assert (step.status, step.clauses) == ("illegal", ("prepare.adjoin",))
    assert step.reason.startswith("prepare 3.2: ")


def test_a_step_of_several_actions_is_carried_out_whole_or_not_at_all():
    verdict = judged("die 3", "prepare 1.1, 3.2", {"expect": {"players.Anna.vacant": ""}})
    assert [step.status for step in verdict.steps] == ["ok", "illegal", "ok"]


def test_goods_are_named_by_their_amounts():
    duke = {"guests": {"76": ""}, "head": {"row": [75, 85, 66, 56]}}
    kitchen = {"kitchen": "1 strudel 1 coffee"}
    card = {"players.Anna.guests": {"76": "1 strudel 1 coffee"}}
    assert judged("serve coffee and 1 strudel on Duke", {"expect": card}, **duke, **kitchen).ok
    assert judged("serve coffee on 76 Duke", "stop", **duke, **kitchen).ok
    assert judged("die 2", "1 wine, 1 coffee", "place coffee on Duke", **duke).ok
    assert judged("die 2", "take 2 wine", **duke).ok
    step = last("die 2", "2 wine, 1 coffee")
    assert (step.status, step.clauses) == ("illegal", ("drinks.split",))
    assert last("die 2", "2 cake").status == "illegal"


def test_illegal_for_the_wrong_player():
    step = last({"by": "Ben", "illegal": "pass", "because": "round.turn-order"})
    assert step.status == "ok"


def test_nothing_follows_the_end_of_the_game():
    head = {
        "round": 7,
        "turn": "Ben",
        "so_far": ["action"],
        "ben": {"turns_taken": 1, "emperor": 9},
    }
    step = last("end turn", "pass", head=head, turns_taken=2, emperor=8)
    assert (step.status, step.reason) == ("illegal", "the game is over")


# -- who decides, and decisions with one option ---------------------------------------------------


def test_lenient_fills_in_decisions_with_one_option():
    document = transcript("die 4", "steps 0", {"by": "Ben", "do": "pass"})
    assert judge(document_of(document)).worst == "illegal"
    verdict = judge(document_of({**document, "lenient": True}))
    assert verdict.ok
    assert verdict.steps[-1].filled == ("Anna: end turn",)


def test_lenient_fills_in_before_a_roll():
    steps = ["pass", "die 4", "steps 0", {"roll": [1] * 8}]
    document = transcript(*steps, head={"ben": {"turns_taken": 1}})
    assert judge(document_of(document)).worst == "illegal"
    verdict = judge(document_of({**document, "lenient": True}))
    assert verdict.ok, verdict.first_fault
    assert verdict.steps[-1].filled == ("Ben: end turn",)


def test_lenient_fills_in_before_an_illegal_step_of_another_player():
    illegal = {"by": "Ben", "illegal": "die 1 +1", "because": "strengthen.price"}
    document = transcript("die 4", "steps 0", illegal)
    assert judge(document_of(document)).worst == "failed"
    assert judge(document_of({**document, "lenient": True})).ok


def test_lenient_fills_in_nothing_where_there_is_a_choice():
    document = transcript("die 4", "end turn")
    verdict = judge(document_of({**document, "lenient": True}))
    assert verdict.worst == "illegal"
    assert not verdict.steps[-1].filled


# -- goods in any order ---------------------------------------------------------------------------


def test_goods_received_go_down_in_any_order():
    """The engine asks for wine before coffee, and for table 1 before table 2."""
    steps = ["die 2", "split 1 0", "place coffee on 75", "place wine on 56", "end turn"]
    after(*steps, {"expect": {"players.Anna.guests": {"75": "1 wine 1 coffee", "56": "1 wine"}}},
          guests=GUESTS, head={"row": []})  # fmt: skip
    steps = ["die 2 +1", "split 0 0", "place wine on table 2", "place wine on table 1"]
    steps += ["place wine on table 2"]
    expect = {"expect": {"players.Anna.guests": {"75": "2 wine", "56": "2 wine"}}}
    after(*steps, expect, guests=GUESTS, head={"row": []})


def test_table_passed_over_keeps_what_the_engine_would_ask():
    """Whoever ends with table 2 has left out table 1: the rest goes to the kitchen."""
    steps = ["die 2", "split 0 0", "place wine on table 2", "place wine on table 2", "end turn"]
    expect = {"expect": {"players.Anna.guests": {"75": "1 wine", "56": "2 wine"}}}
    after(*steps, expect, guests=GUESTS, head={"row": []})
    guests = {"75": "1 wine", "56": "1 wine"}
    steps = ["die 2", "split 0 0", "place wine on table 2", "end turn"]
    expect = {
        "expect": {
            "players.Anna.guests": guests | {"56": "2 wine"},
            "players.Anna.kitchen": "1 wine",
        }
    }
    after(*steps, expect, guests=guests, head={"row": []})
    steps = ["die 2", "split 0 0", "place wine on table 2", "place wine on table 1", "end turn"]
    expect = {"expect": {"players.Anna.guests": {"75": "2 wine", "56": "2 wine"}}}
    after(*steps, expect, guests=guests, head={"row": []})


def test_goods_are_served_in_any_order():
    steps = ["serve", "place coffee on 75", "place wine on 56", "place wine on 75"]
    expect = {"expect": {"players.Anna.guests": {"75": "2 wine 1 coffee", "56": "1 wine"}}}
    after(*steps, expect, {"illegal": "place wine on 56"}, **HELD)
    after(*steps[:2], "stop", "die 4", **HELD)


def test_goods_are_chosen_in_any_order():
    # tile A2: two goods of choice
    head = {"round": 3, "tiles": ["A2", "B2", "C1"], "ben": {"emperor": 4, "turns_taken": 2}}
    expect = {"expect": {"players.Anna.kitchen": "1 cake 1 coffee"}}
    document = transcript(
        "choose coffee", "choose cake", expect, head=head, turns_taken=2, emperor=6
    )
    del document["position"]["turn"]
    verdict = judge(document_of(document))
    assert verdict.ok, verdict.first_fault


# -- states ---------------------------------------------------------------------------------------


def test_states_where_asked_for():
    document = document_of(transcript("die 4", {"show": True}, "steps 0"))
    shown = [step.number for step in judge(document).steps if step.state]
    assert shown == [2]
    assert [s.number for s in judge(document, show="all").steps if s.state] == [1, 2, 3]
    assert not any(step.state for step in judge(document, show="none").steps)
    assert [s.number for s in judge(document, at_steps=[3]).steps if s.state] == [2, 3]
    state = judge(document).steps[1].state
    assert state["player"] == "Anna"
    assert state["legal"] == ["steps 0", "steps 1", "steps 2"]
    assert state["players"]["Anna"]["krones"] == 5


def test_notes_do_nothing():
    assert judged({"note": "Anna thinks"}, {"do": "pass", "note": "at last"}).ok
