"""Partners of staff cards: only what is shown is named, and the rest is said plainly."""

from __future__ import annotations

from dataclasses import replace

import pandas as pd
import pytest

from reports.pieces import pieces
from reports.results import Results
from reports.site import partners
from reports.site.blocks import More, Prose
from reports.tables.table import Table


def card(key: str):
    return next(one for one in pieces("staff") if one.key == key)


@pytest.fixture
def planted(computed: Results) -> Results:
    """One pair that is shown to be better together in 2021 at two, one worse, one not shown."""
    pairs = computed.pairs.assign(q_by=1.0)
    here = (pairs["rules"] == computed.rules) & (pairs["players"] == 2)
    for a, b, estimate, q in (
        ("5", "17", 6.0, 0.01),
        ("9", "17", -7.0, 0.001),
        ("1", "2", 8.0, 0.2),
    ):
        at = pairs.index[here & (pairs["a"] == a) & (pairs["b"] == b)]
        values = {"estimate": estimate, "sim_low": estimate - 3, "sim_high": estimate + 3,
                  "shrunk": estimate / 2, "q_by": q, "p": q / 100}  # fmt: skip
        pairs.loc[at, list(values)] = list(values.values())
    return replace(computed, pairs=pairs)


def test_pairs_of_every_edition_and_table_are_tested_by_the_players_of_the_titles(computed):
    found = dict(partners.families(computed))
    assert {(c.rules, c.players) for c in found} == {
        (rules, n) for rules in computed.editions for n in computed.players
    }
    assert {c.policy for c in found} == {computed.main.policy}
    assert all(len(rows) == 48 * 47 / 2 for rows in found.values())


def test_a_card_shows_its_partners_and_no_others(planted):
    (table,) = partners.blocks(card("17"), planted)
    assert isinstance(table, Table)
    told = [(row[0], str(row[1]), *row[2:4]) for row in table.rows]
    worse, better = told  # the surest first
    assert worse[0] == partners.WORSE
    assert better[0] == partners.BETTER
    assert planted.facts.card(9) in worse[1]
    assert planted.facts.card(5) in better[1]
    assert worse[2:] == better[2:] == ("2021", "2")
    assert "+6.0 (+3.0 to +9.0 jointly)" in table.rows[1]
    (other,) = partners.blocks(card("5"), planted)
    assert [planted.facts.card(17) in str(row[1]) for row in other.rows] == [True]


def test_what_is_not_shown_is_said_with_what_could_have_been_found(planted):
    (said,) = partners.blocks(card("1"), planted)
    assert isinstance(said, Prose)
    assert "none are shown" in said.text
    assert "1,128 pairs" in said.text
    assert "1,500 games" in said.text
    assert "false discovery rate of 5%. With 1,500 games, a pair is found in 80% of" in said.text
    all_said, table = partners.of_all(planted)
    assert all_said.text.startswith("2 pairs can be shown")
    assert len(table.rows) == 2


def test_a_card_whose_pairs_were_not_tested_is_not_said_to_have_no_partners(planted):
    module = next(one for one in pieces("staff") if one.added)
    (said,) = partners.blocks(module, planted)
    assert isinstance(said, Prose)
    assert said.text == "Best partners: not tested, unlike the pairs of 48 other cards."


def test_pairs_at_other_tables_are_folded(planted):
    pairs = pd.concat([planted.pairs, planted.pairs.assign(players=4)], ignore_index=True)
    said, table, others = partners.of_all(replace(planted, pairs=pairs))
    assert said.text.startswith("2 pairs can be shown (2021, 2 ")
    assert "2021, 2 " in table.caption
    assert "At the table" not in table.head
    assert isinstance(others, More)
    (folded,) = others.blocks
    assert "At the table" not in folded.head
    assert "4 " in folded.caption


def test_without_pairs_nothing_is_claimed(computed):
    none = replace(computed, pairs=computed.pairs.iloc[:0])
    assert partners.blocks(card("17"), none) == []
    assert "No pairs were estimated" in partners.of_all(none)[0].text
