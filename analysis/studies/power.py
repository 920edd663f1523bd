"""How many games a question needs: the spread of each measure, from games recorded for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pandas as pd

from analysis import Config, Tree, open_tree
from analysis.base.data import in_front
from analysis.base.kinds import kind
from analysis.cards.effects import Subject, chance_effects
from analysis.method import power as planning
from analysis.rulesets import compare as contrasting
from analysis.rulesets.compare import measures
from analysis.rulesets.touched import card_changes
from analysis.studies import compare as comparing
from analysis.studies.study import Study
from model import Ruleset, UserError
from model.names import meant
from model.steps import Recipe
from simulate import policies
from simulate.batch import Run
from simulate.bench import pace
from simulate.data.store import Place

DEALT = {"dealt-vp": ("vp", "VP"), "dealt-win": ("win", "percentage points")}
"""Quantities of a card: effect of being dealt it, on VP and on winning."""
KNOWN = {one.name: one for one in measures()}
DEALT_EFFECT = {"dealt-vp": 1.0, "dealt-win": 0.02}
"""Effects of a card that are looked for unless another is given: 1 VP, 2 percentage points."""


CALIBRATION, CALIBRATION_SECONDS = 1_000_000, 0.5
"""How long games are played for the speed of a player, and the most of them."""


@dataclass(frozen=True)
class PowerQuestion:
    """The question: effect in the shown unit (None: the margins), chance, level; `games`."""

    measures: tuple[str, ...]
    effect: float | None
    chance: float
    level: float
    games: int
    card: int | None


def measure_names(text: str | None) -> tuple[str, ...]:
    """Names from "a,b"; all measures without. Raises UserError for unknown ones."""
    if text is None:
        return tuple(one.name for one in measures())
    names = tuple(dict.fromkeys(name.strip() for name in text.split(",")))
    for name in names:
        if name not in KNOWN and name not in DEALT:
            known = [*KNOWN, *DEALT]
            near = meant(name, known)
            raise UserError(f"--measure {name}: unknown; measures: {', '.join(known)}{near}")
    return names


@dataclass(frozen=True)
class PowerStudy(Study[pd.DataFrame]):
    """Rows of `power.plan_frame` for every measure, design and number of players.

    Raises UserError if both rulesets play identically.
    """

    name = "power"
    bar = "games"

    base: Recipe
    other: Recipe | None
    settings: comparing.Settings
    question: PowerQuestion
    data: Place

    @cached_property
    def arms(self) -> comparing.Arms:
        """The one or two rulesets."""
        first, second = self.base.resolve(), self.other.resolve() if self.other else None
        if second is not None and first.hash == second.hash:
            raise UserError(f"{first.label}: nothing to compare, both rulesets play identically")
        card = self.question.card
        if card is not None and card not in first.staff:
            raise UserError(
                f"--card {card}: no staff card of {first.label}; `gah rules show --section staff` "
                "lists the numbers"
            )
        arms = comparing.Arms(first, second, (), self.command)
        for one in (first, second):
            if one is not None:
                arms.arm(one)
        return arms

    def runs(self) -> list[Run]:
        return self.arms.runs(self.settings, self.data)

    def seconds_a_game(self, players: int) -> float:
        """Processor time per game on this machine, from some games played to measure it."""
        (policy,) = self.settings.policies
        run = Run(self.arms.base, players, policy, CALIBRATION, self.settings.seed, self.data)
        return pace(run, CALIBRATION_SECONDS).game_ms / 1e3

    def frames(self, threads: int) -> pd.DataFrame:
        settings, question, labels = self.settings, self.question, list(self.arms.rulesets)
        (policy,) = settings.policies
        named = policies.label(policy)
        configs = [Config(label, n, named) for n in settings.players for label in labels]
        frames = []
        with open_tree(
            self.data, configs, seed=settings.seed, threads=threads, first=settings.games
        ) as tree:
            for n in settings.players:
                frame = _spread(tree, self.arms.rulesets, n, named, question)
                effects = [_effect(name, question, n) for name in frame["measure"]]
                frame = planning.plan_frame(
                    frame, effects, question.games, question.chance, question.level,
                    self.seconds_a_game(n),
                )  # fmt: skip
                frames.append(in_front(frame, {"players": n}))
        return pd.concat(frames, ignore_index=True)


def _spread(
    tree: Tree, rulesets: Mapping[str, Ruleset], players: int, policy: str, question: PowerQuestion
) -> pd.DataFrame:
    labels = list(rulesets)
    wanted = tuple(KNOWN[name] for name in question.measures if name in KNOWN)
    frames = []
    if wanted:
        contrast = contrasting.difference(*labels) if len(labels) == 2 else None
        of_both = (contrast,) if contrast else ()
        deals = contrasting.read_deals(tree, labels, players, policy, wanted, of_both)
        frames.append(planning.spreads(deals, contrast, wanted))
    for name in question.measures:
        if name in DEALT:
            asked = [Subject(Config(label, players, policy), policy, one)
                     for label, one in rulesets.items()]  # fmt: skip
            frames.append(_dealt(tree, asked, name, question.card))
    return pd.concat(frames, ignore_index=True)


def _dealt(tree: Tree, asked: list[Subject], name: str, card: int | None) -> pd.DataFrame:
    """Spread of a card's dealt effect under the first ruleset, and of its change in the second."""
    outcome = DEALT[name][0]
    effects = chance_effects(tree, asked[0], kind("staff"))
    effects = effects.assign(card=effects["item"].astype(int), games=effects["deals"])
    row = _one_card(effects[effects["outcome"] == outcome], card)
    rows = {f"card {int(row['card'])}": row}
    if len(asked) == 2:
        changes = card_changes(tree, *(one.config for one in asked))
        change = _one_card(changes[changes["outcome"] == outcome], int(row["card"]))
        rows[f"card {int(row['card'])}, change, paired"] = change
    return pd.DataFrame([
        {"measure": name, "design": design, "sd": one["se"] * np.sqrt(one["games"]),
         "pilot": int(one["games"]), "each": 1 + design.endswith("paired")}
        for design, one in rows.items()
    ])  # fmt: skip


def _one_card(effects: pd.DataFrame, card: int | None) -> pd.Series:
    """The row of a card; by default of the card with the least precise effect."""
    if card is not None:
        effects = effects[effects["card"] == card]
    known = effects["se"].dropna()
    if known.empty:
        raise UserError(
            f"staff card {card or ''}: too few of the pilot's seats were dealt it; more --pilot"
        )
    return effects.loc[known.idxmax()]


def _effect(name: str, question: PowerQuestion, players: int) -> float:
    """The effect to be found, in the measure's own unit (shares are 0..1)."""
    if question.effect is not None:
        return question.effect / shown_by(name)
    return DEALT_EFFECT[name] if name in DEALT else KNOWN[name].margin(players)


def shown_by(name: str) -> float:
    """The factor by which a measure is multiplied for display."""
    return (100.0 if name == "dealt-win" else 1.0) if name in DEALT else KNOWN[name].shown
