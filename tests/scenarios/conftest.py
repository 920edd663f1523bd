"""Each scenario is judged by the referee as well: see judged.py."""

from collections.abc import Generator

import pytest

from tests.scenarios.judged import Journal
from tests.scenarios.table import Table


@pytest.fixture(autouse=True)
def journals(request: pytest.FixtureRequest) -> Generator[list[Journal]]:
    """What is done at the tables of a scenario; the referee must agree with each step, and leave
    out something only where the scenario is marked, and there it must."""
    kept: list[Journal] = []

    def watch(table: Table) -> Journal:
        kept.append(Journal(table))
        return kept[-1]

    Table.watch = watch
    try:
        yield kept
    finally:
        Table.watch = None
    assert [fault for journal in kept for fault in journal.faults()] == []
    left_out = sum(journal.left_out for journal in kept)
    assert bool(left_out) == bool(request.node.get_closest_marker("not_judged")), left_out
