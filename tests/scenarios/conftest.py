"""Each scenario is judged by the referee as well: see judged.py."""

from collections.abc import Generator

import pytest

from tests.scenarios.judged import Journal
from tests.scenarios.table import Table


@pytest.fixture(autouse=True)
def journals() -> Generator[list[Journal]]:
    """What is done at the tables of a scenario; the referee must agree with each step."""
    kept: list[Journal] = []

    def watch(table: Table) -> Journal:
        kept.append(Journal(table))
        return kept[-1]

    Table.watch = watch
    try:
        yield kept
    finally:
        Table.watch = None
    for journal in kept:
        assert journal.faults() == []
