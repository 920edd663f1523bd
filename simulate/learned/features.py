"""Features of a position from what one seat may know: its own things and public information.

Cards revealed while a turn is being planned are drawn at random (policies/determinization.py).
Those in hand and in the row that were not ``noted`` when planning began count as unknown.
"""

import numba
import numpy as np

from simulate.compiling.signatures import declare
from simulate.engine import codes as c
from simulate.engine.codes import CHOICE, COLUMNS, FACES, FLOORS, GOODS, GREEN, ROOM_COLOURS, ROOMS
from simulate.engine.flow import tile_of
from simulate.engine.hotel import COLUMN, FLOOR, bits, sites
from simulate.engine.jit import compiled, exported
from simulate.engine.state import MAX_ENTRANCES, MAX_GUESTS, MAX_STAFF
from simulate.learned import parts
from simulate.learned.cards import EFFECT, STAFF
from simulate.learned.parts import own_parts, rival_parts
from simulate.policies.evaluation import action_to_come

declare(
    inputs=numba.float32[::1],
    noted=numba.uint8[::1],
    effect_cards=numba.float32[:, ::1],
    guest_cards=numba.float32[:, ::1],
    tile_cards=numba.float32[:, ::1],
    staff_cards=numba.float32[:, ::1],
)
SEEN = MAX_GUESTS + MAX_STAFF  # flags of ``noted``: guests, then staff
NUMBERS = 128  # printed numbers of staff cards that features distinguish
KINDS = 40  # of frames

# The parts of the vector, in order: name and length.
LAYOUT = (
    # constant within a turn
    ("players", 3),
    ("modules", 4),
    ("round", 13),
    ("order", 8),  # place in turn order: now, and in the next round
    ("tile", EFFECT + 6),  # the next tile: its reward; remaining scorings, VP of their tiles
    ("rivals", 3 * 22),
    # changing within a turn
    ("phase", 13),
    ("turns", 26),
    ("passed", 3),
    ("score", 3),
    ("parts", 16),
    ("krones", 26),
    ("emperor", 24),
    ("left", 20),  # steps beyond those that the next retreat takes
    ("kitchen", GOODS * 7),
    ("cells", 2 * ROOMS),
    ("vacant_colour", ROOM_COLOURS * 5),
    ("occupied_colour", ROOM_COLOURS * 10),
    ("floors", FLOORS * 6),
    ("columns", COLUMNS * 5),
    ("groups", ROOM_COLOURS * 6 * 3),
    ("vacant", 10),
    ("sites", 1),
    ("free_tables", 8),
    ("guests", 6 * 4),  # by goods missing and colour
    ("housing", 6 * 2 * 3),  # by goods missing, and whether there is a room
    ("wanted", GOODS * 3),
    ("rewards", 2 * EFFECT),
    ("staff", NUMBERS),
    ("staff_does", STAFF),
    ("staff_used", 3),
    ("hand", NUMBERS),
    ("hand_does", STAFF),
    ("hand_size", 12),
    ("abilities", 24),
    ("dice_now", FACES * 6),
    ("dice_later", FACES * 6),
    ("dice_left", 2),
    ("row", 5 * 12),
    ("politics", 3 * 7),
    ("frames", KINDS * 2),
    ("pending", EFFECT + GOODS + 24),
    ("expansion", 24 + MAX_ENTRANCES),
)


def starts() -> dict[str, int]:
    """The index at which each part begins."""
    ends = np.cumsum([length for _, length in LAYOUT])
    return {name: int(end) - length for (name, length), end in zip(LAYOUT, ends)}


LINE = 16  # features are compared this many at a time
LENGTH = sum(length for _, length in LAYOUT)
FEATURES = -(-LENGTH // LINE) * LINE
_AT = starts()
PLAYERS, MODULES, ROUND, ORDER, TILE = (
    _AT[n] for n in ("players", "modules", "round", "order", "tile")
)
RIVALS, PHASE, TURNS, PASSED, SCORE = (
    _AT[n] for n in ("rivals", "phase", "turns", "passed", "score")
)
PARTS, KRONES, EMPEROR, LEFT, KITCHEN = (
    _AT[n] for n in ("parts", "krones", "emperor", "left", "kitchen")
)
CELLS, VACANT_COLOUR, OCCUPIED_COLOUR = (
    _AT[n] for n in ("cells", "vacant_colour", "occupied_colour")
)
FLOOR_ROOMS, COLUMN_ROOMS, GROUPS = (_AT[n] for n in ("floors", "columns", "groups"))
VACANT, SITES, FREE_TABLES, GUESTS, HOUSING = (
    _AT[n] for n in ("vacant", "sites", "free_tables", "guests", "housing")
)
WANTED, REWARDS, IN_PLAY, IN_PLAY_DOES, USED = (
    _AT[n] for n in ("wanted", "rewards", "staff", "staff_does", "staff_used")
)
IN_HAND, IN_HAND_DOES, HAND_SIZE, ABILITIES = (
    _AT[n] for n in ("hand", "hand_does", "hand_size", "abilities")
)
DICE_NOW, DICE_LATER, DICE_LEFT, ROW, POLITICS = (
    _AT[n] for n in ("dice_now", "dice_later", "dice_left", "row", "politics")
)
FRAMES, PENDING, EXPANSION = (_AT[n] for n in ("frames", "pending", "expansion"))
OF_TURN = PHASE  # features before this one are constant within a turn
RIVAL = 22


@compiled
def one_of(inputs, first, n, number):
    """Set one of ``n`` features: the one for a number, clipped to 0 .. n - 1."""
    inputs[first + min(max(number, 0), n - 1)] = 1.0


@compiled
def note_seen(g, who, noted):
    """Note the cards that a seat sees in the row and in its hand when it begins to plan."""
    for i in range(len(noted)):
        noted[i] = 0
    for i in range(len(g.row)):
        if g.row[i] >= 0:
            noted[g.row[i]] = 1
    p = g.players[who]
    for i in range(p.hand_size):
        noted[MAX_GUESTS + p.hand[i]] = 1
    for i in range(p.offer_size):
        noted[MAX_GUESTS + p.offer[i]] = 1


@compiled
def best_rival(g, who):
    """The VP of the best other player."""
    best = -1000
    for seat in range(g.n_players):
        if seat != who:
            best = max(best, g.players[seat].vp)
    return best


@exported
def table_features(g, rules, worth, who, tile_cards, found, inputs):
    """Features that are constant within a turn: the game, the turn order, the other players."""
    one_of(inputs, PLAYERS, 3, g.n_players - 2)
    inputs[MODULES] = min(1, rules.ballrooms)
    inputs[MODULES + 1] = min(1, rules.coloured_dice)
    inputs[MODULES + 2] = min(1, rules.entrances)
    inputs[MODULES + 3] = min(1, rules.key)
    one_of(inputs, ROUND, 13, g.round_no)
    one_of(inputs, ORDER, 4, tile_of(g, who))
    one_of(inputs, ORDER + 4, 4, (who - g.first_seat - 1) % g.n_players)
    next_scoring = -1
    for k in range(min(3, rules.n_scorings)):
        if rules.scoring_round[k] >= g.round_no and g.emperor_tiles[k] >= 0:
            if next_scoring < 0:
                next_scoring = k
            inputs[TILE + EFFECT + k] = 1.0
            inputs[TILE + EFFECT + 3 + k] = 0.1 * worth.tile[g.emperor_tiles[k]]
    if next_scoring >= 0:
        for i in range(EFFECT):
            inputs[TILE + i] = tile_cards[g.emperor_tiles[next_scoring], i]
    for k in range(g.n_players - 1):
        rival_features(
            g, rules, worth, who, (who + 1 + k) % g.n_players, RIVALS + k * RIVAL, found, inputs
        )


@compiled
def rival_features(g, rules, worth, who, seat, at, found, inputs):
    """Public information about another player."""
    p = g.players[seat]
    rival_parts(g, rules, worth, seat, found)
    inputs[at] = 1.0
    inputs[at + 1] = 0.05 * (p.vp - g.players[who].vp)
    inputs[at + 2] = 0.02 * p.vp
    inputs[at + 3] = 0.1 * p.krones
    inputs[at + 4] = 0.1 * p.emperor
    inputs[at + 5] = 0.1 * bits(p.occupied)
    inputs[at + 6] = 0.2 * bits(p.vacant)
    guests, missing, goods = 0, 0, 0
    for t in range(p.tables):
        if p.cafe[t] >= 0:
            guests += 1
            missing += p.missing_total[t]
    for k in range(CHOICE):
        goods += p.kitchen[k]
    inputs[at + 7] = 0.3 * guests
    inputs[at + 8] = 0.2 * missing
    inputs[at + 9] = 0.2 * goods
    inputs[at + 10] = 0.2 * p.staff_size
    inputs[at + 11] = 0.2 * p.hand_size
    inputs[at + 12] = 0.1 * found[parts.RIVAL_TURNS]
    inputs[at + 13] = bits(p.claimed)
    inputs[at + 14] = 0.05 * found[parts.RIVAL_CAFE]
    inputs[at + 15] = 0.02 * found[parts.RIVAL_ROOMS]
    inputs[at + 16] = 0.1 * found[parts.RIVAL_EMPEROR]
    inputs[at + 17] = 0.1 * found[parts.RIVAL_KRONES]
    inputs[at + 18] = p.passed
    inputs[at + 19] = 1.0 if p.turns_taken < 2 else 0.0
    inputs[at + 20] = 0.2 * p.kitchen[c.CHAMPAGNE]
    dancers = 0
    for place in range(c.BALLROOMS):
        for row in range(c.ROWS):
            dancers += p.dancers[place, row]
    inputs[at + 21] = 0.2 * dancers


@exported
def turn_features(
    g, rules, worth, who, noted, effect_cards, guest_cards, staff_cards, found, inputs
):
    """Features that change within a turn: the own things, and the board."""
    own_parts(g, rules, worth, who, found)
    p = g.players[who]
    turns = int(found[parts.TURNS])
    one_of(inputs, PHASE, 13, g.phase)
    one_of(inputs, TURNS, 26, turns)
    inputs[PASSED] = p.passed
    one_of(inputs, PASSED + 1, 2, p.turns_taken)
    inputs[SCORE] = 0.05 * (p.vp - best_rival(g, who))
    inputs[SCORE + 1] = 0.02 * p.vp
    inputs[SCORE + 2] = 0.05 * p.guest_vp
    for i in range(len(found)):
        inputs[PARTS + i] = 0.1 * found[i]
    inputs[PARTS + parts.ROOMS] = 0.02 * found[parts.ROOMS]
    for i in range(3):
        inputs[PARTS + parts.PROGRESS + i] = found[parts.PROGRESS + i]
    one_of(inputs, KRONES, 26, p.krones)
    emperor_features(g, rules, p, inputs)
    rooms_features(rules, p, inputs)
    cafe_features(rules, p, worth, guest_cards, inputs)
    staff_features(rules, p, noted, staff_cards, inputs)
    board_features(g, rules, worth, who, noted, turns, found, inputs)
    frame_features(g, rules, who, effect_cards, inputs)
    if worth.modules:
        expansion_features(g, rules, who, inputs)


@compiled
def emperor_features(g, rules, p, inputs):
    """The position on the track, and what the next retreat leaves of it."""
    one_of(inputs, EMPEROR, 24, p.emperor)
    for k in range(rules.n_scorings):
        if rules.scoring_round[k] >= g.round_no:
            one_of(inputs, LEFT, 20, p.emperor - rules.retreat[k] + 8)
            break


@compiled
def rooms_features(rules, p, inputs):
    """The hotel, room by room, and by colour, floor, column and group."""
    for k in range(GOODS):
        one_of(inputs, KITCHEN + 7 * k, 7, p.kitchen[k])
    for room in range(ROOMS):
        inputs[CELLS + room] = (p.vacant >> room) & 1
        inputs[CELLS + ROOMS + room] = (p.occupied >> room) & 1
    for colour in range(ROOM_COLOURS):
        cells = rules.colour_mask[p.board, colour]
        one_of(inputs, VACANT_COLOUR + 5 * colour, 5, bits(p.vacant & cells))
        one_of(inputs, OCCUPIED_COLOUR + 10 * colour, 10, bits(p.occupied & cells))
    for floor in range(FLOORS):
        one_of(inputs, FLOOR_ROOMS + 6 * floor, 6, bits(p.occupied & (FLOOR << (floor * COLUMNS))))
    for column in range(COLUMNS):
        one_of(inputs, COLUMN_ROOMS + 5 * column, 5, bits(p.occupied & (COLUMN << column)))
    for group in range(rules.n_groups[p.board]):
        mask = rules.group_mask[p.board, group]
        if (p.occupied | p.vacant) & mask:
            size = rules.group_size[p.board, group]
            at = GROUPS + 3 * (6 * rules.group_colour[p.board, group] + min(size, 5))
            done = bits(p.occupied & mask)
            if done == size:
                inputs[at] += 1.0
            elif done + bits(p.vacant & mask) == size:
                inputs[at + 1] += 1.0
            else:
                inputs[at + 2] += done / size
    one_of(inputs, VACANT, 10, bits(p.vacant))
    inputs[SITES] = 0.1 * bits(sites(p))


@compiled
def cafe_features(rules, p, worth, guest_cards, inputs):
    """Guests by missing goods, their rooms and rewards; goods wanted, short and surplus."""
    free = 0
    for t in range(p.tables):
        guest = p.cafe[t]
        if guest < 0:
            free += 1
            continue
        missing = min(p.missing_total[t], 5)
        colour = rules.guest_colour[guest]
        inputs[GUESTS + 4 * missing + colour] += 1.0
        cells = p.vacant
        if colour != GREEN:
            cells &= rules.colour_mask[p.board, colour]
        at = HOUSING + 3 * (2 * missing + int(cells != 0))
        inputs[at] += 1.0
        inputs[at + 1] += 0.1 * worth.guest[guest]
        inputs[at + 2] += 0.2 * rules.guest_vp[guest]
        at = REWARDS if missing == 0 else REWARDS + EFFECT
        for i in range(EFFECT):
            inputs[at + i] += guest_cards[guest, i]
        for k in range(GOODS):
            inputs[WANTED + k] += 0.5 * p.missing[t, k]
    one_of(inputs, FREE_TABLES, 8, free)
    for k in range(GOODS):
        want = 2.0 * inputs[WANTED + k]
        inputs[WANTED + GOODS + k] = 0.5 * max(0.0, want - p.kitchen[k])
        inputs[WANTED + 2 * GOODS + k] = 0.5 * max(0.0, p.kitchen[k] - want)


@compiled
def staff_features(rules, p, noted, staff_cards, inputs):
    """Cards in play and in hand: their numbers and descriptions."""
    for i in range(p.staff_size):
        card = p.staff[i]
        inputs[IN_PLAY + (rules.staff_number[card] & (NUMBERS - 1))] = 1.0
        if p.staff_used[i]:
            inputs[USED + p.staff_used[i]] += 1.0
        for k in range(STAFF):
            inputs[IN_PLAY_DOES + k] += staff_cards[card, k]
    unknown, payable = 0, 0
    for i in range(p.hand_size):
        card = p.hand[i]
        if not noted[MAX_GUESTS + card]:
            unknown += 1
            continue
        payable += rules.staff_cost[card] <= p.krones
        inputs[IN_HAND + (rules.staff_number[card] & (NUMBERS - 1))] = 1.0
        for k in range(STAFF):
            inputs[IN_HAND_DOES + k] += staff_cards[card, k]
    one_of(inputs, HAND_SIZE, 10, p.hand_size)
    inputs[HAND_SIZE + 10] = 0.5 * unknown
    inputs[HAND_SIZE + 11] = 0.3 * payable
    for face in range(1, FACES + 1):
        inputs[ABILITIES + face - 1] = p.extra_dice[face]
        inputs[ABILITIES + 5 + face] = p.both_tracks[face]
    for colour in range(ROOM_COLOURS):
        inputs[ABILITIES + 12 + colour] = 0.3 * min(p.room_cost[colour], 6)
    inputs[ABILITIES + 15] = min(p.serve_cost, 6)
    inputs[ABILITIES + 16] = 0.3 * min(p.guest_cost, 6)
    inputs[ABILITIES + 17] = min(p.copy_cost, 6)
    inputs[ABILITIES + 18] = 1.0 if p.avert_cost >= 0 else 0.0
    inputs[ABILITIES + 19] = p.more_vp
    inputs[ABILITIES + 20] = p.more_krones
    inputs[ABILITIES + 21] = p.more_steps
    inputs[ABILITIES + 22] = p.flexible
    inputs[ABILITIES + 23] = p.ignore_good


@compiled
def board_features(g, rules, worth, who, noted, turns, found, inputs):
    """Dice, the row of guests, politics cards."""
    p = g.players[who]
    now = action_to_come(g, who)
    if now or p.turns_taken < 2:
        at = DICE_NOW if now else DICE_LATER
        for face in range(1, FACES + 1):
            one_of(inputs, at + 6 * (face - 1), 6, g.dice[face])
    inputs[DICE_LEFT] = 0.1 * g.dice_left
    inputs[DICE_LEFT + 1] = 1.0 if now else 0.0
    if turns > 0 or now:
        for i in range(len(g.row)):
            guest = g.row[i]
            at = ROW + 12 * i
            if guest < 0:
                continue
            if not noted[guest]:
                inputs[at] = 1.0
                continue
            inputs[at + 1] = 1.0
            inputs[at + 2 + rules.guest_colour[guest]] = 1.0
            inputs[at + 6] = 0.3 * rules.guest_goods[guest]
            inputs[at + 7] = 0.2 * rules.guest_vp[guest]
            inputs[at + 8] = 0.1 * worth.guest[guest]
            inputs[at + 9] = 0.3 * rules.row_cost[i]
            inputs[at + 10] = 1.0 if rules.row_cost[i] <= p.krones else 0.0
    for i in range(len(g.politics)):
        card = g.politics[i]
        if card < 0:
            continue
        at = POLITICS + 7 * i
        if (p.claimed >> i) & 1:
            inputs[at] = 1.0
        elif g.markers[i] >= rules.n_places[card]:
            inputs[at + 1] = 1.0
        else:
            progress = found[parts.PROGRESS + i]
            vp = 0.1 * rules.place_vp[card, g.markers[i]]
            inputs[at + 2] = vp
            inputs[at + 3] = progress
            inputs[at + 4] = progress * progress * vp
            inputs[at + 5] = 1.0 if progress > 0.9999 else 0.0
            inputs[at + 6] = progress * min(1.0, 0.1 * turns)


@compiled
def frame_features(g, rules, who, effect_cards, inputs):
    """The seat's pending decisions: its frames, and what they still bring."""
    for i in range(g.top):
        f = g.frames[i]
        if f.player != who:
            continue
        kind = f.kind
        inputs[FRAMES + kind] += 1.0
        if kind == c.F_TURN:
            for bit in range(10):
                inputs[PENDING + EFFECT + GOODS + bit] = (f.marks >> bit) & 1
            continue
        inputs[FRAMES + KINDS + kind] += 0.3 * min(f.left + f.strength + f.groups, 10)
        inputs[PENDING + EFFECT + GOODS + 10] += 0.3 * min(f.discount, 6)
        for k in range(GOODS):
            inputs[PENDING + EFFECT + k] += f.goods[k]
        if kind == c.F_REWARDS:
            j = 0
            while (f.effects >> j) != 0:
                if (f.effects >> j) & 1:
                    for k in range(EFFECT):
                        inputs[PENDING + k] += effect_cards[f.effect + j, k]
                j += 1
            if f.marks & c.R_STAFF_DUE:
                inputs[PENDING + EFFECT + GOODS + 11] = 1.0
            if f.marks & c.R_GUEST:
                inputs[PENDING + EFFECT + GOODS + 12] = bits(f.groups)
        elif kind == c.F_EFFECT:
            for k in range(EFFECT):
                inputs[PENDING + k] += effect_cards[f.effect, k]
        elif kind == c.F_MAIN or kind == c.F_SPLIT:
            if kind == c.F_SPLIT or not f.marks & c.M_DONE:
                face = min(max(f.face, 1), FACES)
                inputs[PENDING + EFFECT + GOODS + 12 + face] += 0.3 * f.strength
        elif kind == c.F_PREPARE:
            inputs[PENDING + EFFECT + GOODS + 19] = 1.0 if f.marks & c.B_OCCUPY_AT_ONCE else 0.0


@compiled
def expansion_features(g, rules, who, inputs):
    """Features of modules only: dancers, the auction, the skeleton key, celebrities."""
    p = g.players[who]
    if p.entrance >= 0:
        inputs[EXPANSION + p.entrance] = 1.0
    at = EXPANSION + MAX_ENTRANCES
    for place in range(c.BALLROOMS):
        dancers = 0
        for row in range(c.ROWS):
            dancers += p.dancers[place, row]
        inputs[at + place] = 0.3 * dancers
    resting = 0
    for section in range(c.SECTIONS):
        resting += p.resting[section]
    inputs[at + 3] = 0.1 * resting
    inputs[at + 4] = 1.0 if g.key_holder == who else 0.0
    inputs[at + 5] = 1.0 if g.key_holder >= 0 else 0.0
    if g.phase == c.PH_AUCTION:
        inputs[at + 6] = 0.2 * g.bid
        inputs[at + 7] = 1.0 if g.leader == who else 0.0
        inputs[at + 8] = (g.bidding >> who) & 1
    inputs[at + 9] = bits(p.own_done)
    inputs[at + 10] = 0.3 * bits(p.own_tiles_left)
    inputs[at + 11] = 0.3 * bits(p.tokens)
    for place in range(c.LOUNGE):
        inputs[at + 12 + place] = 1.0 if p.celebrities[place] >= 0 else 0.0
    inputs[at + 15] = bits(p.celebrity_used)
    if p.rehearsal >= 0:
        one_of(inputs, at + 16, 8, p.rehearsal)
