"""Proof of single clauses: which changes are about a clause, and when it counts as proven."""

import json
from types import SimpleNamespace

from model.clauses import clauses
from tests.mutation import placebo
from tests.mutation.by_clause import (
    ClausePart,
    Job,
    as_ended,
    concerns,
    former,
    left_of,
    noticed_of,
    own_layer,
    proven_by_data,
    verdicts,
)
from tests.mutation.conditions import mutant_of
from tests.mutation.data_mutants import DataMutant, Edit, spots
from tests.mutation.proving import (
    places_file,
    proof_record,
    proof_text,
    remaining,
    results,
    unproven,
)


def change(path: str, words: str, *keys: str) -> DataMutant:
    return DataMutant(f"base {path}: {words}", "base", "base", path, (Edit(keys or ("x",)),))


def test_a_value_is_about_the_clause_that_declares_it_or_what_is_around_it():
    price = change("staff.17.cost", "3 -> 4")
    assert concerns(price, "staff.17")
    assert concerns(price, "staff.17.cost")
    assert not concerns(price, "staff.1")
    assert not concerns(price, "staff.17.timing")


def test_a_clause_about_a_deck_is_about_its_cards_and_one_about_a_change_about_what_it_brings():
    assert concerns(change("staff.17", "removed"), "staff")
    assert not concerns(change("staff.17.cost", "3 -> 4"), "staff")
    keys = ("change", "more", "add", "staff", "170")
    assert concerns(change("staff.170", "removed", *keys), "change.more")
    assert not concerns(change("staff.170.cost", "3 -> 4", *keys), "change.more")
    assert not concerns(change("staff.170", "removed", *keys), "change.ballrooms")
    assert concerns(change("staff.170", "removed", *keys), "change.more.staff")
    assert not concerns(change("staff.170", "removed", *keys), "change.more.politics")


def laid(name: str, reading: str, path: str) -> DataMutant:
    keys = ("ruling", name, "readings", reading, "set", path)
    id = f"ruling {name}={reading}: {path}: changed"
    return DataMutant(id, "rulings", "rulings", path, (Edit(keys),))


def test_a_clause_is_tried_on_the_reading_that_is_played_and_not_on_what_it_covers():
    clause = clauses()["staff.33.no-reward"]
    name, path = "staff-33-no-reward", "staff.33.abilities.0.rewarded"
    base = change(path, "false -> true")
    played, other = laid(name, "pays", path), laid(name, "needs-a-reward", path)
    assert own_layer(clause, [base, played, other]) == [played]
    assert own_layer(clause, [base, other]) == [base]
    assert own_layer(clauses()["staff.33"], [base, played]) == [base]


def test_a_clause_is_tried_on_what_its_documents_say_and_not_on_variants_of_it():
    clause = clauses()["round.roll"]
    base = change("dice.count.4", "14 -> 15")
    keys = ("change", "some-variant", "set", "dice.count.4")
    varied = DataMutant("change: dice", "variants", "variants", "dice.count.4", (Edit(keys),))
    assert own_layer(clause, [base, varied]) == [base]
    assert own_layer(clause, [varied]) == [varied]


def test_the_kind_of_an_effect_is_about_the_change_of_the_whole_effect():
    whole = change("staff.5.abilities.0", "replaced")
    assert concerns(whole, "staff.5.abilities.0.kind")
    assert not concerns(whole, "staff.5.abilities.1.kind")


PLACES = {"a": {"serve.price": "1", "staff.17": "2"}, "b": {"serve.price": "1", "staff.17": "2"}}


CHANGES = {"a": 2, "b": 2}


def line(of: dict[str, str], **found: str) -> dict:
    tests = {id.replace("_", "."): test for id, test in found.items()}
    return {"of": of, "found": tests, "tried": dict.fromkeys(of, 2)}


def test_a_clause_is_proven_if_a_test_of_its_own_noticed_each_place():
    results = {
        "a": line(PLACES["a"], serve_price="t1", staff_17=""),
        "b": line(PLACES["b"], serve_price="t2", staff_17="t3"),
    }
    found = verdicts(PLACES, results, {}, {}, CHANGES)
    assert found["serve.price"]["proven"]
    assert found["staff.17"] == {
        "by": "data", "places": 2, "proven": False, "missing": ["a"], "excused": {}, "unrun": 0,
        "reason": "", "placebo": None,
    }  # fmt: skip
    assert not found["staff.1"]["proven"]
    assert found["staff.1"]["reason"] == "no quick test names it"
    excused = verdicts(PLACES, results, {}, {"staff.17: a": "because"}, CHANGES)["staff.17"]
    assert (excused["proven"], excused["missing"]) == (True, [])
    out_of_scope = {id for id, clause in clauses().items() if clause.status == "out-of-scope"}
    assert not out_of_scope & set(found)


def test_what_was_found_of_other_data_or_tests_is_not_known_any_more():
    results = {"a": line({**PLACES["a"], "staff.17": "older"}, serve_price="t1", staff_17="t1")}
    found = verdicts(PLACES, results, {}, {}, CHANGES)
    assert [found[id]["unrun"] for id in ("serve.price", "staff.17")] == [1, 2]
    assert not found["serve.price"]["proven"]


def test_a_place_is_not_noticed_only_when_all_its_changes_were_tried():
    results = {"a": line(PLACES["a"], serve_price="t1", staff_17="")}
    found = verdicts(PLACES, results, {}, {}, {"a": 3, "b": 3}, ["data"])
    assert [found[id]["unrun"] for id in ("serve.price", "staff.17")] == [1, 2]
    assert found["staff.17"]["missing"] == []
    code = next(one for one in found.values() if one["by"] == "code")
    assert code["unrun"] == 1


def test_an_interrupted_proof_goes_on_with_the_next_change_and_who_is_not_proven():
    job = Job("a", (1, 2, 3), ["serve.price", "staff.17"])
    known = {"found": {"serve.price": "t1", "staff.17": ""}, "tried": {"staff.17": 2}}
    assert remaining(job, known)
    assert (job.clauses, job.changes, job.tried) == (["staff.17"], (3,), 2)
    done = {"found": {"serve.price": "t1"}, "tried": {"staff.17": 3}}
    assert not remaining(Job("a", (1, 2, 3), ["serve.price", "staff.17"]), done)
    assert remaining(Job("a", (1, 2, 3), ["staff.17"]), done, again=True)


CONDITION = "engine.turn.pass_turn: p.passes += 1 => pass"
FUNCTION = "engine.turn.pass_turn"
MINE, THEIRS = "pass.turn-kept", "pass.turn-kept ~ pass.wait"


def of_code(
    found: dict[str, str], former: dict[str, str], own: str = "t", sibling: str = "", tried: int = 1
) -> dict:
    """What was found of a line; ``own``, ``sibling``: the tests that tell the two clauses apart."""
    places = {CONDITION: {MINE: "1", THEIRS: "1"}, FUNCTION: {THEIRS: "1"}}
    apart = {THEIRS: {"own": own, "sibling": sibling}} if found.get(MINE) else {}
    results = {
        CONDITION: {
            "of": places[CONDITION],
            "found": found,
            "tried": {MINE: 1, THEIRS: 1},
            "apart": apart,
        },
        FUNCTION: {"of": places[FUNCTION], "found": former, "tried": {THEIRS: tried}},
    }
    return {"places": places, "results": results, "changes": {CONDITION: 1, FUNCTION: 2}}


def judged(**kept) -> tuple[dict, dict]:
    found = verdicts(kept["places"], kept["results"], {MINE: 1}, {}, kept["changes"])[MINE]
    return found, former(noticed_of(kept["places"], kept["results"], kept["changes"]))


def test_a_line_is_proven_by_own_tests_and_the_placebo_is_what_a_siblings_tests_notice():
    found, before = judged(**of_code({MINE: "t", THEIRS: ""}, {THEIRS: "t2"}))
    assert (found["by"], found["places"], found["proven"]) == ("code", 1, True)
    nothing = {"of": "pass.wait", "notices": False, "proves": False, "apart": True}
    assert found["placebo"] == nothing
    assert before == {THEIRS: True}  # some change of the function is noticed by any test of it
    builds_on_it, _ = judged(**of_code({MINE: "t", THEIRS: "t2"}, {}))
    assert builds_on_it["placebo"] == {**nothing, "notices": True}
    both, _ = judged(**of_code({MINE: "t", THEIRS: "t2"}, {}, sibling="t2"))
    assert both["placebo"] == {**nothing, "notices": True, "proves": True}
    neither, before = judged(**of_code({MINE: ""}, {THEIRS: ""}, tried=2))
    assert (neither["proven"], neither["missing"]) == (False, [CONDITION])
    assert neither["placebo"] is None  # a sibling is asked only about what is proven
    assert before == {THEIRS: False}
    _, not_yet = judged(**of_code({MINE: "t"}, {THEIRS: ""}, tried=1))
    assert not_yet == {THEIRS: False}  # a lower bound


def test_a_clause_whose_tests_all_fail_without_the_siblings_rule_as_well_is_not_proven():
    found, _ = judged(**of_code({MINE: "t", THEIRS: ""}, {}, own=""))
    assert (found["proven"], found["placebo"]["apart"]) == (False, False)
    assert found["reason"] == "its tests do not tell it from pass.wait"


def test_a_run_over_the_unproven_clauses_keeps_what_the_record_says_of_the_others(tmp_path):
    proven, tried = [id for id, one in clauses().items() if proven_by_data(one)][:2]
    entry = {"by": "data", "places": 1, "proven": True, "missing": [], "excused": {}, "unrun": 0,
             "reason": "", "placebo": None}  # fmt: skip
    rate = {"tried": 9, "prove": 1, "low": 0.0, "high": 0.5}
    told = {
        "date": "2026-01-02", "commit": "1234", "apart": rate, "placebo": {"code": rate},
        "clauses": {proven: entry, tried: {**entry, "proven": False, "missing": ["a"]}},
    }  # fmt: skip
    before = tmp_path / "clauses.json"
    before.write_text(json.dumps(told), "utf-8")
    assert tried in unproven(before)
    assert proven not in unproven(before)
    asked = {"places": {"a": {tried: "1"}}, "tests": {tried: 1}, "changes": {"a": 1}}
    places_file(tmp_path, "data").write_text(json.dumps({**asked, "chosen": [tried]}), "utf-8")
    results(tmp_path, "data").add(
        "a", found={tried: "t"}, of={tried: "1"}, tried={tried: 1}, apart={}, outcome="tried"
    )
    found = proof_record(tmp_path, before=before)
    assert found["clauses"][tried]["proven"]
    assert found["clauses"][proven] == entry
    assert found["earlier"] == {"data": {"date": "2026-01-02", "commit": "1234", "kept": 1}}
    assert (found["apart"], found["placebo"]) == (rate, {"code": rate})
    assert "1 of them as found since 2026-01-02" in " ".join(proof_text(found).split())


def part_with(fails: dict[str, set[str]], shared: str = "") -> ClausePart:
    """Tests that fail under changes: by the clause whose rule is gone their names."""
    rules = {
        mutant_of(clauses()[id].condition).source: id for id in ("pass.turn-kept", "pass.wait")
    }
    part = ClausePart.__new__(ClausePart)
    part.number = number = {test: i for i, test in enumerate(sorted(set().union(*fails.values())))}
    gone: list[str] = []

    def install(change):
        gone[:] = [rules[change.source]] if change.source in rules else []
        return True

    def run(numbers, *_, **__):
        failed = [test for test, i in number.items() if i in numbers and test in fails[gone[0]]]
        return (failed or [""])[0], 1

    part.source = SimpleNamespace(install=install)
    part.tests = SimpleNamespace(number=number, run=run)
    part.by_clause = (
        {MINE: {number[shared]}, "pass.wait": {number[shared]}}
        if shared
        else ({MINE: set(), "pass.wait": set()})
    )
    return part


def test_two_clauses_are_told_apart_by_a_test_that_needs_only_one_of_the_rules():
    needed = {"pass.turn-kept": {"a", "b", "c"}, "pass.wait": {"a"}}
    tell = lambda *_: None  # noqa: E731
    part = part_with(needed)
    assert part._apart(THEIRS, ["a", "b"], ["a"], tell) == {"own": "b", "sibling": ""}
    assert part._apart(THEIRS, ["a"], ["a", "c"], tell) == {"own": "", "sibling": "c"}
    part = part_with(needed, shared="b")  # it names both: it is nobody's own
    assert part._apart(THEIRS, ["a", "b"], [], tell) == {"own": "", "sibling": ""}


def test_a_sibling_is_asked_by_its_own_tests_and_stands_near():
    tests = {MINE: {1, 2}, "pass.wait": {2, 3}}
    assert placebo.tests_of(MINE, tests) == {1, 2}
    assert placebo.tests_of(THEIRS, tests) == {3}
    assert placebo.placebo_of(MINE, (), {MINE: {1}, "pass.instead-of-a-turn": {1}}) is None
    near = placebo.siblings("staff.17.cost-2015", ("staff.17.cost",))
    assert near
    assert all(any(path.startswith("staff.17.") for path in clauses()[id].declared) for id in near)
    assert "staff.17.cost-2021" not in near  # the same value
    drawn = placebo.placebo_of(MINE, (), {id: {i} for i, id in enumerate(clauses())})
    assert clauses()[placebo.sibling_of(drawn)].condition
    in_turn = placebo.siblings(MINE, ())
    assert all(placebo.functions(MINE) & placebo.functions(id) for id in in_turn)


def test_a_sibling_is_asked_about_the_change_that_was_noticed_and_about_no_other():
    job = Job("a", (1, 2, 3), ["a", "b", "a ~ c", "b ~ c"])
    assert left_of(job, {"a": "t", "a ~ c": ""}) == ["b", "b ~ c"]
    assert left_of(Job("f", (1, 2), ["a ~ c"]), {"a ~ c": ""}) == ["a ~ c"]  # a whole function


def test_who_is_asked_for_the_first_time_has_the_noticed_change_made_once_more():
    known = {"found": {"a": "t", "b": ""}, "tried": {"a": 2, "b": 3}}
    job = Job("a", (1, 2, 3), ["a", "b", "a ~ c", "b ~ c"])
    assert remaining(job, known)
    assert (job.clauses, job.changes, job.tried) == (["a", "a ~ c"], (1, 2, 3), 0)
    known["found"]["a ~ c"] = ""
    assert not remaining(Job("a", (1, 2, 3), ["a", "b", "a ~ c", "b ~ c"]), known)


def test_neighbours_of_a_list_whose_order_is_a_rule_are_exchanged():
    tried = {words: edits for _, words, edits in spots(((1, 4), (2, 3)), tuple, ("tiles",))}
    assert tried["[1, 4] and [2, 3] exchanged"] == (Edit(("tiles",), [[2, 3], [1, 4]]),)
    assert tried["1 and 4 exchanged"] == (Edit(("tiles", 0), [4, 1]),)
    assert "a and b exchanged" not in {words for _, words, _ in spots(("a", "b"), tuple, ("of",))}


def test_a_child_that_was_ended_tells_only_of_a_clause_whose_test_was_running():
    part = SimpleNamespace(
        tests=SimpleNamespace(number={"own": 0, "both": 1}),
        by_clause={"serve.price": {0, 1}, "staff.1": {1}},
    )
    job = Job("a", (), ["serve.price", "staff.1"])
    assert as_ended(job, {"late": "own"}, part)["found"] == {"serve.price": "own"}
    assert as_ended(job, {"late": "both"}, part)["found"] == {}


def test_a_child_that_was_ended_by_a_siblings_test_is_asked_again_about_the_clause():
    part = SimpleNamespace(
        tests=SimpleNamespace(number={"own": 0, "theirs": 1}),
        by_clause={"serve.price": {0}, "staff.1": {1}},
    )
    job = Job("a", (1,), ["serve.price", "serve.price ~ staff.1"])
    ended = as_ended(job, {"late": "theirs"}, part)
    assert (ended["found"], ended["changes"]) == ({"serve.price ~ staff.1": "theirs"}, 0)
    assert left_of(job, ended["found"]) == ["serve.price"]


def test_a_record_keeps_what_an_earlier_one_says_of_a_part_that_was_not_begun(tmp_path):
    id = next(id for id, one in clauses().items() if proven_by_data(one))
    entry = {"by": "data", "places": 1, "proven": True, "missing": [], "excused": {}, "unrun": 0,
             "reason": ""}  # fmt: skip
    line = {**entry, "by": "code"}
    told = {"date": "2026-01-02", "commit": "1234", "clauses": {id: entry, MINE: entry}}
    before = tmp_path / "clauses.json"
    before.write_text(json.dumps(told), "utf-8")
    found = proof_record(tmp_path, before=before)
    when = {"date": "2026-01-02", "commit": "1234"}
    assert found["earlier"] == {"data": {**when, "kept": 1}}
    assert found["clauses"][id] == {**entry, "placebo": None}
    assert found["clauses"][MINE]["unrun"] == 1  # proven by another criterion then
    assert "as found since 2026-01-02 (commit 1234)" in " ".join(proof_text(found).split())
    before.write_text(json.dumps(found | {"date": "2027-01-01", "commit": "5"}), "utf-8")
    assert proof_record(tmp_path, before=before)["earlier"]["data"] == {**when, "kept": 1}
    told["clauses"] = {id: line}
    before.write_text(json.dumps(told), "utf-8")
    assert proof_record(tmp_path, before=before)["clauses"][id]["unrun"] == 1
