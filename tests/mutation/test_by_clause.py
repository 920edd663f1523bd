"""Proof of single clauses: which changes are about a clause, and when it counts as proven."""

from model.clauses import clauses
from tests.mutation.by_clause import (
    Job,
    as_ended,
    concerns,
    own_layer,
    proven_by_data,
    verdicts,
)
from tests.mutation.data_mutants import DataMutant, Edit, spots
from tests.mutation.proving import remaining


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
        "reason": "",
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


def test_functions_are_changed_where_no_value_of_a_clause_can_be():
    id = next(id for id, one in clauses().items() if proven_by_data(id, one) and one.executed)
    data, code = {"base turn": {id: "1"}}, {"engine.flow.next_turn": {id: "1"}}
    changed = {**dict.fromkeys(data, 1), **dict.fromkeys(code, 1)}
    known = {"engine.flow.next_turn": {"of": {id: "1"}, "found": {id: "t"}, "tried": {id: 1}}}
    same = {"base turn": {"of": {id: "1"}, "found": {}, "tried": {id: 1}}}
    found = verdicts({**data, **code}, known | same, {}, {}, changed)[id]
    assert (found["by"], found["places"], found["proven"]) == ("code", 1, True)
    seen = {"base turn": {"of": {id: "1"}, "found": {id: "t"}, "tried": {id: 1}}}
    assert verdicts(data, seen, {}, {}, changed)[id]["by"] == "data"
    assert verdicts(data, {}, {}, {}, changed)[id]["by"] == "data"  # not tried yet


def test_neighbours_of_a_list_whose_order_is_a_rule_are_exchanged():
    tried = {words: edits for _, words, edits in spots(((1, 4), (2, 3)), tuple, ("tiles",))}
    assert tried["[1, 4] and [2, 3] exchanged"] == (Edit(("tiles",), [[2, 3], [1, 4]]),)
    assert tried["1 and 4 exchanged"] == (Edit(("tiles", 0), [4, 1]),)
    assert "a and b exchanged" not in {words for _, words, _ in spots(("a", "b"), tuple, ("of",))}


def test_a_child_that_was_ended_tells_only_of_a_clause_that_was_alone_in_it():
    late = {"late": "some test"}
    assert as_ended(Job("a", (), ["serve.price"]), late)["found"] == {"serve.price": "some test"}
    assert as_ended(Job("a", (), ["serve.price", "staff.1"]), late)["found"] == {}
