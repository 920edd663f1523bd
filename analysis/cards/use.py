"""How cards are used: how often, when, for how much, by each kind of player. Descriptive."""

from __future__ import annotations

from collections.abc import Iterable

import pandas as pd

from analysis.base.data import Tree
from analysis.base.kinds import Kind
from analysis.base.measure import measure
from analysis.base.metrics import metric
from analysis.base.runs import Config

USE = ("use_rate", "use_round", "use_vp", "use_paid", "use_price")
BY = ("rules", "players", "policies", "policy", "kind", "card")


def card_use(
    tree: Tree, configs: Iterable[Config], rounds: int, kinds: Iterable[Kind]
) -> pd.DataFrame:
    """Every card of the recorded table of cards, by kind of player; one row per card and metric.

    Metrics: those of `USE`, and use_in_1 ... use_in_<rounds>: the share of used cards that were
    used in that round. Columns as of `measure.measure`, grouped by `BY`, and card as text.
    """
    one = metric("use_round")
    shares = [
        one.model_copy(update={
            "id": f"use_in_{r}", "label": f"used in round {r}", "unit": "share",
            "value": f"(used_round = {r})::BIGINT",
        })
        for r in range(1, rounds + 1)
    ]  # fmt: skip
    held = [kind for kind in kinds if kind.in_cards]
    wanted = ", ".join(f"'{kind.id}'" for kind in held)
    configs = list(configs)
    found = measure(
        tree, [*USE, *shares], BY, f"kind IN ({wanted})" if held else "false", configs,
        repeated=not tree.no_repeated_cards(configs, held),
    )  # fmt: skip
    return found.assign(item=found.pop("card").astype(str))
