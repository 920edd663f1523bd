"""Mutants planted to test the harness; prints what became of each, as JSON.

python -m tests.mutation.planted data|code TESTS
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

LOOP = "    while g.phase < 1000:\n        g.step = 0\n"
TABLE = "DECISIONS = (Deciding(c.F_REMOVE_DIE, legal_remove_die, apply_remove_die),)\n"
ROLL = '    """Roll one die and put it on its action space; returns the face."""\n'


def data(part: Any) -> Iterator[Any]:
    from tests.mutation.data_mutants import DataMutant, Edit

    guest = part.source.base["guest"]["56"]

    def about(id: str, field: str, value: Any) -> DataMutant:
        edit = Edit(("guest", "56", field), value)
        return DataMutant(id, "planted", "base", f"guest.56.{field}", (edit,))

    yield about("points", "vp", guest["vp"] + 1)
    yield about("name", "german", "Niemand")
    yield about("nothing", "vp", guest["vp"])
    yield about("impossible", "vp", 1000)
    yield about("points again", "vp", guest["vp"] + 1)


def code(part: Any) -> Iterator[Any]:
    from tests.mutation import campaign
    from tests.mutation.code_mutants import ROOT, CodeMutant

    campaign.LIMIT = 3.0
    file = "simulate/engine/dice.py"
    source = (ROOT / file).read_text("utf-8")

    def about(id: str, old: str, new: str) -> CodeMutant:
        assert old in source
        return CodeMutant(id, "planted", "planted", file, (1, 1), source.replace(old, new))

    yield about("dice", "while rolled < dice:", "while rolled < dice - 1:")
    yield about("text", "Coloured dice on the board.", "Dice of colour on the board.")
    yield about("endless", ROLL, LOOP)
    yield about("death", ROLL, "    __import__('os')._exit(3)\n")
    yield about("unloadable", ROLL, ROLL + "\nraise RuntimeError\n")
    yield about("without its table", TABLE, "pass\n")
    yield about("dice again", "while rolled < dice:", "while rolled < dice - 1:")


def told(result: dict[str, Any]) -> str:
    return result["by"] if result["outcome"] == "error" else result["outcome"]


def main(kind: str, tests: str) -> None:
    if kind == "code":
        os.environ["NUMBA_DISABLE_JIT"] = "1"
    import pytest

    from model import load_ruleset
    from tests.mutation.campaign import Campaign, pytest_arguments

    found: dict[str, str] = {}
    scratch = Path(os.environ["TMPDIR"])
    mutants = data if kind == "data" else code
    campaign = Campaign(
        kind == "data", 2, scratch, lambda part: list(mutants(part)),
        lambda mutant, result: found.update({mutant.id: told(result)}),
    )  # fmt: skip
    before = load_ruleset().hash
    pytest.main(pytest_arguments([tests]), plugins=[campaign])
    assert load_ruleset().hash == before
    print(json.dumps(found))


if __name__ == "__main__":
    main(*sys.argv[1:])
