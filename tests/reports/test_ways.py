"""The page of ways to win: from a tiny record, with and without the parts that insist; and its
command as a user types it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pandas as pd
import pytest
from rich.console import Console

from analysis.players import insisting
from analysis.studies.frames import columns_of
from analysis.studies.kept import keep, kept
from analysis.studies.questions import WaysSettings
from analysis.studies.ways.study import Ways, WaysStudy
from analysis.studies.ways.tastes import WAYS, way
from reports import cli
from reports.figures import style
from reports.figures import ways as figures_ways
from reports.figures.figure import Figure
from reports.site.blocks import Drawing, blocks_of
from reports.site.build import write_site
from reports.site.pages import strong, ways
from reports.tables import insisting as insisting_tables
from reports.tables import ways as tables
from tests.reports.legible import faults

ASKED = WaysSettings(players=(2,), policies=("greedy",), games=400, parts=("winners", "openings"))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("ways")


@pytest.fixture(scope="module")
def found(folder: Path) -> Ways:
    return WaysStudy(ASKED, folder).answer(1, Console(quiet=True))


def results_of(found: Ways | None, early: bool = False) -> Any:
    return SimpleNamespace(of=lambda study: found, early=early, habits=pd.DataFrame())


def framed(name: str, rows: list[dict[str, Any]]) -> pd.DataFrame:
    """Rows of a frame of the study, what is not given of them 0."""
    usual = dict.fromkeys(columns_of(Ways, name).names, 0) | {"players": 2, "policy": "planner"}
    made = [usual | row for row in rows]
    return pd.DataFrame(made)


def insisting_too(found: Ways, viable: int) -> Ways:
    """An answer with made up frames of the other parts: the first ways are viable, the last is
    undecided, the others are not viable and lose the more the later they stand."""
    rng = np.random.default_rng(1)
    curves = [
        {"taste": one.id, "words": one.words, "strength": s, "name": one.name("planner", s),
         "wins": -0.02 * at, "wins_low": -0.02 * at - 0.02, "wins_high": -0.02 * at + 0.02,
         "more": 0.4 * at, "more_high": 0.4 * at + 0.1, "deals": 300}
        for one in WAYS for at, s in enumerate(one.strengths)
    ]  # fmt: skip
    verdicts = [insisting.VIABLE if at < viable else insisting.NOT for at in range(len(WAYS))]
    verdicts[-1] = insisting.OPEN
    insist = [
        {"taste": one.id, "name": one.name("planner", 1.0), "wins": -0.01 * at,
         "viable": 0.98, "not_viable": 0.98, "verdict": verdicts[at]}
        for at, one in enumerate(WAYS)
    ]  # fmt: skip
    cells = [
        {"map": 0, "x_axis": "politics, % of VP", "y_axis": "staff, % of VP", "x_low": 4 * x,
         "x_high": 4 * x + 4, "y_low": 3 * y, "y_high": 3 * y + 3, "wins": rng.normal(-0.1, 0.1)}
        for x in range(4) for y in range(4)
    ]  # fmt: skip
    who = ["planner", *(one.name("planner", one.strengths[1]) for one in WAYS)]
    meets = [{"name": a, "against": b, "wins": rng.normal(0, 0.1), "deals": 300}
             for a in who for b in who if a != b]  # fmt: skip
    crowds = [
        {"words": one.words, "taste": one.id, "followers": n, "wins": -0.1 * n * (one is WAYS[0]),
         "wins_se": 0.01, "players": 3}
        for one in WAYS[:2] for n in range(2)
    ]  # fmt: skip
    prices = [{"taste": one.id, "rules": "original-2015", "se": 0.01, "verdict": insisting.VIABLE}
              for one in WAYS]  # fmt: skip
    other = [{"rules": "original-2015", "wider": 0.99, "deals": 300}]
    return replace(
        found, elsewhere=framed("elsewhere", prices), widened=framed("widened", other),
        crowding=framed("crowding", crowds),
        agreement=framed("agreement", [{"jury": "expert", "rho": 0.9, "rho_low": 0.7, "rho_high": 1,
                                        "ways": 11}]),
        curves=framed("curves", curves), insist=framed("insist", insist),
        cells=framed("cells", cells), meets=framed("meets", meets),
        plateau=framed("plateau", [{"map": 0, "cells": 16, "viable": 5, "verdict": "wide"}]),
        equilibrium=framed("equilibrium", [
            {"name": one, "label": label, "survives": 0.7}
            for one, label in zip(who, ["planner", *(way.words for way in WAYS)], strict=True)
        ]),
    )  # fmt: skip


def test_there_is_no_page_where_nothing_was_recorded():
    page = strong.build(results_of(None))
    assert not page.children
    assert "Ways to win" not in str(page.sections)


@pytest.mark.parametrize("viable", [None, 5])
def test_the_page_is_written_and_its_figures_can_be_read(
    found: Ways, viable: int | None, tmp_path: Path
):
    some = found if viable is None else insisting_too(found, viable)
    with style.styled():
        (page,) = strong.build(results_of(some)).children
        figures = [one for one in blocks_of(page) if isinstance(one, Figure)]
        assert len(figures) == (1 if viable is None else 4)
        assert [fault for one in figures for fault in faults(one)] == []
        write_site([page], tmp_path)
    text = (tmp_path / "ways.html").read_text("utf-8")
    assert "Is there more than one way to win?" in text
    hotels = [one for one in blocks_of(page) if isinstance(one, Drawing)]
    assert len(hotels) == len(found.typical) > 0
    assert ">nan" not in text


def test_the_sentence_counts_what_is_viable_and_what_costs_too_much(found: Ways):
    """It once named the way with the lowest estimate as the one that pays least, untested."""
    said = ways.sentence(insisting_too(found, 5))
    assert said.startswith(f"Five of {tables.few(len(WAYS))} ways to win are viable")
    assert f"{tables.few(len(WAYS) - 6)} cost too much" in said
    few = ways.sentence(insisting_too(found, len(WAYS) - 2))
    assert f"{WAYS[-2].words} costs too much" in few
    assert "one cannot be judged yet" in said


def test_only_losses_that_are_shown_are_said_of_crowds(found: Ways):
    (said,) = insisting_tables.crowding_words(insisting_too(found, 5))
    assert f"{WAYS[0].words} wins less" in said
    assert f"for {WAYS[1].words} no such loss is shown" in said


def test_other_rules_and_juries_are_compared(found: Ways):
    some = insisting_too(found, 5)
    (wider,) = insisting_tables.widened_words(some)
    assert "more viable ways" in wider
    (alike,) = insisting_tables.agreement_words(some)
    assert "in a similar order: rank correlation 0.90 (0.70 to 1.00)" in alike
    open_ = replace(
        some, widened=some.widened.assign(wider=0.6),
        agreement=some.agreement.assign(rho_low=-0.1),
    )  # fmt: skip
    assert "no difference in their number is shown" in insisting_tables.widened_words(open_)[0]
    assert "not shown to agree" in insisting_tables.agreement_words(open_)[0]
    many = replace(open_, widened=pd.concat([open_.widened] * 4, ignore_index=True))
    assert "for any of 4 other rulesets" in insisting_tables.widened_words(many)[0]


def test_without_insisting_the_sentence_is_of_the_ways_played(found: Ways):
    better = found.ways.assign(verdict=["pays more"] + ["undecided"] * (len(found.ways) - 1))
    said = ways.sentence(replace(found, ways=better))
    assert f"{better['name'].iloc[0]} pays most" in said
    assert "pays least" not in said


def test_an_answer_that_was_saved_is_read_back(found: Ways, folder: Path, tmp_path: Path):
    keep(tmp_path, WaysStudy(ASKED, folder), insisting_too(found, 3))
    again = kept(tmp_path, WaysStudy, ASKED.rules)
    assert again is not None
    assert ways.sentence(again) == ways.sentence(insisting_too(found, 3))
    pd.testing.assert_frame_equal(again.openings, found.openings, rtol=1e-5, check_dtype=False)


def test_the_command_prints_what_it_found_and_continues(
    found: Ways, folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    words = ASKED.command.split()[1:]
    assert cli.run([*words, "--data", str(folder), "--out", str(tmp_path), "--workers", "1"]) == 0
    told = capsys.readouterr().out
    assert "all of them recorded already" in told
    assert "Ways of play" in told
    assert {one.stem for one in tmp_path.glob("*.csv")} == {
        "axes", "ways", "traits", "stability", "typical", "openings",
    }  # fmt: skip


def test_a_way_of_which_nobody_gets_more_is_neither_advised_against_nor_said_to_cost_too_much(
    found: Ways,
):
    some = insisting_too(found, len(WAYS) - 2)
    last = some.insist.sort_values("wins")["taste"].iloc[1]  # the first is undecided
    low = some.curves.assign(
        more_high=some.curves["more_high"].where(some.curves["taste"] != last, 0.2)
    )
    beyond = replace(some, curves=low)
    words = way(str(last)).words
    against = [one for one in ways.insisted_words(some) if "do not insist on" in one]
    assert words in against[0]
    assert f"{words} costs too much" in ways.sentence(some)
    said = ways.insisted_words(beyond)
    assert not any(words in one for one in said if "do not insist on" in one)
    assert any(words in one for one in said if "nobody gets substantially more" in one)
    assert "too much" not in ways.sentence(beyond)
    assert "one cannot be insisted on" in ways.sentence(beyond)


def test_a_way_that_costs_too_much_shows_what_it_costs_at_a_strength_that_gets_more(found: Ways):
    """It once showed a gain of wins next to "costs too much": of a strength that gets nothing."""
    some = insisting_too(found, 5)
    shown = some.insist.assign(wins=0.02)
    table = insisting_tables.costs_table(replace(some, insist=shown))
    (row,) = [row for row in table.rows if row[0] == WAYS[-2].words]
    assert row[1].verdict == insisting_tables.TOO_MUCH
    assert row[1].numbers[0] == pytest.approx(-4.0)  # the first of the strengths with 0.5 or more


def test_several_ways_are_not_read_as_one(found: Ways):
    (said, *_) = [one for one in ways.insisted_words(insisting_too(found, 2)) if "at most" in one]
    assert f"{WAYS[0].words} or {WAYS[1].words}" in said


def test_a_way_that_another_jury_finds_too_dear_is_not_recommended_alone(found: Ways):
    some = insisting_too(found, 5)
    first = WAYS[0].id
    experts = some.insist.assign(
        policy="expert",
        verdict=some.insist["verdict"].where(some.insist["taste"] != first, insisting.NOT),
    )
    both = replace(
        some, insist=pd.concat([some.insist, experts]),
        curves=pd.concat([some.curves, some.curves.assign(policy="expert")]),
    )  # fmt: skip
    warning = f"With 2 experts, insisting on {WAYS[0].words} costs too much."
    assert warning in ways.insisted_words(both)
    assert not any("2 experts" in one for one in ways.insisted_words(some))


def test_the_page_says_which_source_decides_the_game_or_that_none_does(found: Ways):
    none = found.axes.assign(within=0.1, within_low=0.09, within_high=0.11)
    assert (
        "no single source of VP decides"
        in tables.decisive(replace(found, axes=none), *found.tables[0])[0]
    )
    staff = none["axis"] == "staff"
    one = none.assign(**{name: none[name] + 0.2 * staff for name in none if "within" in name})
    said = tables.decisive(replace(found, axes=one), *found.tables[0])[0]
    assert "staff decides the game: +30.0 (+29.0 to +31.0) points of wins" in said


def test_players_that_meet_are_named_by_their_ways(found: Ways):
    """Their rows once read "passes -1.5", which only the command knows."""
    with style.styled():
        drawn = figures_ways.meets_figure(insisting_too(found, 5))
    rows = [text.get_text() for text in drawn.canvas.axes[0].get_yticklabels()]
    assert rows[:2] == ["1: plain planner", f"2: {WAYS[0].words}"]
    assert not any("=" in row or "-" in row for row in rows)


def test_openings_in_short_name_each_kind_at_each_table_once_with_its_mistakes(found: Ways):
    """With a second table at which one first die loses games."""
    four = found.openings.assign(players=4)
    dice = four[(four["kind"] == "face") & four["mean"].notna()].index
    four.loc[dice, "verdict"] = "undecided"
    four.loc[dice[1], "verdict"] = "a mistake"
    both = replace(found, openings=pd.concat([found.openings, four], ignore_index=True))
    table = tables.openings_in_short(both)
    rows = [tuple(row[:2]) for row in table.rows]
    assert len(rows) == len(set(rows)) == len(tables.opening_words(both))
    (row,) = [row for row in table.rows if tuple(row[:2]) == ("First die", "4")]
    assert row[-1] == four.loc[dice[1], "name"]
    assert row[-2] == "none shown"
