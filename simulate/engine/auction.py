"""Hotel entrances: laid out, auctioned one after the other, and what their owners receive."""

from simulate.engine import codes as c
from simulate.engine.abilities import add_abilities
from simulate.engine.codes import COL_N, S_EMPEROR, S_ENTRANCES, S_POLITICS, VP_ENTRANCE
from simulate.engine.compile_effects import Argument, Effect
from simulate.engine.frames import Deciding, a_of, action, b_of, kind_of, pop, push
from simulate.engine.hotel import bits
from simulate.engine.jit import compiled
from simulate.engine.ledger import receive_all, source
from simulate.engine.rng import nth, nth_of_letter
from simulate.engine.staff import start_choice
from simulate.engine.state import FIRST_ENTRANCE, MAX_OWN_TILES, MAX_PLAYERS
from simulate.engine.triggers import start_effects


@compiled
def lay_out_entrances(g, rules):
    """Lay out one random entrance per player, with the cards and tiles that some of them need."""
    g.auctioned = -1
    g.leader = -1
    for letter in range(3):
        g.own_politics[letter] = -1
    for i in range(MAX_OWN_TILES):
        g.own_tiles[i] = -1
    for i in range(MAX_PLAYERS):
        g.entrances[i] = -1
    for i in range(g.n_players):
        g.players[i].entrance = -1
    if not rules.entrances:
        return
    for i in range(g.n_players):
        entrance = nth(g.key, S_ENTRANCES, rules.entrance_number, rules.n_entrances, i)
        g.entrances[i] = entrance
        card = FIRST_ENTRANCE + entrance
        for letter in range(3):
            if rules.card_own_politics[card]:
                g.own_politics[letter] = nth_of_letter(
                    g.key,
                    S_POLITICS,
                    rules.politics_letter,
                    letter,
                    rules.politics_number,
                    rules.n_politics,
                    1,
                )
            for k in range(rules.card_own_tiles[card]):
                g.own_tiles[2 * letter + k] = nth_of_letter(
                    g.key,
                    S_EMPEROR,
                    rules.tile_letter,
                    letter,
                    rules.tile_number,
                    rules.n_tiles,
                    1 + k,
                )


@compiled
def without_entrance(g):
    """Seats without an entrance, as a bit set."""
    seats = 0
    for i in range(g.n_players):
        if g.players[i].entrance < 0:
            seats |= 1 << i
    return seats


@compiled
def next_seat(g, seats, after):
    """The first seat of a bit set clockwise after ``after``."""
    seat = (after + 1) % g.n_players
    while not (seats >> seat) & 1:
        seat = (seat + 1) % g.n_players
    return seat


@compiled
def auction(g, rules):
    """Advance the auction. Returns False when every player has an entrance (or there are none)."""
    if not rules.entrances:
        return False
    for i in range(g.n_players):
        p = g.players[i]
        if p.entrance >= 0 and not rules.entrance_late[p.entrance]:
            activate(rules, p)
    seats = without_entrance(g)
    if seats == 0:
        return False
    if g.auctioned >= 0:
        if bits(g.bidding) == 1:
            g.players[g.leader].krones -= g.bid
            g.players[g.leader].entrance_price = g.bid
            hand_over(g, rules, g.leader, g.auctioned)
        else:
            g.step = next_seat(g, g.bidding, g.step)
            push(g, c.F_AUCTION, g.step, 0)
    elif bits(seats) == 1:
        for i in range(g.n_players):
            if g.entrances[i] >= 0:
                hand_over(g, rules, next_seat(g, seats, 0), i)
                break
    else:
        g.bidding = seats
        g.bid = -1
        g.step = next_seat(g, seats, g.n_players - 1)
        push(g, c.F_AUCTION, g.step, 0)
    return True


@compiled
def legal_auction(g, f, out):
    """The starting bidder names an entrance and a bid; the others raise or pass."""
    krones = g.players[f.player].krones
    n = 0
    for i in range(g.n_players):
        if g.entrances[i] >= 0 and (g.auctioned < 0 or g.auctioned == i):
            for bid in range(g.bid + 1, krones + 1):
                out[n] = action(c.BID, i, bid)
                n += 1
    if g.auctioned >= 0:
        out[n] = action(c.PASS)
        n += 1
    return n


@compiled
def apply_auction(g, f, act):
    """Bid or pass."""
    who = f.player
    pop(g)
    if kind_of(act) == c.PASS:
        g.bidding &= ~(1 << who)
        return
    g.auctioned = a_of(act)
    g.bid = b_of(act)
    g.leader = who


@compiled
def hand_over(g, rules, who, i):
    """A player receives an entrance: its goods, other gains and abilities."""
    p = g.players[who]
    entrance = g.entrances[i]
    card = FIRST_ENTRANCE + entrance
    g.entrances[i] = -1
    g.auctioned = -1
    p.entrance = entrance
    p.tokens = (1 << rules.n_tokens) - 1
    for k in range(MAX_OWN_TILES):
        if rules.card_own_tiles[card] and g.own_tiles[k] >= 0:
            p.own_tiles_left |= 1 << k
    if rules.entrance_active[entrance]:
        activate(rules, p)
    receive_all(g, rules, who, rules.entrance_kitchen[entrance])
    if not rules.entrance_late[entrance]:
        on_receipt(g, rules, who)


@compiled
def on_receipt(g, rules, who):
    """What an entrance gives once, in addition to its goods, in printed order."""
    entrance = g.players[who].entrance
    start_effects(
        g,
        rules,
        who,
        rules.entrance_effect[entrance],
        rules.entrance_effect_n[entrance],
        source(VP_ENTRANCE, 0),
    )


@compiled
def activate(rules, p):
    """From now on the entrance's abilities count."""
    if p.entrance >= 0 and not p.entrance_active:
        p.entrance_active = 1
        add_abilities(rules, p, FIRST_ENTRANCE + p.entrance)


@compiled
def ask_token(f, rules, row):
    """The upper or the lower half."""
    f.half = rules.effects[row, COL_N]


@compiled
def some_token(p):
    """Is a bonus token left?"""
    return p.tokens != 0


@compiled
def legal_token(g, rules, f, out):
    """The bonus tokens that are left; one has to be taken."""
    n = 0
    for i in range(rules.n_tokens):
        if (g.players[f.player].tokens >> i) & 1:
            out[n] = action(c.TOKEN, i)
            n += 1
    return n


@compiled
def apply_token(g, rules, f, act):
    """Take the upper or lower bonus of a token, which is used up."""
    who, half, i = f.player, f.half, a_of(act)
    pop(g)
    g.players[who].tokens &= ~(1 << i)
    start_choice(
        g, rules, who, rules.token_effect[i, half], rules.token_effect_n[i, half], VP_ENTRANCE, 0
    )


EFFECTS = (
    Effect(
        "bonus_token",
        c.E_BONUS_TOKEN,
        {"half": Argument(COL_N, lambda effect: 0 if effect.half == "upper" else 1)},
        c.F_TOKEN,
        ask=ask_token,
        possible=some_token,
    ),
)
DECISIONS = (
    Deciding(c.F_TOKEN, legal_token, apply_token),
    Deciding(c.F_AUCTION, legal_auction, apply_auction),
)
