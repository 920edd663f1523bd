"""Studies as functions: one call plays the games that are missing and returns the answer.

    staff_prices(rules="revised-2021", players=2, policy="planner")
    ask(LuckStudy, players=2, deals=1000).shares

Each takes the settings of its study (`questions`) as keywords, with the defaults of its command.
A single number of players or policy stands for a list of one, and `policy` for `policies`. data:
folder of its games, by default that of its command; workers: processes that play, threads that
analyse. Raises UserError for settings that the command would refuse, TypeError for other keywords.
"""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from typing import Any

import pandas as pd
from pydantic import TypeAdapter, ValidationError
from rich.console import Console

from analysis.studies.study import Answer, SettingsStudy
from model import UserError


def staff_prices(**asked: Any) -> pd.DataFrame:
    """Fair costs of staff cards in krones: a row per card and table, columns of `cards.prices`."""
    from analysis.studies.price import PriceStudy

    return ask(PriceStudy, **asked).prices


def staff_timing(**asked: Any) -> pd.DataFrame:
    """Gain from playing a staff card: a row per card, outcome and table, see `cards.timing`."""
    from analysis.studies.timing import TimingStudy

    return ask(TimingStudy, **asked).cards


def guest_values(**asked: Any) -> pd.DataFrame:
    """Gain from taking a guest: a row per guest, price, outcome and table, see `cards.taking`."""
    from analysis.studies.guests import GuestStudy

    return ask(GuestStudy, **asked).values


def parts_worth(**asked: Any) -> pd.DataFrame:
    """Gain (below 0: loss) of a player without a part of the game, see `players.duels`."""
    from analysis.studies.restricted import RestrictStudy

    return ask(RestrictStudy, **asked).gains


def ways_to_win(**asked: Any) -> pd.DataFrame:
    """Wins of each way of play: a row per way and table, see `course.ways.ways_frame`.

    For the other frames, `ask` for `studies.ways.study.WaysStudy`.
    """
    from analysis.studies.ways.study import WaysStudy

    return ask(WaysStudy, **{"parts": ("winners",), **asked}).ways


def player_ratings(**asked: Any) -> pd.DataFrame:
    """Elo-scale ratings of players: a row per policy and number of players, see `players.ladder`.

    Name the players as `rungs`.
    """
    from analysis.studies.ladder import LadderStudy

    return ask(LadderStudy, **asked).ratings


def ask(study: type[SettingsStudy[Answer, Any]], **asked: Any) -> Answer:
    """The answer of any study that has settings: a dataclass of frames."""
    folder = Path("data", "studies", study.folder or study.name)
    data, workers = Path(asked.pop("data", folder)), asked.pop("workers", 2)
    if "policy" in asked:
        asked["policies"] = asked.pop("policy")
    known = {one.name: one for one in fields(study.asks)}
    if unknown := sorted(set(asked) - set(known)):
        raise TypeError(f"{study.name}: no setting {unknown[0]!r}; settings: {', '.join(known)}")
    plain = {name: (value,) if isinstance(known[name].default, tuple) and
             isinstance(value, str | int) else value for name, value in asked.items()}  # fmt: skip
    try:
        settings = TypeAdapter(study.asks).validate_python(plain)
    except ValidationError as error:
        first = error.errors()[0]
        raise UserError(f"{first['loc'][0]}: {first['msg']}") from None
    return study(settings, data).answer(workers, Console(quiet=True))
