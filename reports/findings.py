"""Findings in sentences that several pages share, each with interval and kind of player."""

from __future__ import annotations

from analysis import Config, stats
from analysis.cards import FDR
from reports import figures_editions
from reports.results import Results, rows_of
from reports.text import POINTS, VP, listing, number, signed


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


def robust_finding(results: Results, named: int = 4) -> str:
    """Cards that differ from the average card in every configuration, in one direction.

    At most `named` cards a side are named, those with the largest estimates.
    """
    rows = results.dealt[
        (results.dealt["rules"] == results.rules) & (results.dealt["outcome"] == "win")
    ]
    configs = rows.groupby(["players", "policy"]).ngroups
    if configs < 2:
        return ""
    found = rows[rows["q"] < FDR]
    main = rows_of(results.dealt, results.main, outcome="win").set_index("card")
    parts = []
    for sign, word in ((1, "better"), (-1, "worse")):
        side = found[found["estimate"] * sign > 0].groupby("card").size()
        cards = main.loc[side[side == configs].index].sort_values("estimate", ascending=sign < 0)
        words = [
            f"{results.facts.card(int(card))} {signed(row, POINTS, name=False)}"
            for card, row in cards.head(named).iterrows()
        ]
        if len(cards) > named:
            words.append(f"{len(cards) - named} more")
        if words:
            parts.append(f"{len(cards)} {word} ({listing(words)})")
    who = f"in all {configs} combinations of policy and player count"
    if not parts:
        first, last = results.policies[0], results.policies[-1]
        other = Config(results.rules, results.players[-1], last)
        last_rows = rows_of(results.dealt, other, outcome="win").set_index("card")
        rho, low, high, cards_used = stats.rank_correlation(
            main["estimate"], last_rows["estimate"].reindex(main.index)
        )
        return (
            f"No staff card is told apart from the average card in the same direction {who}. The"
            f" dealt effects of {first} players ({results.main.players} at the table) and of {last}"
            f" players ({other.players}) have a rank correlation of {number(rho, 2, True)} (95%"
            f" interval {number(low, 2, True)} to {number(high, 2, True)}, {cards_used} cards)."
        )
    return (
        f"Staff cards that differ from the average card in the same direction {who}, each at a"
        f" false discovery rate of {FDR:.0%}: {listing(parts)}; percentage points of win rate with"
        f" {results.main.players} {results.main.policy} players, each interval for its card alone."
    )
