"""Findings in sentences that several pages share, each with interval and kind of player."""

from __future__ import annotations

from analysis import Config
from reports import figures_editions
from reports.results import Results, rows_of
from reports.text import VP, listing, signed


def edition_finding(results: Results, policy: str) -> str:
    """What the newer rules do to scores and winners, for one policy."""
    a, b = results.facts.rules_a, results.facts.rules_b
    parts, winners = [], ""
    for n in results.players:
        config = Config(b, n, policy)
        row = rows_of(results.measures, config, measure="vp").iloc[0]
        parts.append(f"{signed(row, VP)} with {n} players")
        winners = winners or f"At {n} players, {figures_editions.winners_words(results, config)}."
    return (
        f"On the same deals, {b} instead of {a} changes the score of {policy} players by"
        f" {listing(parts)}. {winners}"
    )
