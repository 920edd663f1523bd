"""The game as a whole: its course from round to round, the spread of scores, its length."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import pandas as pd

from analysis import Config
from analysis.base.metrics import TOTALS
from reports import names
from reports.figures import games as figures_games
from reports.figures import quality as figures_quality
from reports.figures import rooms as figures_rooms
from reports.figures.figure import for_pages
from reports.grounds import games_of
from reports.results import Results, rows_of
from reports.site import parts
from reports.site.blocks import Block, Finding, More, Note, Page, Prose, Section, Terms
from reports.site.others import by_others
from reports.site.pages import seats
from reports.tables import quality as tables_quality
from reports.tables.table import Table
from reports.text import PERCENT, PLAIN, VP, Unit, cell, listing, number, plain, signed

KEY = "game"
OPTIONS = Unit(1, 1, "options")


def build(results: Results) -> Page:
    return Page(
        key=KEY,
        title="The game",
        short="The game",
        lead=(
            "How early a game is decided, whether leaders run away, how much there is to decide,"
            " and how scores spread and where they come from."
        ),
        findings=findings(results),
        sections=[
            Section("course", "From round to round", _course(results)),
            seats.section(results),
            Section("decisions", "Measures of quality", _quality(results)),
            Section("spread", "Scores", [for_pages(partial(figures_games.scores_figure, results))]),
            Section(parts.KEY, "What each part of the game is worth", parts.blocks(results)),
            Section("sources", "Where points come from",
                    [for_pages(partial(figures_games.by_source_figure, results))]),
            *_rooms(results),
            Section("length", "Length and what happens", [
                _length(results, results.jury), *by_others(results, _length)
            ]),
        ],
    )  # fmt: skip


def _rooms(results: Results) -> list[Section]:
    """The hotels at the end; none on the first pages or with data of other rules."""
    if results.rooms.empty:
        return []
    figure = for_pages(partial(figures_rooms.rooms_figure, results))
    return [Section("built", "What gets built", [figure])]


def findings(results: Results) -> list[Finding]:
    """The course of a game, sources of points, and the level of scores."""
    configs = [Config(results.rules, results.players[0], policy) for policy in results.policies]
    return [
        *_played(results),
        *seats.findings(results),
        *parts.finding(results, KEY),
        Finding("Where do victory points come from?",
                f"{figures_games.by_source_title(results)[0]}.",
                results.grounds(configs[:1]), KEY, "sources",
                numbers=figures_games.by_source_numbers(results)),
        _scores(results),
    ]  # fmt: skip


SOURCES = (
    ("Browne (2008)", "Automatic Generation and Evaluation of Recombination Games, PhD thesis,"
     " Queensland University of Technology: lead change, drama, uncertainty, killer moves."),
    ("Browne & Maire (2010)", "Evolutionary Game Design, IEEE Transactions on Computational"
     " Intelligence and AI in Games 2(1): the same measures, selected by the games people like."),
    ("Althöfer (2003)", "Computer-Aided Game Inventing, FSU Jena: games judged by how programs"
     " play them."),
)  # fmt: skip


def _course(results: Results) -> list[Block]:
    care = Note(
        "What a score during the game means",
        "VP on the track at the end of a round. Krones, goods, guests in the café, rooms not yet"
        " occupied and the whole final scoring are not included, so a seat may be better off than"
        " its marker shows. The leader on the track is not always the player who is ahead.",
    )
    makers = (figures_quality.decided_figure, figures_quality.chances_figure,
              figures_quality.runaway_figure)  # fmt: skip
    return [care, *(for_pages(partial(maker, results)) for maker in makers)]


def _quality(results: Results) -> list[Block]:
    adapted = Prose(
        "The measures come from research on games invented by programs, in which a program"
        " evaluates every position of a two-player game. Here the evaluation is the score track,"
        " the step is a round, behind means behind the best of all other seats, and seats that"
        " share a win count as one winner. The measures do not show whether a game is fun, but"
        " whether it stays open until late, and whether a turn is worth having."
    )
    return [
        adapted,
        tables_quality.levels_table(results, results.jury),
        tables_quality.changes_table(results, results.jury),
        *by_others(results, tables_quality.levels_table, tables_quality.changes_table),
        More("What each measure is", [Terms(tables_quality.definitions())]),
        More("Where they come from", [Terms(SOURCES)]),
    ]


def _played(results: Results) -> list[Finding]:
    """How early a game is decided, runaway leaders, dead turns, and the effects of the editions."""
    configs = results.jury
    grounds = results.grounds(configs)
    return [
        Finding("How early is a game decided?",
                f"{figures_quality.decided_headline(results)[0]}."
                f" {_shares(results, configs, 'turned_at_end', 'The final scoring turns')}",
                grounds, KEY, "decided", "Round by round",
                numbers=[*figures_quality.decided_numbers(results),
                         *_levels(results, configs, "turned_at_end",
                                  "of games have a winner who was behind before it")]),
        Finding("Do leaders run away?",
                f"{figures_quality.runaway_headline(results)[0]}. Measured on the score track,"
                " including the final scoring at the end.",
                results.grounds(results.columns), KEY, "runaway",
                numbers=figures_quality.runaway_numbers(results, results.policies)),
        Finding("Is there a decision in every turn?",
                _shares(results, configs, "dead_share", "Turns that bring nothing:"),
                grounds, KEY, "decisions",
                numbers=[*_levels(results, configs, "dead_share", "of turns bring nothing"),
                         *_levels(results, configs, "options_choice", "per choice", OPTIONS)]),
        Finding("Did the new rules make the game more open?", _change(results, configs),
                results.grounds(results.compared), KEY, "decisions",
                numbers=[f"{names.players(config.policy, config.players).capitalize()}: {one}"
                         for config in configs
                         for one in tables_quality.changed_numbers(results, config)]),
    ]  # fmt: skip


def _shares(results: Results, configs: list[Config], id: str, about: str) -> str:
    """A share at each of the first two tables, in words."""
    parts = [
        f"{number(_level(results, config, id)['estimate'] * 100, 1)}% with {config.players} players"
        for config in configs[:2]
    ]
    return f"{about} {listing(parts)}."


def _levels(
    results: Results, configs: list[Config], id: str, about: str, unit: Unit = PERCENT
) -> list[str]:
    """A level with its interval, at each table."""
    return [
        f"{names.players(config.policy, config.players).capitalize()}:"
        f" {plain(_level(results, config, id), unit)} {about}"
        for config in configs
    ]


def _change(results: Results, configs: list[Config]) -> str:
    said = names.by_table(
        [(config.players, names.players(config.policy)) for config in configs],
        [tables_quality.changed(results, config) for config in configs],
    )
    return f"{said} Paired by deal; a change that is shown may be within its margin."


def _scores(results: Results) -> Finding:
    """The mean score of the strongest players under both editions, as in the table of lengths."""
    means = [rows_of(results.measures, config, measure="vp").iloc[0] for config in results.jury]
    before, after = map(results.facts.short, results.editions)
    first = results.jury[0]
    return Finding(
        "How high are scores?",
        f"{names.players(first.policy, first.players).capitalize()} score"
        f" {number(means[0]['mean_b'], 0)} VP on average.",
        results.judged_grounds(results.compared), KEY, "length",
        numbers=[f"{names.players(config.policy, config.players).capitalize()}:"
                 f" {number(mean['mean_b'], 1)} VP in {after}, {number(mean['mean_a'], 1)} VP in"
                 f" {before}; on equal deals {signed(mean, VP)}"
                 for config, mean in zip(results.jury, means, strict=True)],
    )  # fmt: skip


def _level(results: Results, config: Config, id: str) -> pd.Series:
    return rows_of(results.quality.levels, config, metric=id).iloc[0]


def _length(results: Results, configs: Sequence[Config]) -> Table:
    """Means of whole-game measures under both editions; the paired change has the interval."""
    rows = []
    for measure in TOTALS:
        cells = []
        for config in configs:
            found = rows_of(results.measures, config, measure=measure.name)
            if found.empty:
                cells.append("–")
                continue
            row = found.iloc[0]
            was, now = (number(row[mean], 1) for mean in ("mean_a", "mean_b"))
            cells.append(f"{was} \N{RIGHTWARDS ARROW} {now}, {cell(row, PLAIN)}")
        rows.append((measure.label, *cells))
    before, after = map(names.ruleset, results.editions)
    return Table(
        f"Mean under {before} \N{RIGHTWARDS ARROW} mean under {after}, and its change on the"
        f" same deals (95% interval). {games_of(configs, results.judged_games)}",
        ("", *names.heads(configs)), rows, key=results.saved("measures", configs),
        frame=results.measures,
    )  # fmt: skip
