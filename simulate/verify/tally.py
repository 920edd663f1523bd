"""The counts of a playing loop: the fields, filled by counting.py, and how to add them up."""

import numba
import numpy as np

from model.gaps import gaps
from simulate.compiling.signatures import declare
from simulate.decisions.registry import ACTIONS, FRAMES
from simulate.engine.codes import FACES, ROWS, SECTIONS
from simulate.engine.program import (
    MAX_BALLROOMS,
    MAX_POLITICS,
    MAX_TILES,
    MAX_TOKENS,
)
from simulate.engine.state import (
    MAX_CELEBRITIES,
    MAX_ENTRANCES,
    MAX_GUESTS,
    MAX_REHEARSAL,
    MAX_STAFF,
    record,
)
from simulate.verify.check_codes import CODES
from simulate.verify.premises import WORDS as PREMISES
from simulate.verify.rare_turns import RARE_TURNS

KINDS, PLACES, WAITS = len(ACTIONS), 8, 4

EVENTS = len(RARE_TURNS)

# Games in which a position came up that the books leave open, and the last of them; the simplest
# of these positions: the amount on the table, the game, and the decisions before it.
GAP = record(("games", "i8"), ("last", "i8"), ("weight", "i8"), ("game", "i8"), ("step", "i8"))
GAP_FIELDS = {id: id.replace("-", "_") for id in gaps()}


def _by_number(size: int, *names: str) -> list[tuple[str, str, tuple[int]]]:
    """Counts of things numbered from 0 to ``size`` - 1."""
    return [(name, "i8", (size,)) for name in names]


# Those of personal cards and tiles end in ``_own``. ``premises``: checked positions in which each
# held; ``ignored``: positions that broke an invariant that is switched off.
TALLY = record(
    *((name, "i8") for name in ("games", "games_every_step", "decisions", "checks")),
    *_by_number(MAX_STAFF, "staff_came", "staff_played", "staff_used"),
    *_by_number(MAX_GUESTS, "guest_taken", "guest_housed", "guest_danced"),
    *_by_number(MAX_POLITICS, "politics_dealt", "politics_claimed", "politics_own"),
    *_by_number(PLACES, "place_claimed"),
    *_by_number(MAX_TILES, "tile_dealt", "tile_reward", "tile_penalty"),
    *_by_number(MAX_TILES, "tile_vp", "tile_averted", "tile_own"),
    *_by_number(MAX_CELEBRITIES, "celebrity_met", "celebrity_used"),
    *_by_number(WAITS, "waited"),
    *_by_number(MAX_ENTRANCES, "entrance_won"),
    *_by_number(MAX_BALLROOMS, "ballroom_dealt", "ballroom_scored"),
    *_by_number(MAX_BALLROOMS * ROWS, "row_sent"),
    ("balcony", "i8"),
    *_by_number(MAX_REHEARSAL, "rehearsal_chosen"),
    *_by_number(MAX_REHEARSAL * SECTIONS, "section_paid"),
    *_by_number(MAX_TOKENS * 2, "token_taken"),
    ("key_taken", "i8"),
    *_by_number(FACES + 1, "die", "copied", "space"),
    *_by_number(KINDS, "chosen"),
    *_by_number(len(FRAMES), "decided", "finished"),
    *_by_number(EVENTS, "events"),
    *_by_number(len(PREMISES), "premises"),
    *_by_number(CODES, "ignored"),
    ("gaps", record(*((field, GAP) for field in GAP_FIELDS.values()))),
)
COUNTS = TALLY.fields["gaps"][1] // 8  # type: ignore[index]  # words that are summed
declare(tally=numba.from_dtype(TALLY), gap=numba.from_dtype(GAP))


def new_tally() -> np.ndarray:
    """Blank counts, shape (1,)."""
    return np.zeros(1, dtype=TALLY)


def add(total: np.ndarray, more: np.ndarray) -> None:
    """Add the counts of ``more`` to ``total``, both of shape (1,); the simpler witness wins.

    Of equal ones the lower game number wins, so that the order of adding does not matter.
    """
    for field in GAP_FIELDS.values():
        known, new = total[0].gaps[field], more[0].gaps[field]
        best = min((witness(known), witness(new)), key=lambda w: (w is None, w or ()))
        known.weight, known.game, known.step = best or (0, 0, 0)
        known.games += new.games
        known.last = max(known.last, new.last)
    words = total.view(np.int64)[:COUNTS]
    words += more.view(np.int64)[:COUNTS]


def witness(gap: np.record) -> tuple[int, int, int] | None:
    """(things on the table, game, decisions before) of the simplest position, or None."""
    return (int(gap.weight), int(gap.game), int(gap.step)) if gap.games else None
