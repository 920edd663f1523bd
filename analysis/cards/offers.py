"""What a guest is worth to the seat that may take it first, and what it is worth to take it.

Guests are chosen, not dealt: who takes one differs from who does not. What chance decides is who is
asked first. There are two such occasions (`Occasion`):

    set-up      the last player chooses first among the guests of the first row, all of them free
    first turn  on the start player's first turn the guest that came in last lies on the first place
                of the row. It was drawn after all choices until then, whatever these were

At an occasion, of guest i at the price k of its place:

    offered  mean outcome of the seat that is asked, where i lies there, minus that where another
             guest does. Causal for the players who play, relative to an average guest at that
             price; it counts all that comes of it, also if others take the guest later
    use      share of these seats that take it then: in the set-up, or in the first round
    taking   what it is worth to take it: being offered it as the instrument (Wald 1940, Ann. Math.
             Stat. 11; Imbens & Angrist 1994, Econometrica 62), against guests that lie there and
             are shown to be left by nine seats in ten: the floor of `cards.floor`, whose
             assumptions hold here too. Above all: a guest that the seat leaves lying makes no
             difference to it, whichever guest it is. Withheld from guests that are not taken

The outcome is the seat's lead (its VP less the mean of the others), or its win. Games are independent
and have one seat that is asked: errors are those of `stats.difference` over deals.

A verdict says whether taking it at that price is shown to gain or to cost anything, at a false
discovery rate of `FDR` over the guests of a table, occasion, price and outcome (`CARDS`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from analysis.base import stats
from analysis.base.chunks import Piece
from analysis.base.data import Tree, sql
from analysis.base.families import CARDS, FDR
from analysis.base.moments import Moments
from analysis.base.runs import Config
from analysis.base.stats import LEVEL, Array, Estimate
from analysis.base.verdicts import UNDECIDED
from analysis.cards.effects import against_absent, items_by_deal
from analysis.cards.floor import UNUSED, use_rates, with_floor
from model import Ruleset
from simulate.experiments.newcomers import guests_in_order

OUTCOMES = {"lead": "VP", "win": "share"}
"""What is measured of the seat that is asked, and its unit."""
TWELFTHS = 12

GOOD, POOR, LEFT = "good value", "poor value", "not taken"
"""Taking it gains, it costs, or (shown to be) fewer than `UNUSED` take it; else `UNDECIDED`."""


@dataclass(frozen=True)
class Occasion:
    """When chance lays a guest before one seat first.

    came, round: as the table of cards records who takes it then.
    """

    name: str
    came: str
    round: int

    def seat(self, players: int) -> int:
        """Who is asked first, from 0: the start player's seat."""
        return players - 1 if self is SET_UP else 0

    def places(self, ruleset: Ruleset) -> slice:
        """Which of the guests in the order in which they are drawn lie there."""
        return slice(0, len(ruleset.row.costs)) if self is SET_UP else slice(-1, None)


SET_UP = Occasion("set-up", "setup", 0)
FIRST_TURN = Occasion("first turn", "row", 1)


def offer_frame(
    tree: Tree, config: Config, ruleset: Ruleset, occasion: Occasion, price: int
) -> pd.DataFrame:
    """What every guest is worth to the seat that is asked first; a row a guest and outcome.

    config: a table of one kind of player, playing the ruleset; price: krones asked at the occasion.
    Columns: players, policy, occasion, price, outcome, unit, item (number), name, colour, vp (as
    printed); estimate, se, low, high, p, sim_low, sim_high (offered; joint bounds over the guests),
    q_by; mean_with, mean_without, n_with, n_without (seats), deals; use, use_low, use_high; those
    of `floor.with_floor`; verdict (see `judged`) and q_taking.
    """
    held, totals = _moments(tree, config, ruleset, occasion)
    found = [_estimated(held, totals, outcome, config.players) for outcome in OUTCOMES]
    frame = pd.concat([judged(with_floor(one)) for one in found], ignore_index=True)
    cards = [ruleset.guest[int(item)] for item in frame["item"]]
    told = {
        "players": config.players, "policy": config.policy, "occasion": occasion.name,
        "price": price, "name": [card.name for card in cards],
        "colour": [card.colour for card in cards], "vp": [card.vp for card in cards],
    }  # fmt: skip
    return frame.assign(**told)


def _estimated(held: Moments, totals: Moments, outcome: str, players: int) -> pd.DataFrame:
    """Offered and use of each guest under one outcome, from sums over deals.

    held: a row a guest, of n_1, lead_1, win_1 and used (seats that were offered it) and n, lead, win
    (the same seats again); totals: one row, n, lead and win of all seats that were asked.
    """
    scale = {"lead": players - 1.0, "win": float(TWELFTHS)}[outcome]
    sums, products = against_absent(held, totals, outcome)
    deals = np.broadcast_to(totals.clusters, held.clusters.shape)
    offered = stats.difference(sums, products, deals) * (1 / scale)
    rate, low, high = use_rates(*held.select("n_1", "used"), held.clusters)
    with np.errstate(divide="ignore", invalid="ignore"):
        mean_with, mean_without = (sums[:, i + 1] / sums[:, i] / scale for i in (0, 2))
    return pd.DataFrame({
        "outcome": outcome, "unit": OUTCOMES[outcome], "item": held.keys["item"].astype(str),
        **stats.columns(offered, tests=int(np.isfinite(offered.se).sum())),
        "q_by": CARDS.q(offered.p), "mean_with": mean_with, "mean_without": mean_without,
        "n_with": sums[:, 0].astype(int), "n_without": sums[:, 2].astype(int),
        "deals": deals.astype(int), "use": rate, "use_low": low, "use_high": high,
    })  # fmt: skip


def judged(frame: pd.DataFrame) -> pd.DataFrame:
    """Add verdict and q_taking to the rows of one family, which hold those of `floor.with_floor`.

    q_taking: of "taking it gains nothing", two-sided, over all guests of the family. verdict: `GOOD`,
    `POOR`, `LEFT`, `UNDECIDED`, or "" where nothing can be said: no guest is left by all, or the
    guest lay there too seldom.
    """
    half = (frame["above_high"] - frame["above"]).to_numpy(float)
    above = Estimate(frame["above"].to_numpy(float), half / stats.normal_quantile(LEVEL))
    q = CARDS.q(above.p)
    shown = np.where(above.value > 0, GOOD, POOR)
    words = np.where(q <= FDR, shown, UNDECIDED)
    words = np.where(frame["use_high"].to_numpy(float) < UNUSED, LEFT, words)
    return frame.assign(verdict=np.where(np.isfinite(above.p), words, ""), q_taking=q)


def _moments(
    tree: Tree, config: Config, ruleset: Ruleset, occasion: Occasion
) -> tuple[Moments, Moments]:
    """Sums over deals by guest, and over all seats that were asked."""
    places = occasion.places(ruleset)

    def offered(part: Sequence[Piece]) -> pd.DataFrame:
        def laid(seed: int, first: int, deals: int) -> Array:
            return guests_in_order(ruleset, config.players, seed, first, deals)[:, places]

        return items_by_deal(part, laid)

    asked: Mapping[str, object] = {**config.params(), "seat": occasion.seat(config.players)}
    seats = sql("one_seat")
    taken = {**asked, "came": occasion.came, "round": occasion.round}
    blocks = [("n_1", f"{one}_1", "n", one) for one in OUTCOMES]
    held = tree.moments(
        f"WITH one_seat AS MATERIALIZED (\n{seats}\n)\n{sql('offered')}",
        [*blocks, ("n_1", "used")], taken, ("item",), (config,), ("openings", offered),
    )  # fmt: skip
    totals = tree.moments(
        f"SELECT deal, 1 AS n, lead, win FROM (\n{seats}\n)",
        [("n", one) for one in OUTCOMES], asked, (), (config,),
    )  # fmt: skip
    return held, totals


def value_up_to(frame: pd.DataFrame) -> dict[str, int]:
    """By guest, the highest price of the first turn at which it is shown to be good value.

    frame: rows of `offer_frame` of one table and outcome, at several prices. A guest that is good
    value at no price is not named.
    """
    good = frame[(frame["occasion"] == FIRST_TURN.name) & (frame["verdict"] == GOOD)]
    return {str(item): int(price) for item, price in good.groupby("item")["price"].max().items()}
