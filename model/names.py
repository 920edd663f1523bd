"""Suggestions for misspelled names."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


def meant(name: str, known: Iterable[str]) -> str:
    """ "; did you mean a or b?" for an unknown name; empty if no known name is close.

    name: as typed; case is ignored.
    """
    folded = {one.casefold(): one for one in known}
    near = get_close_matches(name.casefold(), list(folded), n=2, cutoff=0.6)
    return f"; did you mean {' or '.join(folded[one] for one in near)}?" if near else ""
