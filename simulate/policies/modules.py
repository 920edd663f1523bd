"""What modules add to a position: celebrities, the skeleton key, entrances, cards that wait."""

from simulate.engine import codes as c
from simulate.engine.additional import own_politics_vp
from simulate.engine.codes import (
    COLUMNS,
    FIRST_OWED,
    FLOORS,
    LOUNGE,
    ON_ACTION_STEPS,
    ON_ADVANCE,
    ON_CHAMPAGNE,
    ON_COLUMN,
    ON_DISHES,
    ON_DRINKS,
    ON_FLOOR,
    ON_HIRE,
    ON_KRONES,
    OWED,
)
from simulate.engine.hotel import COLUMN, FLOOR, bits
from simulate.engine.jit import compiled
from simulate.engine.state import FIRST_ENTRANCE, MAX_OWN_TILES
from simulate.policies import features as w
from simulate.policies.dancing import dancing_worth
from simulate.policies.progress import politics_chance, politics_progress
from simulate.policies.standing import krones_worth

LINES = (1 << ON_COLUMN) | (1 << ON_FLOOR)
FEW_TURNS = 5.0  # from here on an option loses worth as turns go by


@compiled
def answers_worth(rules, p, worth, event):
    """What a player's cards bring each time that an event happens."""
    v = 0.0
    if not (p.events >> event) & 1:
        return v
    for i in range(p.owners_size):
        first = rules.card_trigger[p.owners[i]]
        for t in range(first, first + rules.card_trigger_n[p.owners[i]]):
            if rules.trigger_event[t] == event:
                v += worth.trigger[t]
    return v


@compiled
def brought(p, event):
    """What the action so far brought of what an event asks for; 0 for other events."""
    if event == ON_ACTION_STEPS:
        return p.action_steps
    if event == ON_DISHES:
        return p.action_goods[0]
    if event == ON_DRINKS:
        return p.action_goods[1]
    return 0


@compiled
def due_worth(rules, p, worth):
    """Waiting cards whose event has happened, and answers to what was just received."""
    v = 0.0
    for i in range(p.staff_size):
        card = p.staff[i]
        if rules.staff_waits[card] and not p.staff_used[i]:
            t = rules.card_trigger[card]
            enough = brought(p, rules.trigger_event[t])
            if p.staff_due[i] or (enough > 0 and enough >= rules.trigger_min_goods[t]):
                v += worth.w[w.CARD_DUE] * worth.trigger[t]
    if p.owing:
        for i in range(OWED):
            if p.owed[i] > 0:
                v += p.owed[i] * answers_worth(rules, p, worth, FIRST_OWED + i)
    return v


@compiled
def fit_for_due(rules, p, worth, event, n):
    """Waiting cards that an action bringing ``n`` of something would make usable."""
    v = 0.0
    if not (p.events >> event) & 1:
        return v
    for i in range(p.staff_size):
        card = p.staff[i]
        if rules.staff_waits[card] and not p.staff_used[i]:
            t = rules.card_trigger[card]
            if rules.trigger_event[t] == event and n >= rules.trigger_min_goods[t]:
                v += worth.w[w.CARD_DUE] * worth.trigger[t]
    return v


@compiled
def helped_worth(rules, p, worth, kind, face, n):
    """What cards in play add to a main action of strength n about to be carried out."""
    if n <= 0:
        return 0.0
    if kind == c.A_HIRE:
        return answers_worth(rules, p, worth, ON_HIRE)
    if kind == c.A_TRACKS:
        steps = answers_worth(rules, p, worth, ON_ADVANCE)
        steps += worth.w[w.BONUS_STEP] * p.more_steps
        steps += fit_for_due(rules, p, worth, ON_ACTION_STEPS, n)
        krones = answers_worth(rules, p, worth, ON_KRONES)
        krones += worth.w[w.BONUS_KRONE] * p.more_krones
        # Both are received if the strength is split.
        return steps + krones if n > 1 else max(steps, krones)
    if kind == c.A_GOODS:
        v = 0.0
        if rules.action_goods_n[face] > 2 and n > 2:
            v = answers_worth(rules, p, worth, ON_CHAMPAGNE)
        event = ON_DISHES if rules.action_goods[face, 0] < c.DISHES else ON_DRINKS
        return v + fit_for_due(rules, p, worth, event, n)
    return 0.0


@compiled
def celebrities_worth(g, rules, p, worth, who):
    """Celebrities of the round, for the rest of this turn and the player's other turn."""
    turns = 1.0 * max(0, 2 - p.turns_taken)
    if g.top > 0 and g.frames[0].kind == c.F_TURN and g.frames[0].player == who:
        turns -= 0.5
    v = 0.0
    for place in range(LOUNGE):
        celebrity = p.celebrities[place]
        if celebrity >= 0:
            v += max(0.0, turns) * worth.celebrity[celebrity]
            if not (p.celebrity_used >> place) & 1:
                v += worth.celebrity_use[celebrity]
    return worth.w[w.CELEBRITY] * v


@compiled
def key_worth(g, rules, worth, who):
    """The skeleton key: places won in the next round's order, against krones for the others."""
    if g.key_holder != who:
        return 0.0
    v = 0.0
    for k in range(g.n_players - 1):
        v -= worth.w[w.KEY_GIFT] * rules.key_krones[k]
    if g.round_no < rules.rounds:
        v += worth.w[w.KEY_PLACE] * ((who - g.first_seat - 1 + g.n_players) % g.n_players)
    return v


@compiled
def bid_worth(g, rules, worth, who, turns):
    """In the auction: the entrance led for at its price, or the least one that could be left."""
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
def own_politics_worth(g, rules, p, worth, card, turns):
    """Personal politics cards by their progress, and what their number brings at the end."""
    vp = own_politics_vp(g, rules, p)
    v = 0.0
    for i in range(len(g.own_politics)):
        if g.own_politics[i] >= 0 and not (p.own_done >> i) & 1:
            progress = politics_progress(rules, p, worth, g.own_politics[i])
            v += politics_chance(progress, turns) * vp
    done = min(bits(p.claimed) + bits(p.own_done), 6)
    return worth.w[w.POLITICS] * v + rules.card_final_politics_vp[card, done]


@compiled
def own_tiles_worth(g, rules, p, worth, card, turns):
    """Personal tiles still to be used, after the steps that they cost."""
    v = 0.0
    for i in range(MAX_OWN_TILES):
        if (p.own_tiles_left >> i) & 1 and g.own_tiles[i] >= 0:
            steps = rules.card_own_tiles_steps[card, i // 2]
            v += max(0.0, worth.tile[g.own_tiles[i]] - worth.w[w.BONUS_STEP] * steps)
    return worth.w[w.OWN_TILE] * v * min(1.0, turns / FEW_TURNS)


@compiled
def entrance_worth(g, rules, p, worth, turns):
    """What the own entrance has still in store where it depends on what the player does."""
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
    """Columns and floors by the square of their progress, where a card answers to full ones."""
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
    return worth.w[w.LINE_PROGRESS] * v * min(1.0, turns / FEW_TURNS)


@compiled
def modules_worth(g, rules, worth, who, turns):
    """Everything in a position that only modules and variants bring."""
    p = g.players[who]
    v = due_worth(rules, p, worth)
    if rules.ballrooms:
        v += dancing_worth(g, rules, who, worth, turns)
    if rules.coloured_dice:
        v += celebrities_worth(g, rules, p, worth, who)
    if rules.key:
        v += key_worth(g, rules, worth, who)
    if g.phase == c.PH_AUCTION:
        v += bid_worth(g, rules, worth, who, turns)
    elif p.entrance >= 0:
        v += entrance_worth(g, rules, p, worth, turns)
    if p.events & LINES and turns > 0:
        v += lines_worth(rules, p, worth, turns)
    return v
