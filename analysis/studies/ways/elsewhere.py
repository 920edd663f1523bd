"""Costs of ways to win under other rules: editions, modules, the other side of the hotels."""

from __future__ import annotations

import pandas as pd

from analysis.players.between import agreement, changes, wider
from analysis.players.insisting import verdicts
from analysis.studies.ways.insist import curves_of, runs_of
from analysis.studies.ways.part import Frames, WaysAsked, WaysPart
from simulate.batch import Run
from simulate.policies import label as policy_label


class ElsewherePart(WaysPart):
    """Elsewhere: a row per other ruleset and way, its price there and here; widened: a row per
    other ruleset, with its number of viable ways. At the smallest table.
    """

    name = "elsewhere"
    gives = ("elsewhere", "widened")

    def runs(self, asked: WaysAsked) -> list[Run]:
        others = [asked.under(rules) for rules in asked.settings.others]
        return [run for one in (asked, *others) if others for run in runs_of(one, *asked.smallest)]

    def frames(self, asked: WaysAsked, threads: int, known: Frames) -> Frames:
        if not asked.settings.others:
            return {name: pd.DataFrame() for name in self.gives}
        players, policy = asked.smallest
        here = curves_of(asked, players, policy, threads)
        rows, widened = [], []
        for rules in asked.settings.others:
            there = curves_of(asked.under(rules), players, policy, threads)
            said = verdicts(there)[["taste", "viable", "verdict"]]
            at = {"rules": rules, "players": players, "policy": policy_label(policy)}
            rows.append(changes(here, there).merge(said, on="taste").assign(**at))
            both = {**wider(verdicts(here), verdicts(there)), **agreement(here, there)}
            widened.append({**both, **at, "deals": asked.deals(players)})
        return {"elsewhere": pd.concat(rows, ignore_index=True), "widened": pd.DataFrame(widened)}
