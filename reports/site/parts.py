"""What each part of the game is worth, in words: the loss of a player without it."""

from __future__ import annotations

import pandas as pd
from markupsafe import Markup

from analysis.studies.restricted import Restricted, RestrictStudy
from reports import names
from reports.grounds import Grounds
from reports.results import Results
from reports.site.blocks import Block, Finding, Prose
from reports.tables.price import duel_table
from reports.text import POINTS, VP, count, listing, number, signed
from simulate.policies.seating import label as policy_label

UNMEASURED = Markup("Not measured yet: <code>gah study restrict</code> measures it.")
KEY = "parts"


def blocks(results: Results) -> list[Block]:
    """The section on the page of the game."""
    found = results.of(RestrictStudy)
    if found is None:
        return [Prose(UNMEASURED)]
    text = (
        "Restricted play: at a table of players of one kind, one player does without a part of the"
        " game and is otherwise like the others. Its loss against them is what the part is worth"
        " to such players; better players may gain more from it, or replace it."
    )
    rules = names.ruleset(found.settings.rules)
    return [Prose(text), *(
        duel_table(
            rows, f"Gains from doing without a part: {rules}, {names.players(policy, int(n))}",
            "Plays without", _key(found, int(n), policy),
        )
        for (n, policy), rows in found.gains.groupby(["players", "policy"], sort=False)
    )]  # fmt: skip


def _key(found: Restricted, players: int, policy: str) -> str:
    """The key of a table; the first kind of players needs no name in it."""
    first = policy == policy_label(found.settings.policies[0])
    return f"{KEY}-{players}" if first else f"{KEY}-{players}-{policy}"


def finding(results: Results, page: str) -> list[Finding]:
    """The loss without each part, in a sentence; empty if it is not measured."""
    found = results.of(RestrictStudy)
    if found is None:
        return []
    asked = found.settings
    grounds = Grounds(
        rules=names.ruleset(asked.rules), players=f"{asked.players[0]} players",
        policies=f"{asked.policies[0]}, one of them without the part", seeds=str(asked.seed),
        games=f"{count(asked.deals)} deals of each part", commands=(asked.command,),
    )  # fmt: skip
    return [Finding("What is each part of the game worth?", sentence(found), grounds, page, KEY,
                    numbers=numbers(found))]  # fmt: skip


def sentence(found: Restricted) -> str:
    """The part whose absence costs most, others that cost VP, and parts without a shown loss."""
    vp, _ = _gains(found)
    lost = _lost(vp)
    said = []
    if len(lost):
        most, *others = lost.index
        loss = number(abs(float(lost.loc[most, "estimate"])), 0)
        who = names.players(policy_label(found.settings.policies[0]), found.settings.players[0])
        said.append(f"Doing without {most} costs {who} most: {loss} VP.")
        said += [f"Doing without {listing(others)} also costs VP."] if others else []
    rest = [about for about in vp.index if about not in lost.index]
    said += [f"No loss is shown without {listing(rest)}."] if rest else []
    return " ".join(said)


def numbers(found: Restricted) -> list[str]:
    """The loss against the others for each part with a shown loss, the largest first."""
    vp, wins = _gains(found)
    return [
        f"Without {about}: {signed(row, VP)}, {signed(wins.loc[about], POINTS)} of wins"
        for about, row in _lost(vp).iterrows()
    ]


def _gains(found: Restricted) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Gains in VP and in wins by part, at the first table."""
    players, policy = found.settings.players[0], policy_label(found.settings.policies[0])
    rows = found.gains[(found.gains["players"] == players) & (found.gains["policy"] == policy)]
    vp, wins = (rows[rows["outcome"] == one].set_index("about") for one in ("vp", "win"))
    return vp, wins


def _lost(vp: pd.DataFrame) -> pd.DataFrame:
    """Parts without which a loss is shown, the largest first."""
    return vp[vp["high"] < 0].sort_values("estimate", kind="stable")
