"""Each scenario is judged by the referee as well: see judged.py.

Not while rules are changed on purpose (tests/mutation): referee and engine share the change."""

from collections.abc import Generator

import pytest

from tests.mutation.running import RULES_ARE_CHANGED
from tests.scenarios.judged import Journal
from tests.scenarios.table import Table


@pytest.fixture(autouse=True)
def journals(request: pytest.FixtureRequest) -> Generator[list[Journal]]:
    """What is done at the tables of a scenario; the referee must agree with each step."""
    kept: list[Journal] = []
    if request.config.pluginmanager.has_plugin(RULES_ARE_CHANGED):
        yield kept
        return

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
