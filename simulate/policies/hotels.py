"""The value of hotel entrances: in the auction, and the remaining value of the own one."""

from simulate.engine.additional import own_politics_vp
from simulate.engine.codes import COLUMNS, FLOORS, ON_COLUMN, ON_FLOOR
from simulate.engine.hotel import COLUMN, FLOOR, bits
from simulate.engine.jit import compiled
from simulate.engine.state import FIRST_ENTRANCE, MAX_OWN_TILES
from simulate.policies import features as w
from simulate.policies.answers import answers_worth
from simulate.policies.progress import politics_chance, politics_progress
from simulate.policies.standing import krones_worth

LINES = (1 << ON_COLUMN) | (1 << ON_FLOOR)


@compiled
def bid_worth(g, rules, worth, who, turns):
    """In the auction: the entrance led for, at its price, or the least one that may be left."""
    p = g.players[who]
    if p.entrance >= 0 or g.auctioned < 0:
        return 0.0
    if g.leader == who:
        price = krones_worth(rules, worth, p.krones, turns)
        price -= krones_worth(rules, worth, p.krones - g.bid, turns)
        return worth.entrance[g.entrances[g.auctioned]] - price
    least = worth.entrance[g.entrances[g.auctioned]]
    for i in range(g.n_players):
        if i != g.auctioned and g.entrances[i] >= 0:
            least = min(least, worth.entrance[g.entrances[i]])
    return least


@compiled
def best_left(g, worth):
    """The index of the best remaining entrance, judged before anything else is known of a game."""
    best = -1
    for i in range(g.n_players):
        if g.entrances[i] < 0:
            continue
        if best < 0 or worth.entrance[g.entrances[i]] > worth.entrance[g.entrances[best]]:
            best = i
    return best


@compiled
def own_politics_worth(g, rules, p, worth, card, turns):
    """Personal politics cards by their progress, and what their number scores at the end."""
    vp = own_politics_vp(g, rules, p)
    v = 0.0
    for i in range(len(g.own_politics)):
        if g.own_politics[i] >= 0 and not (p.own_done >> i) & 1:
            progress = politics_progress(rules, p, worth, g.own_politics[i])
            v += politics_chance(worth, progress, turns) * vp
    done = min(bits(p.claimed) + bits(p.own_done), 6)
    return worth.w[w.POLITICS] * v + rules.card_final_politics_vp[card, done]


@compiled
def own_tiles_worth(g, rules, p, worth, card, turns):
    """Personal tiles still to be used, less the steps that they cost."""
    v = 0.0
    for i in range(MAX_OWN_TILES):
        if (p.own_tiles_left >> i) & 1 and g.own_tiles[i] >= 0:
            steps = rules.card_own_tiles_steps[card, i // 2]
            v += max(0.0, worth.tile[g.own_tiles[i]] - worth.w[w.BONUS_STEP] * steps)
    return worth.w[w.OWN_TILE] * v * min(1.0, turns / worth.w[w.OWN_TILE_TURNS])


@compiled
def entrance_worth(g, rules, p, worth, turns):
    """The remaining value of the player's entrance, as far as it depends on the player."""
    card = FIRST_ENTRANCE + p.entrance
    v = 0.0
    if rules.card_own_politics[card]:
        v += own_politics_worth(g, rules, p, worth, card, turns)
    if p.own_tiles_left:
        v += own_tiles_worth(g, rules, p, worth, card, turns)
    if p.keeps_guests:
        last = rules.card_round_guests_n[card] - 1
        v += rules.card_round_guests[card, min(p.round_guests, last)]
    return v


@compiled
def lines_worth(rules, p, worth, turns):
    """Columns and floors by the square of their progress, where a card rewards full ones."""
    v = 0.0
    column = answers_worth(rules, p, worth, ON_COLUMN)
    floor = answers_worth(rules, p, worth, ON_FLOOR)
    for k in range(COLUMNS):
        have = bits(p.occupied & (COLUMN << k))
        if have < FLOORS:
            v += column * (have * have) / (FLOORS * FLOORS)
    for k in range(FLOORS):
        have = bits(p.occupied & (FLOOR << (k * COLUMNS)))
        if have < COLUMNS:
            v += floor * (have * have) / (COLUMNS * COLUMNS)
    return worth.w[w.LINE_PROGRESS] * v * min(1.0, turns / worth.w[w.OWN_TILE_TURNS])
