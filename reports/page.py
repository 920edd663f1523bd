"""Builds the page: figures are saved, then everything is put into one self-contained file."""

from __future__ import annotations

import base64
from collections.abc import Callable
from functools import cache
from pathlib import Path

import jinja2

from reports import (
    facts,
    figures_cards,
    figures_editions,
    figures_games,
    figures_players,
    findings,
    style,
    tables,
    tables_players,
)
from reports.figure import Figure
from reports.results import Results

PAGE = "index.html"


def build_figures(
    results: Results, step: Callable[[str], None] = lambda text: None
) -> list[Figure]:
    """All figures of the report, in the order of the page."""
    makers: tuple[Callable[[], Figure | None], ...] = (
        lambda: figures_editions.sources_figure(results),
        lambda: figures_editions.touched_figure(results),
        lambda: figures_cards.dealt_figure(results, "win"),
        lambda: figures_cards.dealt_figure(results, "vp"),
        lambda: figures_cards.played_figure(results),
        lambda: figures_games.scores_figure(results),
        lambda: figures_games.by_source_figure(results),
        lambda: figures_games.seats_figure(results),
        lambda: figures_players.ladder_figure(results.ladder) if results.ladder else None,
        lambda: figures_players.luck_figure(results.luck) if results.luck else None,
    )
    out: list[Figure] = []
    with style.styled():
        for make in makers:
            figure = make()
            if figure is not None:
                step(figure.topic)
                out.append(figure)
    return out


def build_page(
    results: Results, out: Path, command: str, step: Callable[[str], None] = lambda text: None
) -> Path:
    """Write figures/ and the page below `out`; returns the path of the page.

    command: how to make this report again, shown on the page.
    """
    figures = {figure.key: figure for figure in build_figures(results, step)}
    for figure in figures.values():
        figure.save(out / "figures")
    step("page")
    text = render(results, figures, command)
    path = out / PAGE
    path.write_text(text, encoding="utf-8")
    return path


def render(results: Results, figures: dict[str, Figure], command: str) -> str:
    """The page as HTML; the figures must have been saved."""
    ladder, luck = results.ladder, results.luck
    template = _environment().get_template("report.html.j2")
    return template.render(
        facts=results.facts,
        policies=facts.describe_policies(results.policies),
        results=results,
        figures=figures,
        findings=findings.findings(results),
        runs=tables.runs_table(results),
        totals=tables.totals_table(results),
        card_tables=[tables.cards_table(results, n) for n in results.players],
        ladders=ladder and [tables_players.ladder_table(ladder, n) for n in ladder.plan.players],
        winning=ladder and tables_players.winning_table(ladder),
        shares=luck and [tables_players.luck_table(luck, kinds) for kinds in luck.kinds],
        lead=luck and figures_players.lead_words(luck),
        commands=[run.command for run in results.runs],
        command=command,
    )


@cache
def _environment() -> jinja2.Environment:
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("reports", "templates"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["svg_uri"] = lambda text: _uri("image/svg+xml", text.encode())
    environment.filters["csv_uri"] = lambda frame: _uri(
        "text/csv", frame.to_csv(index=False, float_format="%.6g", lineterminator="\n").encode()
    )
    return environment


def _uri(kind: str, data: bytes) -> str:
    return f"data:{kind};base64,{base64.b64encode(data).decode('ascii')}"
