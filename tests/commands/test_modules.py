"""`gah study modules` as a user types it, with few games of random players."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pandas as pd
import pytest

from analysis.studies.kept import kept
from analysis.studies.modules import FRAMES, ModuleStudy
from model import load_ruleset
from reports import cli
from reports.figures import style
from tests.commands.recording import Gah, assert_refused, query


def typed(root: Path) -> list[str]:
    words = ("study", "modules", "--players", 2, "--policy", "random", "--deals", 12,
             "--deals-single", 160, "--skill", "greedy,random", "--deals-skill", 2,
             "--deals-key", 0, "--workers", 1, "--data", root / "data", "--out",
             root / "out", "--keep", root / "kept")  # fmt: skip
    return [str(word) for word in words]


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("modules")
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(style.SETTINGS, "savefig.dpi", 40)
        patch.setattr("reports.site.subsets.for_pages", lambda maker: maker())
        assert cli.run(typed(root)) == 0
    return root


def test_every_subset_plays_the_same_deals(done: Path):
    rows = query(done / "data", "select rules, count(distinct deal) from games where game < 12"
                 " and policies = 'random' and rules not like '%patch%' group by 1")  # fmt: skip
    assert len(rows) == 32
    assert {deals for _, deals in rows} == {12}


def test_main_effects_are_differences_of_means(done: Path):
    found = pd.read_csv(done / "out" / "effects.csv", keep_default_na=False)
    vp = found[found["measure"] == "vp"].set_index(["kind", "name"])["estimate"].astype(float)
    means = dict(
        query(
            done / "data",
            "select rules, avg(vp) from players where game < 12"
            " and policies = 'random' and rules not like '%patch%' group by 1",
        )
    )
    for one in ("ballrooms", "more"):
        with_it = [vp for rules, vp in means.items() if one in rules]
        without = [vp for rules, vp in means.items() if one not in rules]
        expected = sum(with_it) / 16 - sum(without) / 16
        assert vp["average", one] == pytest.approx(expected, abs=1e-3)
    alone = means["revised-2021+more"] - means["revised-2021"]
    assert vp["alone", "more"] == pytest.approx(alone, abs=1e-3)


def test_entrances_are_handed_out_at_no_bid(done: Path):
    rows = query(
        done / "data",
        "select max(entrance_price), count(distinct rules), count(*)"
        " filter (entrance is null) from players where rules like '%entrances-%'",
    )
    assert rows == [(0, 16, 0)]


def test_what_does_not_change_the_deal_is_in_common(done: Path):
    shared = pd.read_csv(done / "out" / "shared.csv").set_index(["rules_b", "part"])["estimate"]
    for one in ("celebrities", "start-player", "unique-hotels"):
        for part in ("hand", "row", "emperor", "politics"):
            assert shared[f"revised-2021+{one}", part] == 1
    assert shared["revised-2021+more", "hand"] < 1  # more staff cards come between them
    assert shared["revised-2021+more", "row"] == 1
    assert shared["revised-2021+ballrooms", "row"] < 1


def test_the_page_is_there_and_the_settings_are_noted(done: Path):
    page = (done / "out" / "index.html").read_text("utf-8")
    assert "gah study modules --rules revised-2021 --players 2 --policy random --deals 12" in page
    assert (done / "data" / "modules-revised-2021.json").is_file()


def test_a_saved_answer_is_that_of_the_recorded_games(done: Path):
    saved = kept(done / "kept", ModuleStudy, "revised-2021")
    assert saved.tables == [(2, "random")]
    recorded = ModuleStudy(saved.settings, done / "data").frames(1)
    assert (saved.factors, saved.assumed) == (recorded.factors, recorded.assumed)
    for name in FRAMES:
        expected = getattr(recorded, name)
        found = getattr(saved, name)
        assert found.empty == expected.empty == (name == "keyless")  # of which no deal was asked
        pd.testing.assert_frame_equal(found, expected, rtol=1e-5, check_dtype=False)


def test_a_saved_answer_is_not_given_where_a_card_of_a_module_is_another(
    done: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    assert kept(done / "kept", ModuleStudy, "revised-2021") is not None
    patch = tmp_path / "other.toml"
    patch.write_text('id = "other"\n[set]\n"staff.166.cost" = 9\n')

    def read(spec: str) -> SimpleNamespace:
        patches = [patch] if "+more" in spec else []
        return SimpleNamespace(resolve=lambda: load_ruleset(spec, patches=patches))

    monkeypatch.setattr("analysis.studies.kept.read_recipe", read)
    assert kept(done / "kept", ModuleStudy, "revised-2021") is None


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("--rules", "revised-2021+more"), "without modules"),
        (("--skill", "greedy"), "stronger and the weaker"),
        (("--policy", "nobody"), "nobody"),
    ],
)
def test_mistakes_are_named_in_one_line(
    words: tuple[str, ...], reason: str, tmp_path: Path, gah: Gah
):
    assert_refused(
        gah("study", "modules", *words, "--data", tmp_path / "d", "--out", tmp_path / "o"), reason
    )
