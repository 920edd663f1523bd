"""Hypothesis profiles for all property tests.

`stable` (the default) tries the same examples on every run, so that a failure is caused by the
change at hand. `long` searches afresh and for longer: pytest -m "long or not long"
--hypothesis-profile=long, or `make test-long`.
"""

from hypothesis import HealthCheck, settings

from tests.browser import browser

__all__ = ["browser"]  # for the tests of all folders

# The first example may compile numba functions, and whole games are large examples: neither
# the time of one example nor the slowness of its generation says anything about a fault.
_COMMON = settings(
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)

settings.register_profile(
    "stable", parent=_COMMON, derandomize=True, database=None, max_examples=50
)
settings.register_profile("long", parent=_COMMON, max_examples=400, print_blob=True)
settings.load_profile("stable")
