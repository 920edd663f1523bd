"""Values of cards and effects to a heuristic, computed once for a program and its weights."""

import numba
import numpy as np

from simulate.compiling.signatures import TYPES, declare
from simulate.engine import codes as c
from simulate.engine.program import (
    MAX_BALLROOMS,
    MAX_EFFECTS,
    MAX_POLITICS,
    MAX_TILES,
    MAX_TOKENS,
    MAX_TRIGGERS,
)
from simulate.engine.state import (
    FIRST_CELEBRITY,
    GAME,
    MAX_CELEBRITIES,
    MAX_ENTRANCES,
    MAX_GUESTS,
    MAX_PLAYERS,
    MAX_REHEARSAL,
    MAX_STAFF,
    MAX_TABLES,
    record,
)
from simulate.policies.cards import (
    EVENTS,
    ROUNDS,
    TURNS,
    effect_worth,
    entrance_worth,
    pay_worth,
    permanent_worth,
)
from simulate.policies.weights import NAMES

POLITICS = GAME["politics"].shape[0]
# The last values of the parts of one seat's position, with all that each depends on: most actions
# leave most parts as they are (see position_cache.py).
KNOWN = record(
    ("rooms_of", "i1"),  # what was judged: NOTHING, rooms in the last turn, or before
    ("board", "i1"),
    ("bonus_table", "i1"),
    ("occupied", "i4"),
    ("vacant", "i4"),
    ("groups_paid", "i4"),
    ("rooms", "f8"),  # VP
    ("vacancies", "i8"),  # see cafe.vacancies
    ("politics", "i1", (POLITICS,)),  # by place: card + 1; NOTHING: not judged
    ("progress", "f8", (POLITICS,)),  # toward that card, 0 to 1
    ("politics_of", "i8"),  # see position_cache.politics_key; NOTHING: not judged
    ("politics_vp", "f8"),  # of the cards that ask for rooms only
    ("other_politics", "i1"),  # bit set of the places of other cards
    ("emperor_of", "i8"),  # see position_cache.emperor_key; NOTHING: not judged
    ("emperor", "f8"),  # VP
    ("cafe_of", "i8"),  # see position_cache.cafe_key; NOTHING: not judged
    ("cafe_rooms", "i8"),  # vacancies
    ("kitchen", "i2", (c.GOODS,)),
    ("guests", "i1", (MAX_TABLES,)),
    ("missing", "i1", (MAX_TABLES, c.GOODS)),
    ("cafe", "f8"),  # VP
)
NOTHING, LAST_TURN, EARLIER = 0, 1, 2

WORTH = record(
    ("kind", "i8"),  # how the policy decides
    ("playouts", "i8"),  # settings of a search: see search.toml
    ("candidates", "i8"),
    ("prior", "f8"),
    ("rivals", "f8"),
    ("w", "f8", (len(NAMES),)),
    ("effect", "f8", (MAX_EFFECTS,)),  # VP of an effect row when it is received
    ("effect_late", "f8", (MAX_EFFECTS,)),  # the same in the last turn
    ("by_rooms", "i1", (MAX_POLITICS,)),  # a politics card that asks for nothing but rooms
    ("guest", "f8", (MAX_GUESTS,)),  # VP of housing the guest, with the reward
    ("guest_late", "f8", (MAX_GUESTS,)),  # the same in the last turn
    ("staff", "f8", (MAX_STAFF,)),  # VP of having the card in play from the first turn on
    ("staff_round", "f8", (MAX_STAFF,)),  # VP per round of a once-a-round card
    ("staff_once", "f8", (MAX_STAFF,)),  # VP at once
    ("staff_once_late", "f8", (MAX_STAFF,)),  # the same in the last turn
    ("staff_end_vp", "f8", (MAX_STAFF,)),  # VP per counted item of a final-scoring card
    # modules and variants only
    ("modules", "i8"),  # are there any?
    ("staff_bell", "f8", (MAX_STAFF,)),  # VP of a waiting bell card
    ("trigger", "f8", (MAX_TRIGGERS,)),  # VP each time an ability answers
    ("tile", "f8", (MAX_TILES,)),  # VP of an emperor tile's reward
    ("tile_scores", "i8", (MAX_TILES,)),  # its row that scores what players differ in, -1: none
    ("row", "f8", (MAX_BALLROOMS, c.ROWS)),  # VP of a ballroom row's bonus
    ("section", "f8", (MAX_REHEARSAL, c.SECTIONS)),  # VP of a section's bonus
    ("token", "f8", (MAX_TOKENS, 2)),  # VP of the halves of a bonus token
    ("celebrity", "f8", (MAX_CELEBRITIES,)),  # VP per turn
    ("celebrity_use", "f8", (MAX_CELEBRITIES,)),  # VP of an ability used once per round
    ("entrance", "f8", (MAX_ENTRANCES,)),  # VP at the start of the game
    ("known", KNOWN, (MAX_PLAYERS,)),  # by seat
)

declare(worth=numba.from_dtype(WORTH), known=numba.from_dtype(KNOWN))
declare(worths=TYPES["worth"][::1])


PLAYS_AT_RANDOM, LOOKS_AHEAD = 0, 1  # kinds of policies

# Counts that depend only on the rooms of the hotel.
OF_ROOMS = (
    c.N_OCCUPIED,
    c.N_ROOMS,
    c.N_GROUPS,
    c.N_FLOORS,
    c.N_COLUMNS,
    c.N_FULL_COLOURS,
    c.N_COLOUR_SETS,
    c.N_RICH_COLOURS,
)
# A scoring reward with one of these counts, which differ much between players, is judged by what it
# would score now; other rewards all have the same flat weight.
UNEVEN = (c.N_DANCERS, c.N_POLITICS)
# Weights of opportunities, worth less when no turn is left to use them.
CHANCES = ("prepare_chance", "discount", "hire_chance", "draw_chance", "guest_chance")
ROOM_WEIGHTS = {c.BLUE: "room_blue", c.RED: "room_red", c.YELLOW: "room_yellow"}


def worth_table(rules: np.record, weights: dict[str, float]) -> np.ndarray:
    """The table a heuristic reads, shape (1,), from a compiled program and weights by feature."""
    table = np.zeros(1, dtype=WORTH)
    out = table[0]
    out.kind = LOOKS_AHEAD
    out.w[:] = [weights[name] for name in NAMES]
    late = in_the_last_turn(rules, weights)
    for i in range(rules.n_effects):
        out.effect[i] = effect_worth(rules.effects[i], weights)
        out.effect_late[i] = effect_worth(rules.effects[i], late)
    tokens(rules, out)
    guests(rules, out, weights)
    for t in range(len(out.trigger)):
        out.trigger[t] = total(out, rules.trigger_effect[t], rules.trigger_effect_n[t])
    for i in range(rules.n_staff):
        staff(rules, out, i, weights)
    for i in range(rules.n_politics):
        counts = rules.need_count[i, : rules.politics_needs[i]]
        out.by_rooms[i] = bool(np.isin(counts, OF_ROOMS).all())
    tiles(rules, out)
    dancing(rules, out)
    for i in range(rules.n_celebrities):
        card = FIRST_CELEBRITY + i
        out.celebrity[i] = permanent_worth(rules, card, out.effect, weights) / TURNS
        out.celebrity_use[i] = total(out, rules.card_effect[card], rules.card_effect_n[card])
    for i in range(rules.n_entrances):
        out.entrance[i] = entrance_worth(rules, i, out, weights)
    out.modules = has_modules(rules)
    return table


def in_the_last_turn(rules: np.record, weights: dict[str, float]) -> dict[str, float]:
    """The weights for effects when nothing can be used any more."""
    late = {name: weights["late_chance"] * weights[name] for name in CHANCES}
    late["bonus_krone"] = float(rules.final_krone_vp)
    late["good_kitchen"] = float(rules.final_good_vp)
    return {**weights, **late}


def guests(rules: np.record, out: np.record, weights: dict[str, float]) -> None:
    """The value of housing each guest."""
    for i in range(rules.n_guests):
        first, n = rules.guest_reward[i], rules.guest_reward_n[i]
        plain = rules.guest_vp[i] * weights["guest_points"] + weights["housing"]
        if rules.guest_colour[i] != c.GREEN:
            plain += weights[ROOM_WEIGHTS[rules.guest_colour[i]]]
        out.guest[i] = plain + total(out, first, n)
        out.guest_late[i] = plain + total(out, first, n, late=True)


def total(out: np.record, first: int, n: int, late: bool = False) -> float:
    """VP of ``n`` effects."""
    effects = out.effect_late if late else out.effect
    return float(effects[first : first + n].sum())


def has_modules(rules: np.record) -> bool:
    """Is there anything that the base game lacks?"""
    events = rules.trigger_event
    new_events = (events > c.ON_EMPEROR_REWARD) & (events != c.ON_GUEST_HOUSED)
    pays = rules.staff_pays[: rules.n_staff]
    in_play = rules.ballrooms or rules.coloured_dice or rules.entrances or rules.key
    return bool(in_play or new_events.any() or pays.any() or rules.staff_waits.any())


def staff(rules: np.record, out: np.record, i: int, weights: dict[str, float]) -> None:
    """The value of one staff card, by its timing."""
    first, n = rules.card_effect[i], rules.card_effect_n[i]
    gain = total(out, first, n)
    timing = rules.staff_timing[i]
    answers = slice(rules.card_trigger[i], rules.card_trigger[i] + rules.card_trigger_n[i])
    if timing == c.PERMANENT:
        out.staff[i] = weights["permanent"] * permanent_worth(rules, i, out.effect, weights)
    elif timing == c.ROUND:
        if rules.staff_waits[i]:
            event = EVENTS.get(int(rules.trigger_event[rules.card_trigger[i]]))
            often = weights[event] / ROUNDS if event else 1.0
            gain = min(1.0, often) * float(out.trigger[answers].sum())
        gain = max(0.0, gain - pay_worth(rules, i, weights))
        out.staff_round[i] = weights["round_card"] * gain
    elif timing == c.ONCE:
        out.staff_once[i] = gain
        out.staff_once_late[i] = total(out, first, n, late=True)
    elif timing == c.BELL:
        out.staff_bell[i] = weights["waiting_card"] * float(out.trigger[answers].sum())
    else:
        out.staff_end_vp[i] = max(
            [float(rules.effects[j, c.COL_N]) for j in range(first, first + n)], default=0.0
        )
    out.staff_once[i] += rules.staff_hired_vp[i]
    out.staff_once_late[i] += rules.staff_hired_vp[i]


def tokens(rules: np.record, out: np.record) -> None:
    """Halves of bonus tokens, and effects that bring one."""
    for i in range(rules.n_tokens):
        for half in range(2):
            first, n = rules.token_effect[i, half], rules.token_effect_n[i, half]
            out.token[i, half] = total(out, first, n)
    for row in range(rules.n_effects):
        if rules.effects[row, c.COL_CODE] == c.E_BONUS_TOKEN and rules.n_tokens:
            half = rules.effects[row, c.COL_N]
            out.effect[row] = float(np.mean(out.token[: rules.n_tokens, half]))
            out.effect_late[row] = out.effect[row]


def tiles(rules: np.record, out: np.record) -> None:
    """The rewards of emperor tiles."""
    for i in range(rules.n_tiles):
        first, n = rules.tile_reward[i], rules.tile_reward_n[i]
        out.tile[i] = total(out, first, n)
        out.tile_scores[i] = -1
        for row in range(first, first + n):
            scores = rules.effects[row, c.COL_CODE] == c.E_SCORE
            if scores and rules.effects[row, c.COL_PER] in UNEVEN:
                out.tile_scores[i] = row


def dancing(rules: np.record, out: np.record) -> None:
    """The bonuses of ballroom rows and of the sections of rehearsal rooms."""
    for i in range(rules.n_ballrooms):
        for row in range(c.ROWS):
            out.row[i, row] = total(out, rules.row_effect[i, row], rules.row_effect_n[i, row])
    for i in range(rules.n_rehearsal):
        for k in range(rules.n_sections[i]):
            first, n = rules.section_effect[i, k], rules.section_effect_n[i, k]
            out.section[i, k] = total(out, first, n)
