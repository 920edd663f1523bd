"""What each part of the game is worth, in words: what a player loses that goes without it."""

from __future__ import annotations

import pandas as pd
from markupsafe import Markup

from analysis.studies.restricted import Restricted, RestrictStudy
from reports import names
from reports.grounds import Grounds
from reports.results import Results
from reports.site.blocks import Block, Finding, Prose
from reports.tables.price import duel_table
from reports.text import POINTS, VP, count, listing, signed
from simulate.policies.seating import label as policy_label

UNMEASURED = Markup("Not measured yet: <code>gah study restrict</code> measures it.")
KEY = "parts"


def blocks(results: Results) -> list[Block]:
    """The section on the page of the game."""
    found = results.of(RestrictStudy)
    if found is None:
        return [Prose(UNMEASURED)]
    text = (
        "Restricted play: at a table of players of one kind, one goes without a part of the game"
        " and is otherwise like the others. What it loses against them is what the part is worth"
        " to such players; better ones may make more of it, or replace it."
    )
    rules = results.facts.brief(found.settings.rules)
    return [Prose(text), *(
        duel_table(rows, f"Gained by who goes without: {rules}, {names.players(policy, int(n))}",
                   "Goes without", _key(found, int(n), policy))
        for (n, policy), rows in found.gains.groupby(["players", "policy"], sort=False)
    )]  # fmt: skip


def _key(found: Restricted, players: int, policy: str) -> str:
    """Of a table, that of the first kind of players without a name."""
    first = policy == policy_label(found.settings.policies[0])
    return f"{KEY}-{players}" if first else f"{KEY}-{players}-{policy}"


def finding(results: Results, page: str) -> list[Finding]:
    """What is lost by going without a part, in a sentence; nothing if it is not measured."""
    found = results.of(RestrictStudy)
    if found is None:
        return []
    asked = found.settings
    grounds = Grounds(
        rules=names.ruleset(asked.rules), players=f"{asked.players[0]} players",
        policies=f"{asked.policies[0]}, one of them without the part", seeds=str(asked.seed),
        games=f"{count(asked.deals)} deals of each part", commands=(asked.command,),
    )  # fmt: skip
    return [Finding("What is each part of the game worth?", sentence(found), grounds, page, KEY)]


def sentence(found: Restricted) -> str:
    """What is lost most by going without a part, what by the others, and where no loss is shown."""
    players, policy = found.settings.players[0], policy_label(found.settings.policies[0])
    rows = found.gains[(found.gains["players"] == players) & (found.gains["policy"] == policy)]
    vp, wins = (rows[rows["outcome"] == one].set_index("about") for one in ("vp", "win"))
    lost = vp[vp["high"] < 0].sort_values("estimate", kind="stable")
    said = []
    if len(lost):
        most, *others = lost.index
        said.append(
            f"for {names.players(policy, players)}, going without {most} means"
            f" {signed(lost.loc[most], VP)} against the others and {signed(wins.loc[most], POINTS)}"
            " of wins"
        )
        said += [f"without {listing([_short(about, lost) for about in others])}"] if others else []
    rest = [about for about in vp.index if about not in lost.index]
    said += [f"no loss is shown without {listing(rest)}"] if rest else []
    text = "; ".join(said)
    return f"{text[:1].upper()}{text[1:]}."


def _short(about: str, lost: pd.DataFrame) -> str:
    return f"{about} {signed(lost.loc[about], VP)}"
