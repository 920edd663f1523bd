"""What readers call things: ids stay in the data, in commands, and on the page of the rules."""

from __future__ import annotations

import re

import pytest

from model.sources import sources
from reports import names
from tests.reports.html import sentences

SHORT = ("ballrooms", "celebrities", "more", "draft", "online", "sweep", "custodian", "stroup",
         "herlius", "gizia", "emperor-c2")  # fmt: skip
"""Ids that are words of the game, of English, or of a title of the model as well."""


@pytest.mark.parametrize(
    ("label", "name"),
    [
        ("revised-2021", "2021"),
        ("original-2015+kitchen-hand-cost", "2015 + The Kitchen Hand costs 5 krones instead of 3"),
        ("revised-2021+lets-waltz", "2021 + Let's Waltz!"),
        ("revised-2021+ballrooms+unique-hotels", "2021 + Vienna Ballrooms + Unique Hotels"),
        ("revised-2021 (boards=day)", "2021, the day side"),
        (
            "revised-2021 (staff-32=four, patch mine)",
            "2021, Assistant Manager: 4 VP a card, patch mine",
        ),
        ("another ruleset", "another ruleset"),
        ("unknown-1999", "unknown-1999"),
    ],
)
def test_a_ruleset_is_called_by_its_year_and_what_is_added(label, name):
    assert names.ruleset(label) == name


def test_changes_modules_and_players_have_words():
    assert (
        names.together("ballrooms with more") == "Vienna Ballrooms with Darf's a bisserl mehr sein"
    )
    assert names.together("start-player") == "Start Player"
    assert names.with_modules("with start-player, on average") == "with Start Player, on average"
    assert names.with_modules(names.ruleset("revised-2021+start-player")) == "2021 + Start Player"
    assert names.player("greedy,handset") == "greedy and untuned greedy"
    assert names.change("no-such-change") == "no-such-change"


def internal() -> re.Pattern[str]:
    """Ids of editions, changes, bundles, options and rulings; names of columns; players by ids."""
    known = sources()
    ids = {*known.edition, *known.change, *known.bundle, *known.combination} - {*SHORT}
    words = [*map(re.escape, sorted(ids, key=len, reverse=True)), "handset", "revised-2021"]
    chosen = [*known.option, *known.ruling]
    return re.compile(
        rf"\b({'|'.join(words)})\b|\b({'|'.join(map(re.escape, chosen))})=\w|\b[a-z]+(_[a-z]+)+\b"
    )


def test_internal_names_are_found():
    for text in ("with unique-hotels", "“boards=day”", "against handset", "sim_low, q",
                 "under revised-2021", "staff-32=four"):  # fmt: skip
        assert internal().search(text), text
    for text in ("the day side of the boards", "2021 + Let's Waltz!", "well-known", "sweep"):
        assert not internal().search(text), text


def test_no_internal_name_stands_in_a_sentence_of_any_page(report):
    found = [
        f"{path.name}: {text[:160]}"
        for path in sorted(report.rglob("*.html"))
        if not path.name.startswith("rules")  # which tells of code and of ids
        for text in sentences(path.read_text("utf-8"))
        if internal().search(text)
    ]
    assert found == []


def test_several_players_are_called_as_people_would():
    assert names.players("planner", 2) == "2 planners"
    assert names.players("greedy") == "greedy players"
    assert names.players("greedy,handset", 4) == "4 greedy and untuned greedy players"


def test_tables_with_the_same_result_share_a_sentence():
    tables = [(2, "experts"), (3, "experts"), (4, "experts"), (4, "planners")]
    assert names.by_table(tables, ["win", "lose", "win", "win"]) == (
        "With 2 and 4 experts win. With 3 experts lose. With 4 planners win."
    )
