"""Estimates of a longer run in a report: kept whole, and used only where they are worth more."""

from __future__ import annotations

import json
import re
import shutil
from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest
from PIL import Image

from analysis import Config, Run
from analysis.studies import long_run
from model import UserError
from reports.pieces import pieces
from reports.pipeline import SPARED, ReportPlan
from reports.results import Results, rows_of
from reports.site import sheets
from reports.site.pages import overview
from reports.text import count
from reports.verdicts import headline, verdict_table

POLICY = "greedy"
VERIFICATION = Path(__file__).parents[2] / "verification"


@pytest.fixture(scope="module")
def folder(computed: Results, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the games of one kind of player say, kept."""
    out = tmp_path_factory.mktemp("long_run")
    frames = {
        "effects": computed.judged.effects,
        "seats": computed.seats,
        "changes": computed.card_changes,
        "pairs": computed.pairs,
        "measures": computed.measures,
        "winners": computed.winners,
    }
    long_run.keep(out, frames, runs_of(computed), "gah report --games-greedy 500")
    return out


def runs_of(computed: Results) -> list[Run]:
    return [
        run
        for run in computed.runs
        if run.config.policy == POLICY and run.config.rules in computed.editions
    ]


def fewer(computed: Results) -> list[Run]:
    """The same runs, if they had been short."""
    return [replace(run, games=run.games // 2) for run in computed.runs]


def test_what_is_kept_is_read_as_it_was(computed: Results, folder: Path):
    found = long_run.kept(folder)
    assert found.games == {run.config: run.games for run in runs_of(computed)}
    before = computed.judged.effects
    before = before[(before["policy"] == POLICY) & before["rules"].isin(computed.editions)]
    after = found.frames["effects"]
    keys = [*long_run.KEYS, "item"]
    both = before.merge(after, on=keys, suffixes=("", "_kept"), validate="one_to_one")
    assert len(both) == len(before) == len(after)
    for name in ("estimate", "se", "low", "shrunk", "floor", "above", "use", "q_misplayed"):
        pd.testing.assert_series_equal(
            both[name], both[f"{name}_kept"], rtol=1e-3, atol=1e-5, check_names=False
        )
    words = both[["verdict", "verdict_kept"]].fillna("")
    assert (words["verdict"] == words["verdict_kept"]).mean() > 0.99
    assert not any(found.frames[name].empty for name in long_run.FRAMES)
    both = computed.pairs.merge(found.frames["pairs"], on=[*long_run.KEYS, "a", "b"],
                                suffixes=("", "_kept"), validate="one_to_one")  # fmt: skip
    assert len(both) == len(computed.pairs) > 1000
    for name in ("estimate", "sim_low", "q_by", "shrunk", "detectable"):
        pd.testing.assert_series_equal(
            both[name], both[f"{name}_kept"], rtol=1e-2, atol=1e-4, check_names=False
        )


def test_a_number_of_players_can_be_added(computed: Results, folder: Path, tmp_path: Path):
    """What is there of others stays; what is there of the same is replaced."""
    frames = {
        "effects": computed.judged.effects, "seats": computed.seats,
        "changes": computed.card_changes, "pairs": computed.pairs,
        "measures": computed.measures, "winners": computed.winners,
    }  # fmt: skip
    runs = runs_of(computed)
    two, four = ([one for one in runs if one.config.players == n] for n in (2, 4))
    for some in (four, two, four):
        long_run.keep(tmp_path, frames, some, f"gah report --players {some[0].config.players}")
    found, whole = long_run.kept(tmp_path), long_run.kept(folder)
    assert found.games == whole.games
    for name in long_run.FRAMES:
        keys = [one for one in ("rules", "rules_a", "players") if one in whole.frames[name]]
        mine, theirs = (one.frames[name].sort_values(keys, kind="stable") for one in (found, whole))
        pd.testing.assert_frame_equal(mine.reset_index(drop=True), theirs.reset_index(drop=True),
                                      check_dtype=False)  # fmt: skip
    note = json.loads((tmp_path / long_run.NOTE).read_text("utf-8"))
    assert {one["command"][-1] for one in note["games"] if one["players"] == 2} == {"2"}


def test_what_is_there_of_other_seeds_or_other_play_is_not_added_to(
    computed: Results, folder: Path, tmp_path: Path
):
    frames = {name: long_run.kept(folder).frames[name] for name in long_run.FRAMES}
    four = [one for one in runs_of(computed) if one.config.players == 4]
    for key, value in (("seed", 99), ("play", {"original-2015": "0" * 12})):
        place = tmp_path / key
        shutil.copytree(folder, place)
        note = json.loads((place / long_run.NOTE).read_text("utf-8"))
        note[key] = {**note["play"], **value} if isinstance(value, dict) else value
        (place / long_run.NOTE).write_text(json.dumps(note), "utf-8")
        long_run.keep(place, frames, four, "gah report")
        left = {(one.rules, one.players) for one in long_run.kept(place).games}
        assert ("original-2015", 2) not in left
        assert (("revised-2021", 2) in left) == (key == "play")


def test_it_is_used_where_it_rests_on_more_games_only(computed: Results, folder: Path):
    found = long_run.kept(folder)
    assert found.beside(list(computed.runs)) is long_run.NONE
    used = found.beside(fewer(computed))
    assert used.games == found.games
    mixed = used.instead("seats", computed.seats)
    assert sorted(mixed["mean"]) == pytest.approx(sorted(computed.seats["mean"]), rel=1e-4)
    random = mixed[mixed["policy"] == "random"]
    assert len(random) == (computed.seats["policy"] == "random").sum()


def test_seats_at_tables_that_a_report_lacks_are_shown_too(computed: Results, folder: Path):
    found = long_run.kept(folder)
    two = [one for one in computed.runs if one.config.players == 2]
    more = found.further("seats", two)
    assert set(more["players"]) == {4}
    assert set(more["policy"]) == {POLICY}
    assert found.further("seats", list(computed.runs)).empty
    strangers = [replace(one, config=replace(one.config, policy="random")) for one in two]
    assert found.further("seats", strangers).empty


def test_verdicts_at_tables_that_a_report_lacks_are_shown_too(computed: Results, folder: Path):
    effects = long_run.kept(folder).frames["effects"]
    three = effects[effects["players"] == 4].assign(players=3)
    judged = replace(computed.judged, effects=pd.concat([computed.judged.effects, three]))
    table = verdict_table(replace(computed, judged=judged), "staff")
    of = {(row[0], row[1], row[2]): row[3:] for row in table.rows}
    assert of["2021", "3", POLICY] == of["2021", "4", POLICY]
    assert ("2021", "3", "random") not in of


def test_it_is_not_used_if_rules_or_players_play_otherwise_today(
    computed: Results, folder: Path, tmp_path: Path
):
    note = json.loads((folder / long_run.NOTE).read_text("utf-8"))
    note["play"]["original-2015"] = "0" * 12
    for name in long_run.FRAMES:
        (tmp_path / f"{name}.csv").write_bytes((folder / f"{name}.csv").read_bytes())
    (tmp_path / long_run.NOTE).write_text(json.dumps(note), "utf-8")
    used = long_run.kept(tmp_path).beside(fewer(computed))
    assert {config.rules for config in used.games} == {"revised-2021"}
    assert set(used.frames["effects"]["rules"]) == {"revised-2021"}
    assert used.frames["changes"].empty


def test_it_is_not_used_if_a_number_of_the_rules_is_another(
    computed: Results, folder: Path, tmp_path: Path
):
    """Though fixed games play alike: they meet few cards."""
    note = json.loads((folder / long_run.NOTE).read_text("utf-8"))
    assert set(note["rulesets"]) == set(computed.editions)
    note["rulesets"]["original-2015"] = "0" * 64
    for name in long_run.FRAMES:
        (tmp_path / f"{name}.csv").write_bytes((folder / f"{name}.csv").read_bytes())
    (tmp_path / long_run.NOTE).write_text(json.dumps(note), "utf-8")
    assert {one.rules for one in long_run.kept(tmp_path).games} == {"revised-2021"}


def test_pages_say_how_many_games_a_verdict_rests_on(computed: Results, folder: Path):
    found = long_run.kept(folder)
    more = dict.fromkeys(found.games, 1_234_567)
    told = replace(computed, long_run=replace(found, games=more))
    grounds = overview.balanced(told).grounds
    assert grounds is not None
    assert f"{count(1_234_567)} games" in grounds.games
    assert all("--games 1234567" in command for command in grounds.commands)


def test_the_page_of_a_card_gives_dealt_effects_the_games_of_their_own(computed: Results):
    (piece,) = [one for one in pieces("staff") if one.key == "17"]
    longer = replace(computed, long_run=replace(computed.long_run, games={computed.main: 90_000}))
    table = sheets._counts(piece, longer.tallies_of("staff", "17"), longer)
    assert list(table.head[1:5]) == [
        "Games dealt", "Dealt: win rate, points", "Dealt: VP", "Games",
    ]  # fmt: skip
    name = f"2021, {computed.main.policy}, {computed.main.players} players"
    (row,) = [row for row in table.rows if row[0] == name]
    assert (row[1], row[4]) == ("90,000", count(computed.games(computed.main)))
    guest = sheets._counts(piece_of("guest", "49"), longer.tallies_of("guest", "49"), longer)
    assert guest.head[1] == "Games"


def test_the_answer_about_a_card_has_one_share_of_uses(computed: Results):
    """Seats dealt a card and the times that a player has it are counted in different games."""
    for piece in (
        piece_of("staff", "17"),
        piece_of("guest", "49"),
        piece_of("politics", "A-krones"),
    ):
        for one in sheets.in_short(piece, computed):
            assert len(re.findall(r"\bused (?:by )?[\d.]+%", one.text, re.IGNORECASE)) == 1, (
                one.text
            )


def piece_of(tally: str, key: str):
    return next(one for one in pieces(tally) if one.key == key)


def test_a_damaged_folder_is_named(folder: Path, tmp_path: Path):
    assert long_run.kept(tmp_path) is long_run.NONE
    (tmp_path / long_run.NOTE).write_bytes((folder / long_run.NOTE).read_bytes())
    with pytest.raises(UserError, match="damaged"):
        long_run.kept(tmp_path)


def test_fewer_games_are_planned_only_beside_a_longer_run_that_holds(folder: Path):
    found = long_run.kept(folder)
    games = ((POLICY, 2_000), ("random", 20_000))
    plan = replace(ReportPlan.usual(), games=games)
    spared = ((POLICY, SPARED), ("random", 20_000))
    assert plan.sparing(found).games == spared
    assert f"--games-{POLICY} {SPARED}" in plan.sparing(found).command
    assert plan.sparing(long_run.NONE).games == games
    other = replace(found, play={**found.play, "original-2015": "0" * 12})
    assert plan.sparing(other).games == games
    chosen = plan.with_games({POLICY: 2_000}, None)  # what somebody asks for is played
    assert chosen.sparing(found).games == games
    assert ReportPlan.full().sparing(found) == ReportPlan.full()


def test_a_note_from_before_hashes_of_rules_is_read(folder: Path, tmp_path: Path):
    """It rests on the fingerprint of play alone, as it did; a field nobody knows is an error."""
    place = tmp_path / "older"
    shutil.copytree(folder, place)
    note = json.loads((place / long_run.NOTE).read_text("utf-8"))
    del note["rulesets"]
    (place / long_run.NOTE).write_text(json.dumps(note), "utf-8")
    assert long_run.kept(place).games == long_run.kept(folder).games
    (place / long_run.NOTE).write_text(json.dumps({**note, "rulset": {}}), "utf-8")
    with pytest.raises(UserError, match="rulset: is missing, or is not known"):
        long_run.kept(place)


def test_what_an_older_note_says_once_for_all_is_said_of_each_when_it_grows(
    computed: Results, folder: Path, tmp_path: Path
):
    place = tmp_path / "older"
    shutil.copytree(folder, place)
    note = json.loads((place / long_run.NOTE).read_text("utf-8"))
    for one in note["games"]:
        del one["command"], one["commit"]
    note |= {"command": "gah report --older", "commit": "0" * 40}
    (place / long_run.NOTE).write_text(json.dumps(note), "utf-8")
    frames = long_run.kept(folder).frames
    four = [one for one in runs_of(computed) if one.config.players == 4]
    long_run.keep(place, frames, four, "gah report --newer")
    grown = json.loads((place / long_run.NOTE).read_text("utf-8"))["games"]
    assert {(one["players"], one["command"]) for one in grown} == {
        (2, "gah report --older"), (4, "gah report --newer")
    }  # fmt: skip


def test_the_picture_of_the_readme_shows_the_long_run_of_the_suite():
    """Made again by copying figures/staff-at-a-glance.png of a report to verification/."""
    config = Config("revised-2021", 2, "planner")
    found = long_run.kept(VERIFICATION / "long_run")
    effects = rows_of(found.frames["effects"], config, kind="staff", metric=headline("staff"))
    with Image.open(VERIFICATION / "staff-at-a-glance.png") as picture:
        said = picture.info
    assert f"2 planners, {count(found.games[config])} games" in said["Description"]
    counts = effects["verdict"].value_counts()
    shown = f"{counts['too strong']} are too strong and {counts['too weak']} too weak"
    assert said["Title"] == f"Of {len(effects)} staff cards, {shown}"
