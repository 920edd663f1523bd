"""Tables that list all components of a kind, each leading to its page, with a CSV to be sorted."""

from __future__ import annotations

from collections.abc import Iterable

import pandas as pd

from analysis import Config
from analysis.cards import OUTCOMES
from analysis.tallies import CAME, QUERIES
from reports.results import Results, rows_of
from reports.site.links import piece_link
from reports.site.pieces import Piece, kind_of, pieces
from reports.site.sheets import ONE, UNITS
from reports.tables import Table
from reports.text import POINTS, cell, count

TOLD = {
    "staff": ("Costs", "Does"),
    "guest": ("Colour", "Orders", "Brings"),
    "politics": ("Asks for",),
    "emperor_tile": ("Reward", "Penalty"),
    "ballroom": ("Scoring",),
    "rehearsal_room": ("Sections",),
    "celebrity": ("Does",),
    "entrance": ("Does",),
    "bonus_token": ("For a column", "For a floor"),
}
"""What of a component's words its row in the list shows."""


def index_table(tally: str, results: Results) -> Table:
    """A row a component: name, words, and what was counted under the newest rules that have it."""
    kind = kind_of(tally)
    measures = _measures(tally, results)
    rows, data, used = [], [], []
    for piece in pieces(tally):
        config = _config(piece, results)
        found = _found(piece, config, results)
        cells = [
            cell(found.loc[m], UNITS.get(m, ONE), sign=False) if m in found.index else "–"
            for m in measures
        ]
        effect = [_effect(piece, config, results)] if tally == "staff" else []
        words = [piece.word(label) or "–" for label in TOLD[tally]]
        rows.append((piece_link(piece), *words, *effect, *cells))
        used.append(config)
        data.append(_record(piece, config, found, results))
    head = [kind.one, *TOLD[tally], *(["Dealt: win rate, points"] if tally == "staff" else [])]
    head += [label + (", %" if m in UNITS else "") for m, label in measures.items()]
    return Table(
        _caption(used, results), head, rows, words=True, key=f"all-{tally.replace('_', '-')}",
        frame=pd.DataFrame(data),
    )  # fmt: skip


def _measures(tally: str, results: Results) -> dict[str, str]:
    """Names and labels of the measures that some component of the kind has, in their order."""
    found = results.tallies[results.tallies["kind"] == tally]
    known = dict([CAME, *((o.name, o.label) for wanted in QUERIES.values() for o in wanted)])
    labels = dict(found[["measure", "label"]].drop_duplicates().itertuples(index=False, name=None))
    return {name: labels[name] for name in known if name in labels}


def _config(piece: Piece, results: Results) -> Config | None:
    """The newest rules that have recorded games with it, best policy, fewest players."""
    found = results.tallies_of(piece.kind.tally, piece.key)
    for rules in (results.rules, results.editions[0], *results.module_rules):
        for policy in results.policies:
            rows = found[(found["rules"] == rules) & (found["policy"] == policy)]
            if not rows.empty:
                return Config(rules, int(rows["players"].min()), policy)
    return None


def _found(piece: Piece, config: Config | None, results: Results) -> pd.DataFrame:
    if config is None:
        return pd.DataFrame(columns=["measure"]).set_index("measure")
    rows = rows_of(results.tallies_of(piece.kind.tally, piece.key), config)
    return rows.dropna(subset=["estimate"]).set_index("measure")


def _effect(piece: Piece, config: Config | None, results: Results) -> str:
    if config is None:
        return "–"
    known = results.dealt_by_card.get(int(piece.key), results.dealt.iloc[:0])
    rows = rows_of(known, config, outcome=next(iter(OUTCOMES))).dropna(subset=["estimate"])
    return "–" if rows.empty else cell(rows.iloc[0], POINTS)


def _record(
    piece: Piece, config: Config | None, found: pd.DataFrame, results: Results
) -> dict[str, object]:
    """The row of the CSV: words of every edition, numbers apart from their bounds."""
    row: dict[str, object] = {"key": piece.key, "name": piece.name, "german": piece.german,
                              "added_by": piece.added}  # fmt: skip
    for edition, words in piece.sides.items():
        row |= {f"{edition}: {label}": text for label, text in words}
    if config is not None:
        row |= config.params() | {"games": results.games(config)}
        for measure, one in found.iterrows():
            row |= _bounds(str(measure), one)
        if piece.kind.tally == "staff":
            known = results.dealt_by_card.get(int(piece.key), results.dealt.iloc[:0])
            for _, one in rows_of(known, config).iterrows():
                name = f"dealt_{one['outcome']}"
                row |= _bounds(name, one) | {f"{name}_q": one["q"]}
    return row


def _bounds(name: str, one: pd.Series) -> dict[str, object]:
    return {name: one["estimate"], f"{name}_low": one["low"], f"{name}_high": one["high"]}


def _caption(used: Iterable[Config | None], results: Results) -> str:
    """Who played the games that the numbers come from: the first configuration is the usual one."""
    configs = list(dict.fromkeys(config for config in used if config is not None))
    if not configs:
        return "In words; no recorded game of this report tells of them"
    told = [
        f"{c.rules}, {c.policy}, {c.players} players, {count(results.games(c))} games"
        for c in sorted(configs, key=lambda c: c.rules != results.rules)
    ]
    first, *others = told
    added = "".join(f"; those that it does not have: {one}" for one in others)
    return f"Numbers: {first}{added}: estimate [95% interval]"
