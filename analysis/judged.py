"""Verdicts on the cards of several kinds under several rulesets, and do players agree on them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import pandas as pd

from analysis.data import Tree
from analysis.effects import chance_effects, subjects
from analysis.kinds import Kind
from analysis.metrics import Estimand
from analysis.runs import Config
from analysis.verdicts import agreement
from model import Ruleset

HEADLINE: Mapping[Estimand, str] = {"dealt": "dealt_win", "available": "available_vp"}
"""The metric by which a card is judged first, by what chance lets be estimated of its kind."""


@dataclass(frozen=True)
class Judged:
    """effects: as `chance_effects`, of tables of one kind of player each. agreement: as
    `verdicts.agreement`, also where there is one kind of player only. Both may be empty."""

    effects: pd.DataFrame
    agreement: pd.DataFrame


def judge_kinds(
    tree: Tree, configs: Iterable[Config], rulesets: Mapping[str, Ruleset], kinds: Iterable[Kind]
) -> Judged:
    """Effects and verdicts of the cards of some kinds, in the configurations of some rulesets.

    rulesets: by their labels; configurations of others, and mixed tables, are left out. Raises
    UserError where hands were not dealt by chance.
    """
    kinds = list(kinds)
    frames = [
        chance_effects(tree, subject, kind)
        for config in configs
        if config.rules in rulesets and "," not in config.policy
        for subject in subjects(config, rulesets[config.rules])
        for kind in kinds
    ]
    # Games without a kind of card have rows without one.
    frames = [frame.dropna(subset=["item"]) for frame in frames if len(frame)]
    frames = [frame for frame in frames if len(frame)]
    if not frames:
        return Judged(pd.DataFrame(), pd.DataFrame())
    effects = pd.concat(frames, ignore_index=True)
    return Judged(effects, agreement(effects[effects["verdict"].notna()]))
