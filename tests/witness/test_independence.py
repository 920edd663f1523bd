"""The interpreter imports nothing of the machine whose witness it is."""

from __future__ import annotations

import ast
from pathlib import Path

FOLDER = Path(__file__).parent
# These look at the engine too: what compares the two, and tests.
BESIDE = {"__main__.py", "comparison.py", "plan.py", "small.py"}
ALLOWED = ("model", "tests.witness")
STANDARD = {"__future__", "collections", "copy", "dataclasses", "functools", "re", "typing"}


def interpreter() -> list[Path]:
    files = sorted(FOLDER.glob("*.py"))
    return [file for file in files if file.name not in BESIDE and file.name[:5] != "test_"]


def imports(file: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add(node.module or "")
    return found


def test_the_interpreter_imports_the_rules_as_data_alone() -> None:
    files = interpreter()
    assert files
    for file in files:
        for name in imports(file):
            own = name.startswith(ALLOWED) and name.rpartition(".")[2] + ".py" not in BESIDE
            assert own or name.partition(".")[0] in STANDARD, f"{file.name} imports {name}"


def test_files_stay_short() -> None:
    assert max(len(file.read_text("utf-8").splitlines()) for file in interpreter()) <= 500
