"""The command `verify`: it plays, checks, counts and reports."""

from __future__ import annotations

import itertools
import json
from dataclasses import replace
from pathlib import Path

import pytest

from model.sources import sources
from reports.commands.check.verify import verify
from simulate.fingerprint.rulesets import OPTIONS, SAMPLED, module_specs, modules
from simulate.verify import run as running
from simulate.verify import verification as planning
from simulate.verify.check_codes import LEDGER, MESSAGES
from simulate.verify.table import Failure
from simulate.verify.tally import new_tally
from simulate.verify.verification import PLAYERS, RARE_SPECS, Setting, Verification, preset
from tests.runner import CliRunner

SMALL = ("--games", "24", "--greedy-games", "12", "--every-step", "0.5")


def call(out: Path, *arguments: str):
    return CliRunner().invoke(verify, ["--out", str(out), *arguments])


def test_a_small_run_writes_its_report(tmp_path: Path):
    out = tmp_path / "deep" / "report.txt"
    result = call(out, *SMALL, "--workers", "1", "--at-least", "5")
    assert result.exit_code == 0, result.output
    assert "144 random, 72 greedy, 72 politician games" in result.output
    assert "no engine error, no broken invariant" in result.output
    text = out.read_text("utf-8")
    assert "No engine error and no broken invariant." in text
    for words in ("Staff cards", "Emperor tiles", "Below 5", "Invariants", "Rulesets"):
        assert words in text
    assert "17 Kitchen Hand: played" in text
    assert text.count("revised-2021 (hands=") == text.count("original-2015 (hands=") == 12


def test_counts_do_not_depend_on_workers():
    few = {"games": 24, "greedy_games": 0, "every_step": 0.5, "specs": ("revised-2021",)}
    one, two = (running.play_and_check(Verification(**few, workers=workers)) for workers in (1, 2))
    assert one.tallies.keys() == two.tallies.keys()
    assert all((one.tallies[key] == two.tallies[key]).all() for key in one.tallies)


def test_short_decks_run_out_which_full_ones_hardly_do():
    wanted = Verification(RARE_SPECS[1:2], games=60, greedy_games=0, every_step=1.0, workers=1)
    outcome = running.play_and_check(wanted)
    assert not outcome.defects
    found = outcome.coverage().counts()
    assert found["event.reshuffle"]["random"] > 60
    assert found["event.deck-short"]["random"] > 0
    assert found["event.row-short"]["random"] > 0


def test_the_seeker_reaches_what_greedy_players_hardly_do():
    few = {"games": 1, "greedy_games": 120, "seeker_games": 120, "every_step": 0.0, "workers": 1}
    outcome = running.play_and_check(Verification(("revised-2021",), **few))
    assert not outcome.defects
    shuffled = outcome.coverage().counts()["event.reshuffle"]  # an aim of one game in five
    assert shuffled["seeker"] > 3 * shuffled["greedy"] + 3


def test_a_game_with_short_decks_can_be_played_again():
    setting = Setting(RARE_SPECS[0], 5)
    assert setting.rules == "original-2015"
    assert f"--patch {planning.PATCHES['~short'][0]}" in setting.arguments()
    cards = setting.load()
    assert (len(cards.guest) - 2, len(cards.staff)) == (17, 26)  # besides the promotional ones


def test_the_plan_plays_every_game_of_every_combination_once():
    verification = Verification(games=50_001, greedy_games=7)
    for policy, games in (("random", 50_001), ("politician", 7)):
        seen: dict[tuple[str, int], list[range]] = {}
        for chunk in verification.chunks(policy):
            key = (chunk.setting.spec, chunk.players)
            seen.setdefault(key, []).append(range(chunk.first, chunk.end))
        assert len(seen) == 2 * len(PLAYERS)
        for ranges in seen.values():
            assert [game for part in ranges for game in part] == list(range(games))
    assert len(OPTIONS) == 12


def test_the_plan_of_the_modules_has_every_set_of_them():
    specs = module_specs()
    assert len(set(specs)) == len(specs)
    sets = {frozenset(spec.split("+")[1:]) for spec in specs if SAMPLED not in spec}
    every = {
        frozenset(subset)
        for size in range(len(modules()) + 1)
        for subset in itertools.combinations(modules(), size)
    }
    assert len(every) == 32
    assert every <= sets
    further = {id for changes in sets - every for id in changes} - set(modules())
    known = sources().change
    wanted = {id for id in known if known[id].kind in ("variant", "extra")} | {"draft"}
    assert further == wanted
    assert preset("modules").games == 200_000


def test_samples_differ_and_can_be_named():
    sampled = next(spec for spec in module_specs() if spec.endswith(SAMPLED))
    settings = Verification((sampled,)).settings()
    assert len({setting.load().hash for setting in settings}) == len(OPTIONS)
    other = [replace(setting, spec=setting.rules).load() for setting in settings[:2]]
    assert other[0].hash != settings[0].load().hash
    assert settings[1].load().assumptions == "sample:2"
    assert settings[1].arguments().endswith("--assumptions sample:2")
    assert "assumptions" not in replace(settings[1], spec=settings[1].rules).arguments()


def test_a_small_run_of_modules_counts_what_they_bring(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    some = (*module_specs()[1:32:10], module_specs()[-1])
    monkeypatch.setattr(planning, "module_specs", lambda: some)
    out = tmp_path / "report.txt"
    small = ("--games", "2", "--greedy-games", "0", "--every-step", "1", "--workers", "1")
    result = call(out, "--plan", "modules", *small)
    assert result.exit_code == 0, result.output
    assert f"{2 * 3 * len(some)} random games" in result.output
    counts = json.loads(out.with_suffix(".json").read_text("utf-8"))["counts"]
    for module in modules():
        with_it = [spec for spec in some if module in spec.removesuffix(SAMPLED).split("+")]
        assert counts[f"games.{module}"]["random"] == 2 * 3 * len(with_it) > 0
    assert counts["chosen.bid"]["random"] > 0
    assert some[-1] in out.read_text("utf-8")


def test_a_defect_is_named_and_exits_1(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def broken(chunk, seed, every_step):
        return chunk, new_tally(), Failure(chunk.first, 77, LEDGER, MESSAGES[LEDGER])

    monkeypatch.setattr(running, "play", broken)
    out = tmp_path / "report.txt"
    result = call(out, *SMALL, "--workers", "1", "--seed", "5", "--rules", "original-2015")
    assert result.exit_code == 1
    line = (
        "original-2015 (hands=dealt, boards=night, promos=without), 2 players, random, seed 5, "
        "game 0, step 77: a player's VP are not the sum over their sources"
    )
    assert f"defect: {line}" in result.output
    replay = (
        "gah play --rules original-2015 --hands dealt --boards night --promos without "
        "--players 2 --policy random --seed 5 --game 0"
    )
    assert replay in result.output
    assert f"DEFECT\n{line}" in out.read_text("utf-8")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--games", "0"], "--games 0: from 1 to"),
        (["--greedy-games", "-1"], "--greedy-games -1: from 0 to"),
        (["--seed", "-1"], "--seed -1: from 0 to"),
        (["--workers", "0"], "--workers 0: at least 1"),
        (["--every-step", "1.5"], "--every-step 1.5: a share of games"),
        (["--every-step", "nan"], "--every-step nan: a share of games"),
        (["--at-least", "-1"], "--at-least -1: 0 or more"),
        (["--plan", "everything"], "--plan everything: there are base, modules"),
        (["--rules", "revised-1999"], "unknown ruleset 'revised-1999'"),
        (["--rules", "revised-2021", "--rules", "revised-2021"], "name each ruleset once"),
    ],
)
def test_bad_input_is_one_line(tmp_path: Path, arguments: list[str], message: str):
    result = call(tmp_path / "report.txt", *arguments)
    assert result.exit_code == 2
    assert message in result.output
    assert len(result.output.strip().splitlines()) == 1


def test_a_report_that_cannot_be_written_is_one_line(tmp_path: Path):
    (tmp_path / "file").write_text("")
    result = call(tmp_path / "file" / "report.txt", *SMALL)
    assert result.exit_code == 2
    assert "cannot write there" in result.output
    assert len(result.output.strip().splitlines()) == 1
