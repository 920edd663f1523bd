"""`gah study assumed` as a user types it, with few games of random players and two modules."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest

from analysis.studies.assumed import AssumedStudy
from analysis.studies.kept import kept
from reports import cli
from tests.commands.recording import Gah, assert_refused, query

COMPLETIONS, GAMES, CARDS, HANDED = 3, 12, 40, 20


def typed(root: Path) -> list[str]:
    words = ("study", "assumed", "--policy", "random", "--completions", COMPLETIONS,
             "--deals", GAMES, "--deals-cards", CARDS, "--deals-entrances", HANDED, "--workers", 1,
             "--data", root / "data", "--out", root / "out")  # fmt: skip
    return [str(word) for word in words]


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("assumed")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("analysis.studies.assumed.every_module", lambda: ("celebrities", "more"))
        assert cli.run(typed(root)) == 0
    return root


def test_every_completion_plays_the_same_deals_and_what_is_known_once(done: Path):
    rows = query(done / "data", "select rules, count(distinct deal) from games group by 1")
    drawn = [f" (assumptions=sample:{number + 1})" for number in range(COMPLETIONS)]
    base = "revised-2021"
    expected = {base: GAMES, f"{base}+celebrities": GAMES}
    expected |= {f"{base}+more{which}": GAMES for which in ("", *drawn)}
    expected |= {f"{base}+celebrities+more{which}": CARDS for which in ("", *drawn)}
    assert dict(rows) == expected


def test_effects_of_completions_are_differences_of_their_means(done: Path):
    asked = f"select rules, avg(vp) from players where game < {GAMES} group by 1"
    means = dict(query(done / "data", asked))
    found = pd.read_csv(done / "out" / "effects.csv").set_index(["kind", "name", "measure"])
    row = found.loc["average", "more", "vp"]

    def effect(which: str) -> float:
        with_it = (
            means[f"revised-2021+more{which}"] + means[f"revised-2021+celebrities+more{which}"]
        )
        return (with_it - means["revised-2021"] - means["revised-2021+celebrities"]) / 2

    drawn = [effect(f" (assumptions=sample:{number + 1})") for number in range(COMPLETIONS)]
    assert row["estimate"] == pytest.approx(effect(""), abs=1e-3)
    assert row["least"] == pytest.approx(min(drawn), abs=1e-3)
    assert row["most"] == pytest.approx(max(drawn), abs=1e-3)
    assert row["completions"] == COMPLETIONS
    # No value of celebrities is assumed: alone with what is known, nothing could move it.
    assert (found["same"] <= COMPLETIONS).all()


def test_cards_whose_costs_are_assumed_are_judged_in_every_completion(done: Path):
    found = pd.read_csv(done / "out" / "cards.csv", dtype={"item": str})
    assert set(found["metric"]) == {"dealt_vp", "dealt_win"}
    assert len(found) == 2 * 14  # of those that the module brings
    assert set(found["completions"]) == {COMPLETIONS}


def test_entrances_are_handed_out_under_every_completion(
    tmp_path: Path, gah: Gah, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("analysis.studies.assumed.every_module", lambda: ("unique-hotels",))
    asked = (*typed(tmp_path), "--deals-cards", 0, "--keep", tmp_path / "kept")
    status, text, err = gah(*asked)
    assert (status, err) == (0, "")
    assert "worth most of the hotel entrances is" in text
    for price in ("free", "priced"):
        asked = f"select rules, count(*) from games where rules like '%{price}%' group by 1"
        rows = query(tmp_path / "data", asked)
        assert len(rows) == 4 * (COMPLETIONS + 1)
        assert {games for _, games in rows} == {HANDED}
    found = pd.read_csv(tmp_path / "out" / "entrances.csv")
    assert set(found["completions"]) == {COMPLETIONS}
    assert set(found["outcome"]) == {"lead", "handicap", "bid"}
    leads = query(
        tmp_path / "data",
        "select entrance, rules like '%sample%', avg(vp) from players where rules like '%free%'"
        " group by all",
    )
    assert {key for key, *_ in leads} == set(found["item"])
    answers = kept(tmp_path / "kept", AssumedStudy, "revised-2021")
    assert answers.cards.empty  # none were asked for
    assert set(answers.entrances["item"]) == set(found["item"])


def test_the_settings_are_noted_for_the_report(done: Path):
    assert (done / "data" / "assumed-revised-2021.json").is_file()


def test_rules_with_modules_and_rules_without_anything_assumed_are_refused(
    tmp_path: Path, gah: Gah, monkeypatch: pytest.MonkeyPatch
):
    words = typed(tmp_path)
    assert_refused(gah(*words, "--rules", "revised-2021+more"), "name rules without modules")
    monkeypatch.setattr("analysis.studies.assumed.every_module", lambda: ("celebrities",))
    assert_refused(gah(*words), "known by now")
