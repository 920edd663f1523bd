"""One small tree and the report made from it, for all tests of this folder."""

from __future__ import annotations

import importlib.util
import io
import pickle
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from rich.console import Console

from analysis import open_tree
from analysis.studies.variants import VariantsStudy
from reports import facts, pieces, results, verdicts
from reports.figures import cards as figures_cards
from reports.figures import catalogue, style
from reports.pipeline import ReportPlan, run_report
from reports.results import Results
from reports.rules.evidence import Evidence
from reports.site import examples, index, sheets
from reports.site.pages import rules as rules_page
from tests.sharing import shared

PLAN = ReportPlan(games=(("greedy", 1500), ("random", 1500)), variants=40)
SHOWN = ("17", "49", "122", "A-krones", "C2", "apollosaal", "one", "freud", "dove")
"""Components with a page of their own in the tests: one of each kind, because drawing is slow."""


@pytest.fixture(scope="session")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Both editions, 2 and 4 players, greedy and random: 1500 games each."""
    return shared(tmp_path_factory, "two-editions", _write_games)


def _write_games(root: Path) -> None:
    path = Path(__file__).parents[1] / "analysis" / "conftest.py"
    spec = importlib.util.spec_from_file_location("gah_analysis_fixtures", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    synthetic = module.load_synthetic()
    for policy, base in (("greedy", 120.0), ("random", 40.0)):
        for players in (2, 4):
            for ruleset, rules in enumerate(("original-2015", "revised-2021")):
                world = synthetic.World(
                    games=1500, players=players, base=base - 2 * ruleset, seat={0: 1.5},
                    card={5: 16.0, 9: -16.0, 17: -4.0 * ruleset}, edition_sd=5.0, confounding=1.0,
                )  # fmt: skip
                synthetic.write_run(root, world, rules=rules, policy=policy, ruleset=ruleset)


@pytest.fixture(scope="session")
def few() -> Iterator[None]:
    """Few cards with pages, few pixels, and nothing looked up outside the model."""
    with pytest.MonkeyPatch.context() as patch:
        for module in (index, sheets, verdicts, catalogue, figures_cards):
            patch.setattr(module, "pieces", lambda tally: tuple(
                piece for piece in pieces.pieces(tally) if piece.key in SHOWN
            ))  # fmt: skip
        patch.setattr(sheets, "known", lambda: Evidence(None, None, None))
        patch.setattr(rules_page, "gather", lambda: Evidence(None, None, None))
        patch.setattr(examples, "MOST", 1)
        patch.setitem(style.SETTINGS, "savefig.dpi", 50)
        yield


@cache
def variants_at(root: Path) -> VariantsStudy:
    """The comparisons of variants and rulings."""
    study = VariantsStudy.of_report(PLAN.for_report(), root)
    assert study is not None
    return study


def answered(answers: dict[Any, Any], **more: Any) -> Any:
    """Stands in for `Results` where pages read answers of studies alone."""
    return SimpleNamespace(answers=answers, of=answers.get, **more)


@pytest.fixture(scope="session")
def varied(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Variants, readings and the draft, really played: very few games of each."""

    def play(root: Path) -> None:
        variants_at(root).record(1, Console(file=io.StringIO()))

    return shared(tmp_path_factory, "varied", play)


@pytest.fixture(scope="session")
def report(data: Path, varied: Path, few: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Folder of the finished report; only to be read."""

    def write(out: Path) -> None:
        quiet = Console(file=io.StringIO())
        page = run_report(out, data, PLAN, skip_simulation=True, places={"compare": varied},
                          console=quiet)  # fmt: skip
        assert page.name == "index.html"

    return shared(tmp_path_factory, "report", write)


@pytest.fixture(scope="session")
def computed(data: Path, tmp_path_factory: pytest.TempPathFactory) -> Results:
    """The frames behind the report, computed in one thread where the report had two."""

    def compute(out: Path) -> None:
        with open_tree(data, threads=1) as tree:
            known = facts.gather("original-2015", "revised-2021", tree.runs)
            (out / "results").write_bytes(pickle.dumps(results.compute(tree, known)))

    found = shared(tmp_path_factory, "computed", compute) / "results"
    return cast(Results, pickle.loads(found.read_bytes()))
