"""What a title may say of estimates: only what their intervals show."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from reports.figures.figure import Claim


def largest(rows: pd.DataFrame) -> tuple[pd.Series, Claim]:
    """The row with the largest estimate, and the claim that it exceeds all others."""
    top = rows.loc[rows["estimate"].idxmax()]
    others = rows.drop(index=top.name)
    beyond = float(others["high"].max()) if len(others) else float("-inf")
    return top, Claim(float(top["low"]), float(top["high"]), beyond)


def above(first: pd.Series, second: pd.Series) -> Claim:
    """The claim that one estimate exceeds another, from the ends of their intervals."""
    return Claim(
        float(first["low"] - second["high"]), float(first["high"] - second["low"])
    )  # fmt: skip


def shown(rows: pd.DataFrame) -> list[Claim]:
    """The claims of all rows that their intervals support."""
    found = [Claim.of(row) for _, row in rows.iterrows()]
    return [one for one in found if one.shown]


def all_shown(claims: Sequence[Claim]) -> bool:
    """Is there a claim, and does its interval support each."""
    return bool(claims) and all(one.shown for one in claims)
