"""How long tests take: files that take longest are begun first, and a test that grows is named.

Time is processor time, also of processes that a test started: a busy machine changes little of it.
"""

from __future__ import annotations

import os
from collections.abc import Generator

import pytest
from _pytest.terminal import TerminalReporter

FIRST = (
    "tests/mutation/test_sample.py",
    "tests/reports/test_browser.py",
    "tests/security/test_attacks.py",
    "tests/policies/test_battery.py",
    "tests/engine/test_invariants.py",
    "tests/faults/test_processes.py",
    "tests/properties/test_random_rulesets.py",
    "tests/commands/test_verify.py",
    "tests/policies/test_policies.py",
)
"""Files that take long: begun last, one of them would leave the other cores idle. What several
files need, a report or compiled checks, is made by one of the first, before others ask for it."""

MOST = 20.0
"""Seconds that a test may take which is not marked ``long``; what it compiles first is counted."""

TOOK = "took"


def in_order(items: list[pytest.Item]) -> None:
    """Put the tests of the files in FIRST before all others, each file's together."""
    places = {name: place for place, name in enumerate(FIRST)}
    items.sort(key=lambda item: places.get(item.nodeid.partition("::")[0], len(FIRST)))


def spent() -> float:
    """Seconds of processor time of this process and of those that it has waited for."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, None, None]:
    """Note how long a test took if that is too long."""
    begun = spent()
    try:
        return (yield)
    finally:
        seconds = spent() - begun
        if seconds > MOST and item.get_closest_marker("long") is None:
            item.user_properties.append((TOOK, seconds))


def pytest_terminal_summary(terminalreporter: TerminalReporter) -> None:
    """List the tests that took too long."""
    found = {
        report.nodeid: value
        for reports in terminalreporter.stats.values()
        for report in reports
        for name, value in getattr(report, "user_properties", ())
        if name == TOOK
    }
    if not found:
        return
    terminalreporter.section(f"more than {MOST:.0f} s of processor time, and not marked long")
    for test, seconds in sorted(found.items(), key=lambda one: -one[1]):
        terminalreporter.line(f"{seconds:5.0f} s {test}")
