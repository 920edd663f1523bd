"""The ways to win that a planner can insist on: taste, strengths and aim."""

from __future__ import annotations

from dataclasses import dataclass

import pandas as pd

from analysis.base.data import WIN_UNIT, Tree
from analysis.base.runs import Config
from simulate.base.tastes import spelled, tastes_of


@dataclass(frozen=True)
class Way:
    """One way. taste, strengths: as in `simulate.base.tastes`; thing: an expression over the
    recorded seats, of which it wants more (sign 1) or less (-1); unit: the thing, in words.
    """

    id: str
    words: str
    taste: str
    strengths: tuple[float, ...]
    thing: str
    unit: str
    sign: int = 1

    def name(self, player: str, strength: float) -> str:
        """The policy of this way: a player with the taste in addition to its own preferences."""
        stem, tastes = tastes_of(player)
        return spelled(stem, {**tastes, self.taste: tastes.get(self.taste, 0.0) + strength})


COLOUR = (2.0, 5.0, 12.0, 30.0)
WAYS = (
    Way("staff", "many staff cards", "staff", (2.0, 5.0, 12.0, 30.0), "staff_in_play",
        "staff cards"),
    Way("politics", "politics cards early", "politics", (3.0, 8.0, 20.0, 50.0), "vp_politics",
        "VP from politics cards"),
    Way("emperor", "the emperor", "emperor", (0.5, 1.0, 2.0, 5.0),
        "vp_emperor_track + vp_emperor_tiles", "VP from the emperor"),
    Way("blue", "blue rooms", "blue", COLOUR, "occupied_blue", "blue rooms"),
    Way("red", "red rooms", "red", COLOUR, "occupied_red", "red rooms"),
    Way("yellow", "yellow rooms", "yellow", COLOUR, "occupied_yellow", "yellow rooms"),
    Way("guests", "many guests", "guests", (1.0, 3.0, 8.0, 20.0), "guests_housed", "guests"),
    Way("large", "few and large guests", "large", (0.5, 1.5, 4.0, 10.0),
        "vp_guests::DOUBLE / greatest(guests_housed, 1)", "VP a guest"),
    Way("early", "points early", "early", (0.1, 0.25, 0.6, 1.5),
        "100.0 * round_scores[4] / greatest(vp, 1)", "% of its VP after round 4"),
    Way("late", "points late", "early", (-0.05, -0.1, -0.2, -0.4),
        "100.0 * round_scores[4] / greatest(vp, 1)", "% of its VP after round 4", -1),
    Way("no_pass", "passing less", "passes", (-0.5, -1.5, -4.0, -10.0), "passes", "passes", -1),
)  # fmt: skip

THINGS = {way.id: way.thing for way in WAYS}
_MEANS = ", ".join(f"avg(({thing})::DOUBLE) AS thing_{id}" for id, thing in THINGS.items())
_SPREADS = ", ".join(f"stddev_samp(({thing})::DOUBLE) AS {id}" for id, thing in THINGS.items())
FROM = "FROM players WHERE rules = $rules AND players.players = $players AND policies = $policy"


def of_deals(tree: Tree, config: Config) -> pd.DataFrame:
    """A row per deal and policy of a table: mean win (0 to 1), vp and thing_ID of each way."""
    text = (
        f"SELECT deal, policy::VARCHAR AS name, avg(round(win * {WIN_UNIT}) / {WIN_UNIT}) AS win,"
        f" avg(vp::DOUBLE) AS vp, {_MEANS} {FROM} GROUP BY ALL ORDER BY ALL"
    )
    return pd.concat(tree.answers(text, config.params(), (config,)), ignore_index=True)


def spreads(tree: Tree, config: Config) -> dict[str, float]:
    """Standard deviation between seats of a table of each way's thing."""
    found = tree.query(f"SELECT {_SPREADS} {FROM}", config.params())
    return {id: float(found[id].iloc[0]) for id in THINGS}


def way(id: str) -> Way:
    """The way of that id."""
    return next(one for one in WAYS if one.id == id)
