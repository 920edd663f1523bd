"""What commands print: words, not codes, and ids that are whole."""

from __future__ import annotations

import re

import pytest

from model.sources import sources


@pytest.mark.parametrize(("name", "meant"), [("17", "staff.17"), ("76", "guest.76")])
def test_a_number_alone_is_answered_with_the_clause_that_is_meant(gah, name, meant):
    status, _, error = gah("rules", "trace", name)
    assert status == 2
    assert f"did you mean {meant}?" in error


def test_gaps_name_the_reading_that_is_played(gah):
    status, out, _ = gah("rules", "gaps", "action-with-nothing-to-do")
    ruling = sources().ruling["empty-action"]
    assert status == 0
    played = ruling.readings[ruling.default_for("revised-2021")].title
    assert f"Ruling: empty-action, played as: {played}" in out


def test_gaps_are_found_by_their_ruling(gah):
    """Most readers know the ruling: other commands name it, by its own id."""
    _, by_itself, _ = gah("rules", "gaps", "two-rooms-of-a-penalty")
    status, by_ruling, _ = gah("rules", "gaps", "b4-rooms")
    assert (status, by_ruling) == (0, by_itself)


def test_a_ruleset_is_shown_in_words(gah):
    _, out, _ = gah("rules", "show", "revised-2021+lets-waltz")
    assert not re.search(r"^(?!day_)\w+_\w+: ", out, re.M)
    assert not re.search(r"\bcell \d", out)
    assert "What happens to turns that remain when no dice are left? the round ends" in out


def test_tables_in_a_pipe_keep_ids_whole(gah):
    _, out, _ = gah("rules", "diff", "original-2015", "revised-2021")
    for id in ("ruling:occupancy-bonus-order=before-or-after", "procedure.occupancy_bonus"):
        assert re.search(rf"(^|\s){re.escape(id)}(\s|$)", out, re.M), id
