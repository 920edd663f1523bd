"""The page on method says what the code does: its numbers and procedures are the code's own."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import analysis
from analysis.base import families, stats
from analysis.base.metrics import catalogue
from analysis.cards import floor
from reports.site.pages import method
from reports.tables.players import GROUP_WORDS

SOURCES = {
    stats.benjamini_hochberg: "Benjamini, Hochberg 1995",
    stats.benjamini_yekutieli: "Benjamini, Yekutieli 2001",
}
APART = {"stats.py", "families.py", "validate.py"}
"""What defines the procedures, what lists them, and what tries one of them on known truth."""


def said() -> str:
    return " ".join(text for _, text in method.sure())


@pytest.mark.parametrize("one", families.FAMILIES, ids=lambda one: one.source)
def test_each_family_of_tests_is_told_with_the_procedure_that_it_uses(one):
    assert one.source == SOURCES[one.procedure]
    for words in (one.tests, one.together, one.source, one.because):
        assert words in said()
    p = [0.001, 0.02, 0.03, 0.6]
    assert one.q(p).tolist() == one.procedure(p).tolist()


def test_every_q_value_of_the_analysis_comes_from_a_family():
    procedures = {one.__name__ for one in SOURCES}
    for path in Path(analysis.__file__).parent.rglob("*.py"):
        names = {
            node.attr if isinstance(node, ast.Attribute) else node.id
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            if isinstance(node, ast.Attribute | ast.Name)
        }
        assert path.name in APART or not names & procedures, path


@pytest.mark.parametrize(
    ("module", "name", "value", "words"),
    [
        (stats, "LEVEL", 0.9, "90%"),
        (stats, "MIN_ARM", 77, "Fewer than 77 observations"),
        (families, "FDR", 0.04, "at 4%: at most about one in 25"),
        (floor, "UNUSED", 0.33, "fewer than 33% of its holders"),
    ],
)
def test_numbers_are_those_of_the_code(monkeypatch, module, name, value, words):
    assert words not in said()
    monkeypatch.setattr(module, name, value)
    assert words in said()


def test_the_deal_of_the_glossary_has_no_dice_where_luck_is_told_apart():
    """The figure of luck counts dice as chance after the set-up, all other pages as the deal's."""
    text = dict(method.GLOSSARY)["Deal"]
    assert "dice" in GROUP_WORDS["chance"]
    assert "dice" not in GROUP_WORDS["deal"]
    assert "split into deal and chance, the dice are part of chance" in text


def test_margins_are_those_that_cards_are_judged_by():
    for one in catalogue().values():
        if one.judged and one.estimand in ("dealt", "available"):
            share = one.margin_of_share
            size = f"{share:.0%} of an equal share" if share else f"{one.margin:g} {one.unit}"
            assert f"{one.label}, ±{size}" in said()
