"""The parts of the hand-made evaluation: features that the network need not learn by itself."""

import numba

from simulate.compiling.signatures import declare
from simulate.engine.count import scored_vp
from simulate.engine.jit import exported
from simulate.policies.cafe import cafe_worth, vacancies
from simulate.policies.evaluation import modules_worth, staff_worth, turn_worth, turns_left
from simulate.policies.hiring import best_hire
from simulate.policies.pending import best_die, pending_worth
from simulate.policies.position_cache import (
    recall_cafe,
    recall_emperor,
    recall_politics,
    recall_rooms,
)
from simulate.policies.progress import politics_progress
from simulate.policies.rooms import rooms_worth
from simulate.policies.standing import emperor_worth, krones_worth

declare(found=numba.float64[::1])

KRONES, ROOMS, CAFE, STAFF, POLITICS, EMPEROR, TURN, PENDING, MODULES, HIRE, DIE = range(11)
PROGRESS = 11  # toward each of the three politics cards
TILE = 14  # VP of the next emperor tile if it were scored now
TURNS = 15
FOUND = 16
RIVAL_CAFE, RIVAL_ROOMS, RIVAL_EMPEROR, RIVAL_KRONES, RIVAL_TURNS = range(5)


@exported
def own_parts(g, rules, worth, who, found):
    """Write to ``found``, shape (FOUND,), the value in VP of each part of the own position."""
    p = g.players[who]
    known = worth.known[who]
    turns = turns_left(g, rules, who)
    found[TURNS] = turns
    found[KRONES] = krones_worth(rules, worth, p.krones, turns)
    found[ROOMS] = recall_rooms(rules, p, worth, known, turns)
    found[CAFE] = recall_cafe(rules, p, worth, known, turns)
    found[STAFF] = staff_worth(g, rules, p, worth, turns)
    found[POLITICS] = recall_politics(g, rules, p, worth, known, turns)
    found[EMPEROR] = recall_emperor(g, rules, p, worth, known)
    found[TURN] = turn_worth(g, rules, p, worth, who, turns)
    found[PENDING] = pending_worth(g, rules, worth, who, turns)
    found[MODULES] = modules_worth(g, rules, worth, who, turns) if worth.modules else 0.0
    found[HIRE] = best_hire(g, rules, p, worth, 0, turns)
    found[DIE] = best_die(g, rules, p, worth, turns)
    for i in range(len(g.politics)):
        card = g.politics[i]
        found[PROGRESS + i] = 0.0
        if card >= 0:
            if known.politics[i] == card + 1:
                found[PROGRESS + i] = known.progress[i]
            else:
                found[PROGRESS + i] = politics_progress(rules, p, worth, card)
    found[TILE] = 0.0
    for k in range(rules.n_scorings):
        if rules.scoring_round[k] >= g.round_no:
            row = worth.tile_scores[g.emperor_tiles[k]]
            if row >= 0:
                found[TILE] = scored_vp(rules, p, row)
            break


@exported
def rival_parts(g, rules, worth, who, found):
    """The same for another seat, from public information only."""
    p = g.players[who]
    turns = turns_left(g, rules, who)
    found[RIVAL_TURNS] = turns
    found[RIVAL_CAFE] = cafe_worth(rules, p, worth, vacancies(rules, p), turns)
    found[RIVAL_ROOMS] = rooms_worth(rules, p, worth, turns)
    found[RIVAL_EMPEROR] = emperor_worth(g, rules, p, worth, p.emperor)
    found[RIVAL_KRONES] = krones_worth(rules, worth, p.krones, turns)
