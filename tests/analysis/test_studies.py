"""Every study has one shape, whatever it asks."""

from __future__ import annotations

import inspect
import io
import pkgutil
from dataclasses import dataclass
from importlib import import_module
from inspect import isabstract
from pathlib import Path

import pandas as pd
import pytest
from rich.console import Console

from analysis import open_tree, studies
from analysis.base.measure import measure
from analysis.studies import typed
from analysis.studies.study import Study, config_of
from model import Ruleset, load_ruleset
from reports import answers
from simulate.batch import Run
from simulate.data.store import Place
from tests.commands import battery

# The shape, what several share, and what is kept: no questions of their own.
ASIDE = {
    "study",
    "typed",
    "questions",
    "calls",
    "duels",
    "forced_price",
    "frames",
    "kept",
    "long_run",
    "parts",
    "ways",  # a package, whose study is in its study.py
}
COMMANDS = {f"gah {name}" for name in battery.names()}
FILES = [one.name for one in pkgutil.iter_modules(studies.__path__) if one.name not in ASIDE]
FILES.append("ways.study")


@pytest.mark.parametrize("file", FILES)
def test_a_file_of_studies_has_one_study_of_a_command(file: str):
    module = import_module(f"analysis.studies.{file}")
    own = [
        one for _, one in inspect.getmembers(module, inspect.isclass)
        if issubclass(one, Study) and one.__module__ == module.__name__ and not isabstract(one)
    ]  # fmt: skip
    assert len(own) == 1
    assert own[0].__doc__
    assert own[0].bar
    assert typed.command(own[0].name) in COMMANDS


def test_a_report_finds_a_study_of_all_settings():
    assert {one.asks for one in answers.studies()} == set(typed.Settings.__subclasses__())
    assert "GuestPriceStudy" not in {one.__name__ for one in answers.studies()}


def test_the_question_of_the_readme_is_asked_as_it_stands(tmp_path: Path):
    text = (Path(studies.__path__[0]) / "README.md").read_text("utf-8")
    code = text.split("```python\n")[1].split("```")[0]
    known = {"dataclass": dataclass, "pd": pd, "Place": Place, "Ruleset": Ruleset, "Run": Run,
             "Study": Study, "config_of": config_of, "measure": measure,
             "open_tree": open_tree}  # fmt: skip
    exec(compile(code, "README.md", "exec"), known)
    rulesets = tuple(map(load_ruleset, ("original-2015", "revised-2021")))
    asked = known["LengthStudy"](rulesets, 60, 1, tmp_path)
    found = asked.answer(1, Console(file=io.StringIO()))
    assert set(found["rules"]) == {"original-2015", "revised-2021"}
    assert found["estimate"].between(20, 30).all()
