"""Names that were mistyped: what was meant is said."""

from __future__ import annotations

import pytest

from model import UserError, load_ruleset
from model.names import meant

KNOWN = ("original-2015", "revised-2021")


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("orignal-2015", "; did you mean original-2015?"),
        ("Revised-2021", "; did you mean revised-2021?"),
        ("zebra", ""),
        ("", ""),
    ],
)
def test_what_was_meant(typed, said):
    assert meant(typed, KNOWN) == said


@pytest.mark.parametrize(
    ("spec", "wanted"),
    [("orignal-2015", "original-2015"), ("original-2015+kitchen-hand-cst", "kitchen-hand-cost")],
)
def test_an_unknown_ruleset_says_what_was_meant(spec, wanted):
    with pytest.raises(UserError, match=f"did you mean .*{wanted}"):
        load_ruleset(spec)
