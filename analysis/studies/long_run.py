"""Saved estimates of an hours-long run, for reports that play for minutes.

A report plays a few thousand games of good players, too few for verdicts on single cards. A longer
run's estimates of cards, seats and changes of cards are saved in a folder: a table per frame, and a
note with the games behind them. A report takes these rows instead of its own, configuration by
configuration, if they are based on more games and rules and players still play as they did then
(`simulate.fingerprint`). Verdicts are not saved: they are recomputed from estimates and errors.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Annotated

import pandas as pd
from pydantic import AfterValidator, Field

from analysis.base.metrics import metric
from analysis.base.runs import Config, Run
from analysis.cards import pairs
from analysis.cards.effects import KEYS, infer
from analysis.cards.floor import with_floor
from analysis.studies.frames import CARDS, CHANGED, CONTRASTS, JOINT, SEATS, Columns, ends
from analysis.studies.kept import damaged, read_frame, read_note, write_frame, write_note
from analysis.studies.typed import Number, Seed, Spec
from model import load_ruleset
from simulate.base.provenance import commit
from simulate.base.roster import registered
from simulate.fingerprint import Parts, fingerprint, holds, parts_of

NOTE = "long_run.json"
FRAMES = {
    "effects": CARDS.more("", ends("use")),
    "seats": SEATS,
    "changes": Columns(
        "rules_a rules_b policy outcome", f"players card value_a value_b {JOINT} q games"
    ),
    "pairs": Columns("rules policies policy kind metric a b", "players estimate se n_both games"),
    "measures": CONTRASTS.more("rules_a rules_b", "sim_low sim_high"),
    "winners": CHANGED,
}
"""Of `cards.effects.chance_effects`, `games.seats.analyse_seats`, `rulesets.touched.card_changes`,
`cards.pairs.pair_interactions`, `rulesets.compare.paired_difference` and `.changed_winners`; of
effects and pairs, what the rest follows from."""


@dataclass(frozen=True, eq=False)
class LongRun:
    """frames: by name (`FRAMES`), with their columns; games: of each configuration; seed: of all.

    play: the parts of the fingerprint of play when it was made.
    """

    games: Mapping[Config, int] = field(default_factory=dict)
    frames: Mapping[str, pd.DataFrame] = field(default_factory=dict)
    seed: int = 1
    play: Parts = field(default_factory=dict)

    def holds(self, config: Config) -> bool:
        """Are its games of a configuration still played identically today?"""
        return config in self.games and holds({one: self.play[one] for one in _parts(config)})

    def beside(self, runs: Sequence[Run]) -> LongRun:
        """The part of it that is based on more games than these runs and still played alike."""
        most = {run.config: run.games for run in runs}
        found = {c: n for c, n in self.games.items() if c in most and n > most[c]}
        if not found:
            return NONE
        alike = {c: n for c, n in found.items() if self.holds(c)}
        frames = {name: frame[_of(frame, alike)] for name, frame in self.frames.items()}
        return LongRun(alike, frames, self.seed, self.play)

    def instead(self, name: str, frame: pd.DataFrame) -> pd.DataFrame:
        """A frame with this run's rows in place of those of the same configurations."""
        if not self.games:
            return frame
        rest = frame[~_of(frame, self.games)]
        return pd.concat([self.frames[name], rest], ignore_index=True)

    def further(self, name: str, runs: Sequence[Run]) -> pd.DataFrame:
        """Rows of a frame for numbers of players that these runs lack.

        Only for the same rules and players, and if these play identically today.
        """
        known = {one.config for one in runs}
        alike = {(one.rules, one.policy) for one in known}
        more = {c: n for c, n in self.games.items()
                if c not in known and (c.rules, c.policy) in alike and self.holds(c)}  # fmt: skip
        frame = self.frames.get(name, pd.DataFrame())
        return frame[_of(frame, more)] if more else frame[:0]


def _registered_table(policy: str) -> str:
    """The policies of a table, abbreviated, each one of the suite. Raises UserError."""
    for name in policy.split(","):
        registered(name)
    return policy


NONE = LongRun()
"""Nothing was run at length."""


def keep(
    folder: Path, frames: Mapping[str, pd.DataFrame], runs: Sequence[Run], command: str
) -> None:
    """Save what runs found in a folder, replacing its rows of their configurations.

    Rows of others stay if they are of the same seed and are played identically today: a number of
    players can be added. Raises UserError if it cannot, or if the folder's content is damaged.
    """
    games = {run.config: run.games for run in runs}
    tables = {name: frames[name][_of(frames[name], games)] for name in FRAMES}
    for name in ("effects", "pairs"):
        tables[name] = FRAMES[name].select(tables[name])
    now = commit()
    older, rest = _rest(folder, runs[0].seed, games)
    ran = [*older, *(Ran(one.rules, one.players, one.policy, number, command, now)
                     for one, number in games.items())]  # fmt: skip
    if older:
        tables = {name: pd.concat([rest[name], table]) for name, table in tables.items()}
    note = {
        "seed": runs[0].seed,
        "play": fingerprint({name for one in ran for name in _parts(one.config)}),
        "games": [asdict(one) for one in ran],
        "rulesets": {one.rules: load_ruleset(one.rules).hash for one in ran},
    }
    for name, table in tables.items():
        write_frame(folder, name, table, FRAMES[name])
    write_note(folder, NOTE, note)


Command = Annotated[str, Field(max_length=4000)]
Commit = Annotated[str, Field(max_length=100)]


@dataclass(frozen=True)
class Ran:
    """The games of one configuration; ``policy`` as `Config` has it.

    command: the command that plays them, and its commit; older notes state it once for all.
    """

    rules: Spec
    players: Annotated[int, Field(ge=2, le=4)]
    policy: Annotated[str, AfterValidator(_registered_table)]
    games: Number
    command: Command = ""
    commit: Commit = ""

    @property
    def config(self) -> Config:
        return Config(self.rules, self.players, self.policy)


@dataclass(frozen=True)
class RunNote:
    """The content of the note. rulesets: hashes of the rules; none in older notes."""

    seed: Seed
    play: dict[str, str]
    games: list[Ran]
    rulesets: dict[str, str] = field(default_factory=dict)
    command: Command = ""
    commit: Commit = ""

    @property
    def alike(self) -> list[Ran]:
        """The games of rules in which no number has changed."""
        now = {one.rules: load_ruleset(one.rules).hash for one in self.games}
        return [
            one
            for one in self.games
            if self.rulesets.get(one.rules, now[one.rules]) == now[one.rules]
        ]


def _rest(
    folder: Path, seed: int, games: Mapping[Config, int]
) -> tuple[list[Ran], dict[str, pd.DataFrame]]:
    """A folder's rows of other configurations, if play is still identical."""
    note, tables = _read(folder)
    if note is None or note.seed != seed:
        return [], {}
    whole = LongRun({one.config: one.games for one in note.alike}, tables, note.seed, note.play)
    configs = {one: n for one, n in whole.games.items() if one not in games and whole.holds(one)}
    rest = [
        replace(one, command=one.command or note.command, commit=one.commit or note.commit)
        for one in note.games
        if one.config in configs
    ]
    return rest, {name: table[_of(table, configs)] for name, table in tables.items()}


def _read(folder: Path) -> tuple[RunNote | None, dict[str, pd.DataFrame]]:
    """The note and the tables of a folder; None and none if it has no note."""
    try:
        note = read_note(folder, NOTE, RunNote)
        tables = (
            {name: read_frame(folder, name, columns) for name, columns in FRAMES.items()}
            if note
            else {}
        )
        return note, tables
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise damaged(folder, error) from None


def kept(folder: Path) -> LongRun:
    """The content of a folder; empty if it has no note. Raises UserError if it is damaged."""
    note, frames = _read(folder)
    if note is None:
        return NONE
    try:
        games = {one.config: one.games for one in note.alike}
        frames["effects"] = _judged(frames["effects"])
        frames["pairs"] = _of_families(frames["pairs"], pairs.infer)
        return LongRun(games, frames, note.seed, note.play)
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise damaged(folder, error) from None


def _judged(effects: pd.DataFrame) -> pd.DataFrame:
    """Effects with verdicts, shrinkage and the baseline of an unused card."""

    def one(rows: pd.DataFrame) -> pd.DataFrame:
        frame = infer(rows, metric(str(rows["metric"].iloc[0])))
        return with_floor(frame) if frame["use_high"].notna().any() else frame

    return _of_families(effects, one)


def _of_families(
    frame: pd.DataFrame, inferred: Callable[[pd.DataFrame], pd.DataFrame]
) -> pd.DataFrame:
    """A frame with the inferences for each of its families; unchanged if it has none."""
    found = [
        inferred(rows.reset_index(drop=True)) for _, rows in frame.groupby(list(KEYS), sort=False)
    ]
    return pd.concat(found, ignore_index=True) if found else frame


def _parts(config: Config) -> list[str]:
    """The parts of the fingerprint of play that the games of a configuration depend on."""
    return parts_of([config.rules], config.policy.split(","))


def _of(frame: pd.DataFrame, games: Mapping[Config, int]) -> pd.Series:
    """Which rows are of these configurations; for a change, of both its rulesets."""
    rules = [name for name in ("rules", "rules_a", "rules_b") if name in frame]
    keep = pd.Series(True, frame.index)
    for name in rules:
        keys = zip(frame[name], frame["players"], frame["policy"], strict=True)
        keep &= pd.Series([Config(str(r), int(n), str(p)) in games for r, n, p in keys],
                          frame.index, dtype=bool)  # fmt: skip
    return keep
