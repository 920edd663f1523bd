"""Hypothesis profiles for all property tests.

`stable` (the default) tries the same examples on every run, so that a failure is caused by the
change at hand. `guard` tries more of them, the same on every run, for `.ci/run`. `long` searches
afresh and for longer: pytest -m "long or not long" --hypothesis-profile=long, or `make test-long`.
"""

import os
from collections.abc import Generator
from contextlib import suppress

import pytest
from hypothesis import HealthCheck, settings

import __main__
from tests.browser import browser
from tests.pacing import in_order, pytest_runtest_call, pytest_terminal_summary

# For the tests of all folders.
__all__ = ["browser", "pytest_runtest_call", "pytest_terminal_summary"]

# Where no file was started, as in the processes of pytest-xdist, DuckDB takes Python for typed into
# by hand and behaves otherwise than in a command: tests are to see what users see.
if not hasattr(__main__, "__file__"):
    __main__.__file__ = os.devnull

# The first example may compile numba functions, and whole games are large examples: neither
# the time of one example nor the slowness of its generation says anything about a fault.
_COMMON = settings(
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)

settings.register_profile(
    "stable", parent=_COMMON, derandomize=True, database=None, max_examples=30
)
settings.register_profile("guard", parent=settings.get_profile("stable"), max_examples=50)
settings.register_profile("long", parent=_COMMON, max_examples=400, print_blob=True)
settings.load_profile("stable")


@pytest.fixture(autouse=True, scope="session")
def brief_measurements() -> Generator[None, None, None]:
    """What something will cost is announced from fewer games than for a user, who waits once."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("simulate.batch.cost.SECONDS", 0.02)
        yield


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The files that take longest come first."""
    in_order(items)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Where a test failed with a game at hand, its picture is left and named in the report."""
    report = yield
    if report.when == "call" and report.failed and call.excinfo is not None:
        from tests import pictured  # here, because few runs need it

        with suppress(Exception):  # of a state that is past drawing: the failure is what counts
            for file in pictured.leave(item.name, call.excinfo, pictured.SAVED):
                report.sections.append(("left for you", pictured.shown(file)))
    return report
