"""In which order a report is made, and what is said of it before."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console

from model import load_ruleset
from reports import pipeline, schedule
from reports.pipeline import MoreStudies, ReportPlan
from reports.site.build import HOME
from simulate.base.roster import POLICIES
from simulate.batch import Run
from simulate.batch.cost import in_time

PLAN = replace(
    ReportPlan.usual(), games=(("greedy", 800),), players=(2,), games_modules=50, variants=0
)


@pytest.fixture
def done(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What a report does, noted and not done."""
    found: list[str] = []

    def record(runs, data, console):
        found.append("play " + " ".join(one.ruleset.label for one in runs))

    def written(plan, data, out, more, longer, workers, console, keep=None, early=False):
        found.append("write " + ("all" if plan.modules else "both editions"))
        return out / HOME

    monkeypatch.setattr(pipeline, "record", record)
    monkeypatch.setattr(pipeline, "_written", written)
    monkeypatch.setattr(MoreStudies, "play", lambda *_: found.append("play more"))
    return found


def made(out: Path) -> str:
    text = io.StringIO()
    pipeline.run_report(out, out / "data", PLAN, console=Console(file=text, width=200))
    return text.getvalue()


SEARCHES = ("search", "expert")
EDITIONS = "play original-2015 revised-2021"
REST = [f"{EDITIONS} revised-2021+lets-waltz", "play more", "write all"]


def test_the_first_pages_come_before_most_is_played(done: list[str], tmp_path: Path):
    said = made(tmp_path)
    assert done == [EDITIONS, "write both editions", *REST]
    assert said.index("first pages: 400 games") < said.index("all pages: 1,250 more games")
    assert said.index("all pages") < said.index(f"first pages: {tmp_path / HOME}")


def test_the_first_pages_show_what_other_runs_have_saved(
    done: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """What is known already is not called unknown for some minutes."""
    shown: list[tuple[set[object], bool]] = []

    def written(plan, data, out, more, longer, workers, console, keep=None, early=False):
        shown.append((set(more.kept), early))
        return out / HOME

    monkeypatch.setattr(pipeline, "_written", written)
    monkeypatch.setattr(
        pipeline, "studies_of", lambda *_: MoreStudies(kept={"a study": "its answer"})
    )
    made(tmp_path)
    assert shown == [({"a study"}, True), ({"a study"}, False)]


def test_the_first_pages_rest_on_games_enough_to_say_something():
    few = replace(PLAN, games=(("planner", 160), ("greedy", 60), ("random", 4_000)))
    assert few.early().games == (("planner", 100), ("greedy", 60), ("random", 1_000))


def test_pages_that_are_there_stay_until_the_new_ones_are_whole(done: list[str], tmp_path: Path):
    (tmp_path / HOME).touch()
    assert "first pages" not in made(tmp_path)
    assert done == REST


def test_the_announced_time_is_that_of_the_slowest_player_of_each_table():
    rules = load_ruleset("revised-2021")
    speeds = schedule.A_SECOND
    tables = ("random", "random,greedy", "random,planner")
    runs = [Run(rules, 2, table, 6_000, 1, Path("unused")) for table in tables]
    for run, slowest in zip(runs, ("random", "style", "plan"), strict=True):
        seconds = 6_000 / speeds[slowest] + schedule.ALL_PAGES
        lines, _ = schedule.announced([], [run], list, 1)
        assert f"(about {in_time(seconds)} in all" in lines
    searching = Run(rules, 2, "search", 36_000, 1, Path("unused"))
    hours, _ = schedule.announced([], [], lambda: [searching], 1)
    assert "about 2.0 h in all" in hours


def test_every_player_has_a_speed():
    plans = [one.name for one in POLICIES if one.plans and not one.searches]
    kinds = {
        "random": "random",
        **dict.fromkeys(plans, "plan"),
        **dict.fromkeys(SEARCHES, "search"),
    }
    for policy in POLICIES:
        wanted = schedule.A_SECOND[kinds.get(policy.name, "style")]
        assert schedule.speed(policy.name) == schedule.speed(f"{policy.name}:50") == wanted


def test_your_own_player_counts_as_slow():
    assert schedule.speed("examples/first_player.py") == schedule.A_SECOND["plan"]
