"""The index of tests finds what is missing between clauses and tests."""

import pytest

from model.clauses import Clause, clauses
from tests import tracing
from tests.tracing import Mention, gaps

pytest_plugins = ["pytester"]


def clause_of(text: str, **fields) -> Clause:
    return Clause(text=text, source={"online": "Spielablauf"}, **fields)


@pytest.fixture
def small(monkeypatch):
    """Three clauses and one card."""
    known = {
        "serve.price": clause_of("A rule."),
        "set-up.advice": clause_of("Advice.", status="out-of-scope", reason="not a rule"),
        "staff.17": clause_of("A card.", declared=("staff.17",)),
    }
    monkeypatch.setattr(tracing, "clauses", lambda: known)
    monkeypatch.setattr(tracing, "cards", lambda: ["staff.17"])


def named(*ids: str, corner: bool = False) -> list[Mention]:
    return [Mention(id, "tests/t.py::test", 1, corner) for id in ids]


def test_nothing_is_missing(small):
    found = [*named("serve.price", "staff.17"), *named("staff.17", corner=True)]
    assert list(gaps(found)) == []


def test_a_clause_without_a_test(small):
    found = [*named("staff.17"), *named("staff.17", corner=True)]
    assert list(gaps(found)) == ["clause serve.price: no test names it"]


def test_a_card_without_its_corner(small):
    assert list(gaps(named("serve.price", "staff.17"))) == [
        "card staff.17: no test shows its awkward corner"
    ]


def test_a_corner_alone_does_not_show_what_a_card_does(small):
    found = [*named("serve.price"), *named("staff.17", corner=True)]
    assert list(gaps(found)) == ["card staff.17: no test shows what it does"]


def test_a_name_that_is_no_clause(small):
    found = [*named("serve.prise", "serve.price", "staff.17"), *named("staff.17", corner=True)]
    assert list(gaps(found)) == ["tests/t.py::test: there is no clause serve.prise"]


def test_the_parts_of_a_card_count_for_it(small):
    known = dict(tracing.clauses())
    known["staff.17.cost-2015"] = clause_of("Its cost.", declared=("staff.17.cost",))
    found = [*named("serve.price"), *named("staff.17", corner=True), *named("staff.17.cost-2015")]
    assert list(gaps(found)) == [
        "tests/t.py::test: there is no clause staff.17.cost-2015"  # known only to the copy
    ]


def test_names_are_filled_in_from_parameters(pytester: pytest.Pytester):
    pytester.makepyfile(
        """
        import pytest
        clause = pytest.mark.clause
        pytestmark = clause("b.all")

        @clause("staff.{card}", "tile.{tile[0]}", corner=True)
        @pytest.mark.parametrize(("card", "tile"), [(17, "A1"), pytest.param(3, "B2",
            marks=clause("c.only"))])
        def test_a(card, tile): pass
        """
    )
    found = tracing.Collector()
    pytester.inline_run("--collect-only", "-p", "no:cacheprovider", plugins=[found])
    assert sorted((m.clause, m.corner) for m in found.mentions) == [
        ("b.all", False), ("b.all", False), ("c.only", False),
        ("staff.17", True), ("staff.3", True), ("tile.A", True), ("tile.B", True),
    ]  # fmt: skip


def test_a_parameter_that_is_not_there_is_an_error(pytester: pytest.Pytester):
    pytester.makepyfile(
        """
        import pytest

        @pytest.mark.clause("staff.{card}")
        def test_a(): pass
        """
    )
    result = pytester.inline_run("--collect-only", plugins=[tracing.Collector()])
    assert result.ret == pytest.ExitCode.USAGE_ERROR


def test_the_real_clauses_are_used():
    assert tracing.clauses is clauses
