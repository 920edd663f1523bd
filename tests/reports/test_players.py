"""The section about players: its figures, tables and sentences show the frames they were given."""

from __future__ import annotations

import io
import re
import shutil
from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest
from rich.console import Console

from analysis.studies import kept
from analysis.studies.curve import BudgetCurve, CurveStudy
from analysis.studies.ladder import Ladder, LadderStudy
from analysis.studies.luck import LuckStudy
from analysis.studies.questions import CurveSettings, LadderSettings, LuckSettings
from analysis.studies.study import leave
from model import load_ruleset
from reports import results
from reports.figures import players as figures_players
from reports.figures import style
from reports.pipeline import MoreStudies, ReportPlan
from reports.site import build
from reports.site.pages import players as players_page
from reports.tables import players as tables_players

RULES = load_ruleset("revised-2021")
INTERVAL = re.compile(r"\([−+]?[\d.,]+ to [−+]?[\d.,]+\)")


def ladder_of(gaps: tuple[float, ...], recorded: bool = True) -> Ladder:
    """A ladder of 2 and 3 players with planted numbers: each rung `gaps` below the one above."""
    rungs = ("random", "greedy", "politician")
    ratings, alone = [], []
    for n in (2, 3):
        rating = 0.0
        for place, rung in enumerate(("greedy", "politician", "random")):
            gap = gaps[place] if place < 2 else float("nan")
            ratings.append({
                "players": n, "rung": rung, "deals": 50, "estimate": rating, "low": rating - 11,
                "high": rating + 12, "gap": gap, "gap_low": gap - 7, "gap_high": gap + 8,
                "steps": 12.0 - 4 * place, "steps_low": 11.4 - 4 * place,
                "steps_high": 12.7 - 4 * place,
                "games": 1234, "seats": 1234, "win": 0.5 - place / 10, "win_low": 0.25,
                "win_high": 0.75, "vp": 90.0 - place, "vp_low": 88.0 - place,
                "vp_high": 92.0 - place, "decisions": 100.0 + n,
            })  # fmt: skip
            rating -= gap
    for rules in ("original-2015", "revised-2021"):
        for n in (2, 3):
            for place, rung in enumerate(rungs):
                winner = 100.0 + 10 * n + place
                alone.append({"rules": rules, "players": n, "rung": rung, "games": 60,
                              "winner": winner, "winner_low": winner - 2.5,
                              "winner_high": winner + 2.5})  # fmt: skip
    pairs = pd.DataFrame({"share": [0.6, 0.9], "rated": [0.57, 0.91]})
    settings = LadderSettings("revised-2021", rungs, (2, 3), 50, 20)
    return Ladder(
        settings, "revised-2021", pd.DataFrame(ratings), pairs, pd.DataFrame(alone), pd.DataFrame(),
        recorded,
    )  # fmt: skip


PACE = pd.DataFrame([
    {"rung": rung, "players": n, "games": 9, "game_ms": game_ms, "decision_ms": 0.0123}
    for n in (2, 3)
    for rung, game_ms in (("random", 0.25), ("greedy", 12.3), ("politician", 456.0))
])  # fmt: skip


def test_the_title_names_the_best_and_its_lead_with_interval():
    title = figures_players.ladder_title(ladder_of((33.0, 900.0)))
    assert title == (
        "With 2 players greedy is rated highest. With 3 players greedy is rated highest."
        " greedy above politician with 2 players: +33 points (+25 to +42 jointly);"
        " greedy above politician with 3 players: +33 points (+25 to +42 jointly)"
    )


def test_the_title_does_not_name_a_best_that_cannot_be_told_apart():
    title = figures_players.ladder_title(ladder_of((5.0, 900.0)))
    assert title.startswith(
        "With 2 players greedy and politician are rated highest, and no difference between them is"
        " shown."
    )
    assert "greedy above politician with 2 players: +5 points (−3 to +14 jointly)" in title


@pytest.mark.parametrize(("gap", "strongest"), [(7.5, False), (8.5, True)])
def test_the_strongest_is_named_only_if_all_tables_together_show_it(gap: float, strongest: bool):
    """A gap with an interval of its own from above 0, found at one of two tables."""
    one = ladder_of((gap, 900.0))
    assert one.ratings["gap_low"].iloc[0] > 0
    title, claims = figures_players.ladder_headline(one)
    assert title.startswith("Shown to be strongest: greedy") is strongest
    assert all(claim.shown for claim in claims)
    assert ("is rated highest" in figures_players.strongest(one)) is strongest
    alone = replace(one, settings=replace(one.settings, players=(2,)))
    assert figures_players.ladder_headline(alone)[0].startswith("Shown to be strongest: greedy")
    assert "jointly" not in figures_players.gaps(alone)[0]


def test_the_caption_tells_games_anchor_and_misfit():
    caption = figures_players.ladder_caption(ladder_of((33.0, 900.0)))
    assert "greedy is 0" in caption
    assert "50 equal deals per table" in caption
    assert "as rated: 3.0 percentage points" in caption


@pytest.mark.parametrize(("gap", "beyond"), [(900.0, True), (300.0, False)])
def test_a_rung_far_below_is_given_in_numbers(gap: float, beyond: bool):
    with style.styled():
        figure = figures_players.ladder_figure(ladder_of((33.0, gap)))
    texts = [text.get_text() for ax in figure.canvas.axes for text in ax.texts]
    assert len(texts) == (2 if beyond else 0)
    assert all("(" in text for text in texts)  # it still has its interval
    assert ("far below the others, written as numbers" in figure.caption) == beyond


def test_rungs_far_below_are_left_of_the_scale_also_where_one_of_them_is_the_anchor():
    one = ladder_of((33.0, 900.0))
    lower = one.ratings["rung"] == "random"
    ratings = one.ratings.assign(**{name: one.ratings[name] + 933 for name in ("low", "high")},
                                 estimate=one.ratings["estimate"] + 933)  # fmt: skip
    ratings.loc[lower, ["estimate", "low", "high"]] = 0.0
    anchored = replace(one, ratings=ratings)
    anchored = replace(anchored, settings=replace(one.settings, rungs=("random", "politician")))
    assert anchored.anchor == "random"
    with style.styled():
        figure = figures_players.ladder_figure(anchored)
    for ax in figure.canvas.axes:
        assert ax.get_xlim()[0] > 500
        assert [text.get_text() for text in ax.texts] == [f"{figures_players.ARROW} 0"]
    assert "written as numbers left of the scale." in figure.caption


def test_a_rung_whose_interval_reaches_the_scale_is_drawn_on_it():
    one = ladder_of((33.0, 900.0))
    ratings = one.ratings.copy()
    ratings.loc[ratings["rung"] == "random", "high"] = -30.0
    with style.styled():
        figure = figures_players.ladder_figure(replace(one, ratings=ratings))
    assert not [text for ax in figure.canvas.axes for text in ax.texts]


def test_tables_show_rating_share_and_winning_scores():
    ladder = ladder_of((33.0, 900.0))
    table = tables_players.ladder_table(ladder, 3)
    first = dict(zip(table.head, table.rows[1], strict=True))
    assert first["Player"] == "politician"
    assert first["Rating, points"] == "−33 (−44 to −21)"
    assert first["Share of wins, %"] == "40.0 (25.0 to 75.0)"
    assert first["Mean VP"] == "89.0 (87.0 to 91.0)"
    assert first["Decisions per game"] == "103"
    assert "equal share of wins is 33.3%" in table.caption
    depth = "from random to greedy there are 12.0 (11.4 to 12.7) steps of strength"
    assert depth in table.caption
    winning = tables_players.winning_table(ladder)
    assert winning.head[1] == "2015, 2 players"
    assert winning.rows[1][1] == "121.0 (118.5 to 123.5)"
    assert "60 games each" in winning.caption


def test_measured_time_is_labelled_as_such():
    ladder = replace(ladder_of((33.0, 900.0)), pace=PACE)
    table = tables_players.ladder_table(ladder, 2)
    assert table.head[-2:] == ["ms per game", "ms per decision"]
    assert [row[-2] for row in table.rows] == ["12", "456", "0.25"]
    assert "time of self-play on one core" in table.caption


def test_strength_and_time_have_a_panel_each_and_the_slowest_comes_first():
    ladder = replace(ladder_of((33.0, 900.0)), pace=PACE)
    with style.styled():
        figure = figures_players.pace_figure(ladder)
    strength, time = figure.canvas.axes
    rows = [one.get_text() for one in strength.get_yticklabels()]
    assert rows == ["politician", "greedy", "random"]
    assert time.get_ylim() == strength.get_ylim()  # the same rows, which are named once
    assert "points" in strength.get_xlabel()
    assert all(one.get_text().endswith((" ms", " s")) for one in time.get_xticklabels())
    assert list(figure.claims) == []  # the slowest is rated below the anchor
    assert figure.title == "No slower player is shown to be stronger than greedy"


def curve_of() -> BudgetCurve:
    """A curve of two budgets with planted numbers."""
    points = pd.DataFrame({"playouts": [25, 50], "rung": ["search:25", "search:50"], "games": 60})
    for name, values in (("win", (0.6, 0.7)), ("vp", (110.0, 120.0)), ("winner", (115.0, 125.0))):
        points[name] = values
        points[f"{name}_low"], points[f"{name}_high"] = points[name] * 0.9, points[name] * 1.1
    slopes = pd.DataFrame({"players": [2], "estimate": [0.1], "low": [0.02], "high": [0.18]})
    settings = CurveSettings("revised-2021", "search", (25, 50), "greedy", (2,), 30, 1)
    return BudgetCurve(settings, points.assign(players=2), slopes)


def test_a_curve_says_what_its_largest_budget_wins_and_what_doubling_adds():
    assert figures_players.budget_title(curve_of()) == (
        "With 2 players search:50 wins 70.0% (63.0 to 77.0) against"
        " greedy; each doubling adds +10.0 percentage points (+2.0 to +18.0)"
    )
    table = tables_players.budget_table(curve_of())
    assert table.rows[1][:3] == ["50, 2 players", "60", "70.0 (63.0 to 77.0)"]


def test_the_page_shows_the_curve_with_its_command(computed: results.Results):
    page = players_page.build(replace(computed, answers={CurveStudy: curve_of()}))
    (finding,) = [one for one in page.findings if one.about == "Does looking further ahead help?"]
    assert finding.text == (
        "A larger budget wins more. Search:25 wins 60% of games against greedy, and search:50 70%."
    )
    assert finding.grounds is not None
    (command,) = finding.grounds.commands
    assert command == (
        "gah players curve --rules revised-2021 --policy search --playouts 25,50 --against greedy"
        " --players 2 --deals 30 --seed 1"
    )
    missing = players_page.build(computed).findings
    assert any("gah players curve" in one.text and "Not recorded" in one.text for one in missing)


def test_the_curve_last_completed_is_remembered(tmp_path: Path):
    assert CurveStudy.noted(RULES.label, tmp_path) is None
    study = CurveStudy(curve_of().settings, tmp_path)
    note = study.note()
    assert note is not None
    leave(tmp_path, study.name, *note)
    assert CurveStudy.noted(RULES.label, tmp_path) == study


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> MoreStudies:
    """A small ladder and a small crossed design, played."""
    root = tmp_path_factory.mktemp("players")
    settings = LadderSettings("revised-2021", ("random", "greedy"), (2,), 12, 20)
    crossed = LuckSettings("revised-2021", ("greedy,random",), (2, 3), 6, 2, 1)
    one = MoreStudies({LadderStudy: LadderStudy(settings, root / "ladder", small=True),
                LuckStudy: LuckStudy(crossed, root / "luck")})  # fmt: skip
    one.play(1, Console(file=io.StringIO()))
    return one


def shown(computed: results.Results, games: MoreStudies, told: io.StringIO) -> results.Results:
    return replace(computed, answers=games.answers(1, Console(file=told), lambda text: None))


@pytest.fixture(scope="module")
def with_players(computed: results.Results, games: MoreStudies) -> results.Results:
    return shown(computed, games, io.StringIO())


def test_the_page_has_figures_and_tables(with_players: results.Results, few: None):
    with style.styled():
        page = players_page.build(with_players)
    text = build.render(build.Place(page, (), None, None), [page])
    assert '<figure id="ladder"' in text
    assert '<figure id="luck"' in text
    assert "This is a short ladder" in text
    assert (
        "gah players ladder --rules revised-2021 --policy random --policy greedy --players 2"
        " --deals 12" in text
    )
    assert "Mean VP of the winner" in text
    assert not re.search(r"\bms per (game|decision)", text)  # time differs between runs


def test_findings_speak_of_players_with_intervals(with_players: results.Results):
    ladder, depth, _, luck = players_page.findings(with_players)
    assert ladder.text == "With 2 players greedy is rated highest."
    assert re.search(r"^Steps .* strongest: [\d.]+ with 2 players\.$", depth.text)
    assert re.search(
        r"From random to \w+ there are [\d.]+ \([\d.]+ to [\d.]+\) steps", depth.numbers[0]
    )
    assert re.search(r"Between them, greedy wins \d+% of games\.$", luck.text)
    for one in (ladder, depth, luck):
        assert any(map(INTERVAL.search, one.numbers))


def test_bars_of_a_figure_are_the_shares(with_players: results.Results):
    luck = with_players.of(LuckStudy)
    assert luck is not None
    with style.styled():
        figure = figures_players.luck_figure(luck)
    first = figure.canvas.axes[0].patches[:4]
    rows = luck.rows(players=2, outcome="vp", kind="group")
    expected = [max(share, 0) for share in rows["estimate"]]
    assert [patch.get_width() for patch in first] == pytest.approx(expected)


def test_the_ladder_last_completed_is_the_one_that_is_shown(tmp_path: Path):
    small = LadderStudy.of_report(ReportPlan.usual().for_report(), tmp_path)
    assert small.small
    assert small.note() is None
    settings = LadderSettings("revised-2021", ("random", "politician"), (2, 4), 70, 9, 3)
    study = LadderStudy(settings, tmp_path)
    note = study.note()
    assert note is not None
    leave(tmp_path, study.name, *note)
    assert LadderStudy.noted("revised-2021", tmp_path) == study
    assert LadderStudy.noted("original-2015", tmp_path) is None


def test_a_ladder_that_is_kept_is_given_again_as_it_was(games: MoreStudies, tmp_path: Path):
    played = games.played[LadderStudy]
    assert isinstance(played, LadderStudy)
    study = replace(played, small=False)
    found = replace(study.frames(1), pace=PACE)
    kept.keep(tmp_path, study, found)
    again = kept.kept(tmp_path, LadderStudy, "revised-2021")
    assert again.settings == found.settings
    assert again.recorded
    for name in ("ratings", "pairings", "alone", "fits", "pace"):
        pd.testing.assert_frame_equal(
            getattr(again, name), getattr(found, name), check_dtype=False, rtol=1e-4
        )


def test_luck_that_is_kept_is_given_again_as_it_was(games: MoreStudies, tmp_path: Path):
    played = games.played[LuckStudy]
    assert isinstance(played, LuckStudy)
    found = played.frames(1)
    kept.keep(tmp_path, played, found)
    again = kept.kept(tmp_path, LuckStudy, "revised-2021")
    assert again.settings == found.settings
    for name in ("shares", "leads"):
        pd.testing.assert_frame_equal(
            getattr(again, name), getattr(found, name), check_dtype=False, rtol=1e-4, atol=1e-6
        )
    assert LuckStudy.of_report(ReportPlan.usual().for_report(), tmp_path).note() is None


def test_a_ladder_that_was_stopped_is_left_out_and_the_reader_told(
    computed: results.Results, games: MoreStudies, tmp_path: Path
):
    ladder = games.played[LadderStudy]
    stopped = tmp_path / "ladder"
    shutil.copytree(Path(str(ladder.data)), stopped)
    next(stopped.rglob("shard-*.parquet")).unlink()
    told = io.StringIO()
    half = MoreStudies({**games.played, LadderStudy: replace(ladder, data=stopped)})
    found = shown(computed, half, told)
    assert found.of(LadderStudy) is None
    assert found.of(LuckStudy) is not None
    assert told.getvalue().startswith("without the ladder, which `gah players ladder` completes: ")
