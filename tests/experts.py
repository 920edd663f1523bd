"""What experts' games say of the staff cards, beside what planners' and greedy's say.

`python -m tests.experts build/experts` writes verification/experts.txt and .json anew, from tables
of `gah study cards`, which plays the games and keeps them: it goes on where it was stopped.

    gah study cards --kind staff --policy expert --policy planner --policy greedy --rules
        revised-2021 --players 2 --games 30000 --data data/experts --out build/experts

A card's estimate is what it is worth to be dealt it at the beginning, in VP.
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path
from typing import Any

import pandas as pd

from tests.strength import closing, stamp, write

RECORD = Path(__file__).parents[1] / "verification" / "experts.json"
RULES, METRIC = "revised-2021", "dealt_vp"
PLAYERS = ("expert", "planner", "greedy")
COMMANDS = (
    "gah study cards --kind staff --policy expert --policy planner --policy greedy --rules"
    " revised-2021 --players 2 --games 30000 --data data/experts --out build/experts",
    "python -m tests.experts build/experts",
)
HEAD = f"{'card':<32}" + "".join(
    f"{who + ', 95%':>24}{'used':>6}  {'verdict':<12}" for who in PLAYERS
)


def read(folder: Path) -> dict[str, Any]:
    """The cards, the most valued by experts first, and how far the players agree."""
    table = pd.read_csv(folder / "agreement.csv").query("metric == @METRIC")
    used = pd.read_csv(folder / "use.csv").query("metric == 'use_rate'")
    rates = {(row.policy, row.item): row.estimate for row in used.itertuples()}
    ranks = pd.read_csv(folder / "concordance.csv").query("metric == @METRIC")
    effects = pd.read_csv(folder / "effects.csv").query("metric == @METRIC")
    cards = [
        {
            "item": int(row["item"]),
            "name": row["name"],
            **{
                who: {
                    **{key: float(row[f"{key}_{who}"]) for key in ("estimate", "low", "high")},
                    "verdict": row[f"verdict_{who}"],
                    "used": float(rates[who, row["item"]]),
                }
                for who in PLAYERS
            },
        }
        for row in table.sort_values("estimate_expert", ascending=False).to_dict("records")
    ]
    pairs = ("a", "b", "spearman", "spearman_low", "spearman_high")
    return {
        "margin": float(effects["margin"].iloc[0]),
        "deals": {who: int(one.max()) for who, one in effects.groupby("policy")["deals"]},
        "cards": cards,
        "ranks": ranks[[*pairs]].to_dict("records"),
    }


def verdicts(cards: list[dict[str, Any]], who: str) -> str:
    """How many cards have each verdict."""
    counted = Counter(card[who]["verdict"] for card in cards)
    return ", ".join(f"{count} {verdict}" for verdict, count in counted.most_common())


def turned(cards: list[dict[str, Any]], who: str) -> list[str]:
    """Cards of which experts and another player are sure of opposite signs."""
    return [
        f"    {card['name']}: {card['expert']['estimate']:+.1f} to experts,"
        f" {card[who]['estimate']:+.1f} to {who}"
        for card in cards
        if card["expert"]["low"] * card["expert"]["high"] > 0
        and card[who]["low"] * card[who]["high"] > 0
        and card["expert"]["estimate"] * card[who]["estimate"] < 0
    ]


def line(card: dict[str, Any]) -> str:
    """A row of the table."""
    cells = ""
    for who in PLAYERS:
        one = card[who]
        cells += f"{one['estimate']:+6.2f} {one['low']:+6.2f} to {one['high']:+6.2f}".rjust(24)
        cells += f"{one['used']:>6.0%}  {one['verdict']:<12}"
    return f"{card['item']:>3} {card['name']:<28}{cells}".rstrip()


def report(made: dict[str, Any]) -> str:
    """The record as text."""
    cards = made["cards"]
    return "\n".join(
        [
            "The staff cards as experts, planners and greedy see them",
            "========================================================",
            "",
            f"VP by being dealt a card; two players alike, {RULES}. Games:",
            *(f"    {who:<9}{made['deals'][who]:>8,}" for who in PLAYERS),
            "",
            f"Verdicts (5%, Benjamini-Yekutieli over {len(cards)} cards; margin"
            f" {made['margin']:g} VP):",
            *(f"    {who:<9}{verdicts(cards, who)}" for who in PLAYERS),
            "",
            "Rank correlations of what the cards are worth (95%):",
            *(
                f"    {one['a']:<9}{one['b']:<9}{one['spearman']:5.2f}"
                f" ({one['spearman_low']:.2f} to {one['spearman_high']:.2f})"
                for one in made["ranks"]
            ),
            "",
            *(
                text
                for who in PLAYERS[1:]
                for text in (
                    f"Cards with intervals on opposite sides of 0, experts and {who}:",
                    *(turned(cards, who) or ["    none"]),
                    "",
                )
            ),
            HEAD.rstrip(),
            *map(line, cards),
            *closing(made, COMMANDS),
        ]
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="OUT of `gah study cards`")
    made = {**stamp([RULES], PLAYERS), **read(parser.parse_args().folder)}
    write(RECORD, made, report(made))


if __name__ == "__main__":
    main()
