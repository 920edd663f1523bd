"""Proof of single clauses: which changes are about a clause, and when it counts as proven."""

from model.clauses import clauses
from tests.mutation.by_clause import Job, as_ended, concerns, verdicts
from tests.mutation.data_mutants import DataMutant, Edit


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


def test_the_kind_of_an_effect_is_about_the_change_of_the_whole_effect():
    whole = change("staff.5.abilities.0", "replaced")
    assert concerns(whole, "staff.5.abilities.0.kind")
    assert not concerns(whole, "staff.5.abilities.1.kind")


def test_a_clause_is_proven_if_a_test_of_its_own_noticed_each_place():
    lines = [
        {"key": "a", "found": {"serve.price": "t1", "staff.17": ""}},
        {"key": "b", "found": {"serve.price": "t2", "staff.17": "t3"}},
    ]
    found = verdicts(lines, {})
    assert found["serve.price"]["proven"]
    assert found["staff.17"] == {
        "by": "data", "places": 2, "proven": False, "missing": ["a"], "reason": "",
    }  # fmt: skip
    assert not found["staff.1"]["proven"]
    assert found["staff.1"]["reason"] == "no quick test names it"
    out_of_scope = {id for id, clause in clauses().items() if clause.status == "out-of-scope"}
    assert not out_of_scope & set(found)


def test_a_child_that_was_ended_tells_only_of_a_clause_that_was_alone_in_it():
    late = {"late": "some test"}
    assert as_ended(Job("a", (), ["serve.price"]), late)["found"] == {"serve.price": "some test"}
    assert as_ended(Job("a", (), ["serve.price", "staff.1"]), late)["found"] == {}
