"""The second set of features: those of the first (features.py), followed by more.

Added are: cells and building sites by colour, which differ between boards; orders and rewards of
guests in the row; the politics cards on the table, and the rivals' progress; celebrities; the turns
still to come, including the one after a pass. A network reads the set that has its number of
inputs.
"""

import numpy as np

from simulate.engine import codes as c
from simulate.engine.codes import COLUMNS, FACES, FLOORS, GOODS, GREEN, ROOM_COLOURS, ROOMS
from simulate.engine.hotel import FLOOR, bits, sites
from simulate.engine.jit import compiled, exported
from simulate.engine.state import MAX_CELEBRITIES
from simulate.learned import parts
from simulate.learned.cards import COUNTS, EFFECT
from simulate.learned.features import (
    DICE_LEFT,
    FEATURES,
    LAYOUT,
    LINE,
    OF_TURN,
    WANTED,
    one_of,
)
from simulate.policies.progress import politics_progress

CARDS = 32  # politics cards distinguished, by their index in the program
NEEDS = COUNTS + 1
RIVALS = 3

OF_TABLE = (  # constant within a turn
    ("politics_cards", CARDS),
    ("politics_needs", 3 * NEEDS),  # each card's conditions, and the VP of its next place
    ("rivals_politics", RIVALS * 3 * 2),  # rivals' progress, and whether they claimed it
)
OF_A_TURN = (
    ("vacant_cells", ROOM_COLOURS * ROOMS),
    ("occupied_cells", ROOM_COLOURS * ROOMS),
    ("coloured_sites", ROOM_COLOURS * FLOORS),
    ("row_order", 5 * GOODS),
    ("row_fit", 5 * 2),  # missing goods; is there a room?
    ("row_reward", 5 * EFFECT),
    ("turns_to_come", 26),
    ("lounge", MAX_CELEBRITIES),
    ("coloured_dice", c.LOUNGE * (FACES + 1)),
    ("celebrities", MAX_CELEBRITIES),  # the seat's own
)
PADDING = (("padding", FEATURES - sum(length for _, length in LAYOUT)),)
FURTHER_LAYOUT = (*LAYOUT, *PADDING, *OF_TABLE, *OF_A_TURN)
FURTHER_LENGTH = sum(length for _, length in FURTHER_LAYOUT)
FURTHER_FEATURES = -(-FURTHER_LENGTH // LINE) * LINE

LAYOUTS = {FEATURES: LAYOUT, FURTHER_FEATURES: FURTHER_LAYOUT}
"""The parts of each set of features, by their number, which is a network's number of inputs."""

_ENDS = np.cumsum([length for _, length in FURTHER_LAYOUT])
_AT = {name: int(end) - length for (name, length), end in zip(FURTHER_LAYOUT, _ENDS)}
POLITICS_CARDS, POLITICS_NEEDS, RIVALS_POLITICS = (
    _AT[n] for n in ("politics_cards", "politics_needs", "rivals_politics")
)
VACANT_CELLS, OCCUPIED_CELLS, COLOURED_SITES = (
    _AT[n] for n in ("vacant_cells", "occupied_cells", "coloured_sites")
)
ROW_ORDER, ROW_FIT, ROW_REWARD, TURNS_TO_COME = (
    _AT[n] for n in ("row_order", "row_fit", "row_reward", "turns_to_come")
)
LOUNGE, COLOURED_DICE, CELEBRITIES = (_AT[n] for n in ("lounge", "coloured_dice", "celebrities"))
FURTHER_OF_TURN = VACANT_CELLS  # features from FEATURES up to this one are constant within a turn
assert OF_TURN < FEATURES == POLITICS_CARDS


@exported
def further_table_features(g, rules, worth, who, inputs):
    """The politics cards on the table, and the rivals' progress on them."""
    for i in range(len(g.politics)):
        card = g.politics[i]
        if card < 0:
            continue
        inputs[POLITICS_CARDS + min(card, CARDS - 1)] = 1.0
        at = POLITICS_NEEDS + NEEDS * i
        for j in range(rules.politics_needs[card]):
            inputs[at + rules.need_count[card, j]] += 0.1 * rules.need_at_least[card, j]
        if g.markers[i] < rules.n_places[card]:
            inputs[at + COUNTS] = 0.1 * rules.place_vp[card, g.markers[i]]
        for k in range(g.n_players - 1):
            p = g.players[(who + 1 + k) % g.n_players]
            at_rival = RIVALS_POLITICS + 2 * (3 * k + i)
            if (p.claimed >> i) & 1:
                inputs[at_rival + 1] = 1.0
            else:
                inputs[at_rival] = politics_progress(rules, p, worth, card)


@exported
def further_turn_features(g, rules, who, noted, guest_cards, found, inputs):
    """Features that change within a turn: cells by colour, the row, turns to come, celebrities.

    ``inputs`` holds the first set already.
    """
    p = g.players[who]
    free = sites(p)
    for colour in range(ROOM_COLOURS):
        cells = rules.colour_mask[p.board, colour]
        at = ROOMS * colour
        left = p.vacant & cells
        while left:
            inputs[VACANT_CELLS + at + bits((left - 1) & ~left)] = 1.0
            left &= left - 1
        left = p.occupied & cells
        while left:
            inputs[OCCUPIED_CELLS + at + bits((left - 1) & ~left)] = 1.0
            left &= left - 1
        for floor in range(FLOORS):
            here = free & cells & (FLOOR << (floor * COLUMNS))
            inputs[COLOURED_SITES + FLOORS * colour + floor] = 0.3 * bits(here)
    turns = int(found[parts.TURNS]) + p.passed
    one_of(inputs, TURNS_TO_COME, 26, turns)
    if turns > 0 or inputs[DICE_LEFT + 1] != 0.0:
        row_features(g, rules, p, noted, guest_cards, inputs)
    for place in range(c.LOUNGE if rules.coloured_dice else 0):
        if g.lounge[place] >= 0:
            inputs[LOUNGE + g.lounge[place]] = 1.0
        inputs[COLOURED_DICE + (FACES + 1) * place + g.coloured_face[place]] = 1.0
        if p.celebrities[place] >= 0:
            inputs[CELEBRITIES + p.celebrities[place]] = 1.0


@compiled
def row_features(g, rules, p, noted, guest_cards, inputs):
    """Orders and rewards of the guests in the row, and how much of the orders is in stock."""
    for i in range(len(g.row)):
        guest = g.row[i]
        if guest < 0 or not noted[guest]:
            continue
        lacking = 0.0
        for k in range(GOODS):
            wanted = rules.guest_order[guest, k]
            if wanted:
                inputs[ROW_ORDER + GOODS * i + k] = 0.5 * wanted
                spare = max(0.0, p.kitchen[k] - 2.0 * inputs[WANTED + k])
                lacking += max(0.0, wanted - spare)
        inputs[ROW_FIT + 2 * i] = 0.3 * lacking
        cells = p.vacant
        if rules.guest_colour[guest] != GREEN:
            cells &= rules.colour_mask[p.board, rules.guest_colour[guest]]
        inputs[ROW_FIT + 2 * i + 1] = 1.0 if cells else 0.0
        for k in range(EFFECT):
            inputs[ROW_REWARD + EFFECT * i + k] = guest_cards[guest, k]
