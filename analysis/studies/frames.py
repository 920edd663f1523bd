"""The columns of the tables of saved answers, each declared with its answer: a field

    ratings: Annotated[pd.DataFrame, Columns("rung", "players deals estimate low high")]

An answer's file with other columns, or with text in a column of numbers, is refused (`kept.py`): it
may come from a stranger. Columns shared by several answers of one estimator are declared here.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, get_type_hints

import pandas as pd

from model import UserError


@dataclass(frozen=True)
class Columns:
    """Names, separated by blanks: of the columns that hold text, and of those that hold numbers or
    Booleans. Their order is that of the frame.
    """

    text: str
    numbers: str

    def more(self, text: str = "", numbers: str = "") -> Columns:
        """These, and others."""
        return Columns(f"{self.text} {text}", f"{self.numbers} {numbers}")

    @property
    def texts(self) -> tuple[str, ...]:
        return tuple(self.text.split())

    @property
    def names(self) -> tuple[str, ...]:
        """All of them."""
        return (*self.texts, *self.numbers.split())

    def select(self, frame: pd.DataFrame) -> pd.DataFrame:
        """The declared columns of a frame with additional ones, in its order."""
        return frame[[one for one in frame if one in self.names]]

    def are_of(self, frame: pd.DataFrame) -> bool:
        """Does a frame have exactly these columns, each once?"""
        return sorted(frame.columns) == sorted(self.names)


def ends(names: str) -> str:
    """Each of these names with its interval: "win" gives "win win_low win_high"."""
    return " ".join(f"{one} {one}_low {one}_high" for one in names.split())


ESTIMATE = "estimate se low high p"
JOINT = f"{ESTIMATE} sim_low sim_high"

CONTRASTS = Columns(
    "policy kind name measure label unit better verdict",
    f"players mean_a mean_b {ESTIMATE} {ends('correlation gain')} games margin target q"
    " p_equivalent beyond games_needed",
)
"""Of `analysis.rulesets.compare` and `.factorial`."""
CARDS = Columns(
    "rules policies policy kind metric item name estimand outcome unit",
    f"players {JOINT} q_by mean_with mean_without n_with n_without deals",
)
"""Of `analysis.cards.effects`, without what follows from the family."""
JUDGED_CARDS = CARDS.more(
    "verdict",
    f"p_above p_below p_within probability margin limit_low {ends('shrunk tau')} reliability",
)
SEATS = Columns("rules policy outcome", f"players seat mean {JOINT} chi2 df p_all games")
"""Of `analysis.course.seats`."""
CHANGED = Columns("rules_a rules_b policy", "players estimate low high changed games")
"""Shares of deals, of `analysis.rulesets.compare`."""
ENTRANCES = Columns(
    "policy outcome unit item name", f"players {JOINT} q rank_low rank_high n deals"
)
"""Of `analysis.cards.entrances`."""
DUELS = Columns("outcome about", f"{ESTIMATE} deals players")
"""Of `analysis.studies.duels`."""
FORCED = Columns("policy outcome unit", f"players {JOINT} {ends('now later')} n deals")
"""Of `analysis.cards.timing`."""


@cache
def declared(answers: Any) -> dict[str, Columns]:
    """The columns of each table of a class of answers, by field."""
    found = {}
    for name, hint in get_type_hints(answers, include_extras=True).items():
        for one in getattr(hint, "__metadata__", ()):
            if isinstance(one, Columns):
                found[name] = one
    return found


def columns_of(answers: Any, name: str) -> Columns:
    """The columns of a table of a class of answers. Raises UserError if none are declared."""
    try:
        return declared(answers)[name]
    except KeyError:
        raise UserError(f"{answers.__name__}.{name}: declare its columns") from None
