"""All components of a kind as a table to sort and filter, and as a chart of verdicts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import pandas as pd
from markupsafe import Markup

from analysis import Config
from analysis.base.metrics import metric
from reports import names
from reports.figures.catalogue import kind_figure
from reports.figures.figure import for_pages
from reports.links import piece_link
from reports.pieces import Piece, kind_of, pieces
from reports.results import Results
from reports.site.blocks import Section
from reports.site.sheets import ONE, UNITS, measures_of
from reports.tables.table import Column, Table, sortable
from reports.text import EstimateText, cell, count, number
from reports.verdicts import badge, claim, dependent, headline, judged, unit_of, verdicts_of

LABELS = {
    "staff": ("Costs", "Works", "Does"),
    "guest": ("Colour", "Orders", "Brings"),
    "politics": ("Letter", "Asks for"),
    "emperor_tile": ("Scoring", "Reward", "Penalty"),
    "ballroom": ("Scoring",),
    "rehearsal_room": ("Sections",),
    "celebrity": ("Does",),
    "entrance": ("Does",),
    "bonus_token": ("For a column", "For a floor"),
}
"""The labels of a component's words that its row shows."""

CHOSEN = {"Costs", "Works", "Colour", "Letter"}
"""Labels with a filter."""

SHORT = {
    "came": "Reached a player, % of games", "used": "Used, % of times it came",
    "round": "Mean round of use", "score": "VP when used", "dancers": "Dancers per seat",
    "win": "Wins of seats with it, %", "vp": "VP of seats with it", "price": "Price, krones",
}  # fmt: skip
"""Headings of counts."""

FIRST = ("used", "score", "win")
"""Counts that are shown even if there is little room."""

OF_PLAYERS = (
    "use", "use_low", "use_high", "floor", "floor_low", "floor_high", "above", "above_low",
    "above_high", "unused", "misplayed", "p_above", "p_below", "p_within", "using",
    "using_low", "using_high",
)  # fmt: skip
"""Columns about a card in addition to its worth, see `analysis.cards.floor`."""

NO_CLAIM = EstimateText("–", "", (0.0, 0.0, 0.0))


@dataclass(frozen=True)
class IndexRow:
    """A component in one configuration: its cells, and the key by which rows are sorted."""

    piece: Piece
    config: Config | None
    cells: tuple[str, ...]
    order: tuple[float, float]
    record: dict[str, object]


def index_table(tally: str, results: Results) -> Table:
    """One row for each component and configuration: verdict, name, worth, use, words.

    The usual configuration comes first, sorted by the smallest effect consistent with the data: the
    absolute value of the bound of the interval that is nearest to 0.
    """
    measures = measures_of(results.tallies[results.tallies["kind"] == tally])
    effects = results.judged.effects
    is_judged = not effects.empty and bool((effects["kind"] == tally).any())
    configs = results.configs_of(results.tallies[results.tallies["kind"] == tally])
    lines: list[IndexRow] = []
    first: dict[str, Config] = {}
    for config in configs:
        lines += _lines(tally, config, measures, is_judged, results)
        for line in lines:
            first.setdefault(line.piece.key, config)
    known = set(first)
    unmet = [_line(piece, None, measures, is_judged, {}, None, "", results)
             for piece in pieces(tally) if piece.key not in known]  # fmt: skip
    usual = configs[0] if configs else None
    shown = sum(line.config == usual for line in lines) if usual else 0
    columns = _columns(tally, measures, is_judged, usual, lines, results)
    return sortable(
        _caption(tally, usual, results), columns, [line.cells for line in (*lines, *unmet)],
        words=True, key=f"all-{tally.replace('_', '-')}",
        frame=pd.DataFrame([line.record for line in (*lines, *unmet)]),
        ids=[row_id(line.piece) if line.config in (first.get(line.piece.key), None) else ""
             for line in (*lines, *unmet)],
        named=1 if is_judged else 0, shown=shown,
    )  # fmt: skip


def chart_section(kind: str, results: Results) -> list[Section]:
    """The section with the chart of all components of a kind; none without verdicts."""
    if verdicts_of(results, kind, results.main) is None:
        return []
    many = kind_of(kind).many.lower()
    figure = for_pages(partial(kind_figure, results, kind))
    return [Section(f"chart-{kind.replace('_', '-')}", f"All {many} in one chart", [figure])]


def row_id(piece: Piece) -> str:
    """Anchor of the row of a component."""
    return f"row-{piece.kind.tally.replace('_', '-')}-{piece.key}"


def _lines(
    tally: str, config: Config, measures: Sequence[str], is_judged: bool, results: Results
) -> list[IndexRow]:
    """The components with data from the games of a configuration, the surest claims first."""
    found = results.tallies
    keep = (found["kind"] == tally) & (found["rules"] == config.rules)
    keep &= (found["players"] == config.players) & (found["policy"] == config.policy)
    by_key = {str(key): rows.set_index("measure") for key, rows in
              found[keep].dropna(subset=["estimate"]).groupby("key", observed=True)}  # fmt: skip
    effects = judged(results, tally, config) if is_judged else pd.DataFrame()
    marked = dependent(results, tally, config.rules, config.players) if is_judged else set()
    several = len(results.policies) > 1 and not effects.empty
    lines = [
        _line(
            piece, config, measures, is_judged, by_key[piece.key],
            effects.loc[piece.key] if piece.key in effects.index else None,
            ("depends on who plays" if piece.key in marked else "not shown to depend on it")
            if several else "–",
            results,
        )
        for piece in pieces(tally) if piece.key in by_key
    ]  # fmt: skip
    return sorted(lines, key=lambda line: line.order, reverse=True)


def _line(
    piece: Piece, config: Config | None, measures: Sequence[str], is_judged: bool,
    counted: pd.DataFrame | dict[str, object], effect: pd.Series | None, whom: str,
    results: Results,
) -> IndexRow:  # fmt: skip
    cells: list[str] = []
    record: dict[str, object] = {"key": piece.key, "name": piece.name, "german": piece.german,
                                 "added_by": piece.added}  # fmt: skip
    if config is not None:
        record |= config.params() | {"games": results.judged_games(config)}
    order = (0.0, 0.0)
    if is_judged:
        cells.append(badge(str(effect["verdict"]) if effect is not None else ""))
    cells.append(_name(piece))
    if is_judged:
        worth, sure, order = _worth(piece, effect)
        cells += [worth, sure]
        if effect is not None:
            record |= {"verdict": effect["verdict"]} | _bounds(headline(piece.kind.tally), effect)
            record |= {name: effect[name] for name in OF_PLAYERS if name in effect.index}
    for name in measures:
        if isinstance(counted, pd.DataFrame) and name in counted.index:
            cells.append(cell(counted.loc[name], UNITS.get(name, ONE), sign=False))
            record |= _bounds(name, counted.loc[name])
        else:
            cells.append("–")
    if not is_judged and isinstance(counted, pd.DataFrame) and "win" in counted.index:
        order = (float(counted.loc["win", "low"]), 0.0)
    words = dict(_side(piece, config))
    record |= words
    cells += [words.get(label, "–") for label in LABELS[piece.kind.tally]]
    if is_judged:
        cells.append(whom)
    cells += [
        piece.added or "base game",
        names.ruleset(config.rules) if config else "–",
        str(config.players) if config else "–",
        config.policy if config else "–",
        count(results.judged_games(config)) if config else "–",
    ]
    return IndexRow(piece, config, tuple(cells), order, record)


def _name(piece: Piece) -> Markup:
    """The link to a component's page, with its German name below."""
    german = (
        Markup(' <span class="german">{}</span>').format(piece.german) if piece.german else Markup()
    )
    return piece_link(piece) + german


def _worth(
    piece: Piece, effect: pd.Series | None
) -> tuple[str, EstimateText, tuple[float, float]]:  # fmt: skip
    """The effect, the smallest effect consistent with the data, and the sorting key."""
    if effect is None or pd.isna(effect["se"]):
        return "–", NO_CLAIM, (-1.0, 0.0)
    unit = unit_of(headline(piece.kind.tally))
    sure = claim(float(effect["low"]), float(effect["high"])) * unit.factor
    order = (abs(sure), abs(float(effect["estimate"])))
    if not sure:
        return cell(effect, unit), NO_CLAIM, order
    words = f"{number(sure, unit.digits, True)} or {'more' if sure > 0 else 'less'}"
    return cell(effect, unit), EstimateText(words, "", (abs(sure), sure, sure)), order


def _side(piece: Piece, config: Config | None) -> list[tuple[str, str]]:
    """The words of a component in the edition of a configuration, or else in the newest."""
    edition = config.rules.partition("+")[0] if config else ""
    return piece.sides.get(edition) or list(piece.sides.values())[-1]


def _columns(
    tally: str, measures: Sequence[str], is_judged: bool, usual: Config | None,
    lines: Sequence[IndexRow], results: Results,
) -> list[Column]:  # fmt: skip
    judged_columns, whom = [], []
    columns = [Column(kind_of(tally).one)]
    if is_judged:
        one = metric(headline(tally))
        unit = unit_of(one.id)
        worths = (line.cells[2] for line in lines)
        reach = [abs(bound) for worth in worths if isinstance(worth, EstimateText)
                 for bound in worth.numbers]  # fmt: skip
        columns.insert(0, Column("Verdict", filter=True))
        judged_columns = [
            Column(f"{'Dealt' if one.estimand == 'dealt' else 'In the game'}: {unit.name}",
                   span=max(reach, default=1.0)),
            Column("At least", rank=1, sorted="descending"),
        ]  # fmt: skip
        whom = [Column("For whom", rank=2, filter=True)]
    return [
        *columns, *judged_columns,
        *(Column(SHORT[name] if (tally != "politics" and tally != "emperor_tile") or name != "score"
                 else "VP per seat from all three",
                 rank=0 if name in FIRST and is_judged else 1 if name in FIRST else 2)
          for name in measures),
        *(Column(label, rank=2 if label != "Costs" else 1, filter=label in CHOSEN)
          for label in LABELS[tally]),
        *whom,
        Column("Added by", rank=2, filter=True),
        Column("Edition", rank=2, filter=True,
               start=names.ruleset(usual.rules) if usual else ""),
        Column("At the table", rank=2, filter=True, start=str(usual.players) if usual else ""),
        Column("Played by", rank=2, filter=True, start=usual.policy if usual else ""),
        Column("Games", rank=2, least=True),
    ]  # fmt: skip


def _bounds(name: str, one: pd.Series) -> dict[str, object]:
    return {name: one["estimate"], f"{name}_low": one["low"], f"{name}_high": one["high"]}


def _caption(tally: str, usual: Config | None, results: Results) -> str:
    """The caption: what is shown first, and the meaning of the columns."""
    if usual is None:
        return "Descriptions; no recorded game of this report uses these"
    judged_in, counted_in = results.judged_games(usual), results.games(usual)
    games = f"{count(judged_in)} games"
    if judged_in != counted_in:
        games += f"; how often cards are used and what they score, from {count(counted_in)} games"
    return (
        f"{kind_of(tally).many}, {names.ruleset(usual.rules)},"
        f" {names.players(usual.policy, usual.players)}, {games}"
    )
