"""What a playing loop counts: the fields, filled by counting.py, and how counts are added up."""

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
# such position: what lay on the table, the game, and the decisions before it.
GAP = record(("games", "i8"), ("last", "i8"), ("weight", "i8"), ("game", "i8"), ("step", "i8"))
GAP_FIELDS = {id: id.replace("-", "_") for id in gaps()}

TALLY = record(
    ("games", "i8"),
    ("games_every_step", "i8"),
    ("decisions", "i8"),
    ("checks", "i8"),
    ("staff_came", "i8", (MAX_STAFF,)),
    ("staff_played", "i8", (MAX_STAFF,)),
    ("staff_used", "i8", (MAX_STAFF,)),
    ("guest_taken", "i8", (MAX_GUESTS,)),
    ("guest_housed", "i8", (MAX_GUESTS,)),
    ("guest_danced", "i8", (MAX_GUESTS,)),
    ("politics_dealt", "i8", (MAX_POLITICS,)),
    ("politics_claimed", "i8", (MAX_POLITICS,)),
    ("politics_own", "i8", (MAX_POLITICS,)),  # fulfilled as a personal card
    ("place_claimed", "i8", (PLACES,)),
    ("tile_dealt", "i8", (MAX_TILES,)),
    ("tile_reward", "i8", (MAX_TILES,)),
    ("tile_penalty", "i8", (MAX_TILES,)),
    ("tile_vp", "i8", (MAX_TILES,)),
    ("tile_averted", "i8", (MAX_TILES,)),
    ("tile_own", "i8", (MAX_TILES,)),  # used as a personal tile
    ("celebrity_met", "i8", (MAX_CELEBRITIES,)),
    ("celebrity_used", "i8", (MAX_CELEBRITIES,)),
    ("waited", "i8", (WAITS,)),
    ("entrance_won", "i8", (MAX_ENTRANCES,)),
    ("ballroom_dealt", "i8", (MAX_BALLROOMS,)),
    ("ballroom_scored", "i8", (MAX_BALLROOMS,)),
    ("row_sent", "i8", (MAX_BALLROOMS * ROWS,)),
    ("balcony", "i8"),
    ("rehearsal_chosen", "i8", (MAX_REHEARSAL,)),
    ("section_paid", "i8", (MAX_REHEARSAL * SECTIONS,)),
    ("token_taken", "i8", (MAX_TOKENS * 2,)),
    ("key_taken", "i8"),
    ("die", "i8", (FACES + 1,)),
    ("copied", "i8", (FACES + 1,)),
    ("space", "i8", (FACES + 1,)),
    ("chosen", "i8", (KINDS,)),
    ("decided", "i8", (len(FRAMES),)),
    ("finished", "i8", (len(FRAMES),)),
    ("events", "i8", (EVENTS,)),
    ("premises", "i8", (len(PREMISES),)),  # positions checked in which each was met
    ("ignored", "i8", (CODES,)),  # positions that broke an invariant which is switched off
    ("gaps", record(*((field, GAP) for field in GAP_FIELDS.values()))),
)
COUNTS = TALLY.fields["gaps"][1] // 8  # type: ignore[index]  # words that are summed
declare(tally=numba.from_dtype(TALLY), gap=numba.from_dtype(GAP))


def new_tally() -> np.ndarray:
    """Blank counts, shape (1,)."""
    return np.zeros(1, dtype=TALLY)


def add(total: np.ndarray, more: np.ndarray) -> None:
    """Add the counts of ``more`` to ``total``, both of shape (1,); the simpler witness stays.

    Of equal ones the lower game number stays, so that the order of adding does not matter.
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
