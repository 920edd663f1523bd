"""The page that tells how to write a transcript is right."""

import re
from pathlib import Path

from simulate import referee
from simulate.referee import judge, parse
from simulate.referee.document import KINDS, Document, PlayerForm, PositionForm, SetupForm
from simulate.referee.words import SAMPLES

PAGE = (Path(referee.__file__).parent / "README.md").read_text(encoding="utf-8")


def test_the_first_example_holds():
    example = PAGE[PAGE.index("    {\n") : PAGE.index("## The head")]
    verdict = judge(parse(example))
    assert verdict.ok, verdict.first_fault
    assert verdict.then == "Ben decides the turn"


def test_the_python_example_runs(capsys):
    code = re.search(r"```python\n(.*?)```", PAGE, re.S)
    exec(compile(code[1], "README.md", "exec"), {})
    assert capsys.readouterr().out.startswith("True {'Seat 1':")


def test_every_field_is_told():
    for form in (Document, SetupForm, PositionForm, PlayerForm):
        for name in form.model_fields:
            assert f"`{name}`" in PAGE, name
    assert all(f"`{kind}`" in PAGE for kind in KINDS)


def test_every_kind_of_action_is_told():
    for words in SAMPLES:
        first = words.split()[0]
        assert f"`{first} " in PAGE or f"`{first}`" in PAGE, words


def test_every_file_is_named():
    folder = Path(referee.__file__).parent
    names = {path.name for path in folder.glob("*.py")} - {"__init__.py", "cli.py"}
    assert {name for name in names if name not in PAGE} == set()
