"""Why an action that modules bring is illegal: dancers, celebrities, entrances, the key, dice."""

from __future__ import annotations

from simulate.actions import DICE_WORDS, ROW_WORDS
from simulate.engine import codes as c
from simulate.engine.additional import own_tile
from simulate.engine.ballrooms import dancer_price, section_champagne
from simulate.engine.compile_words import GOODS_WORDS
from simulate.engine.dice import coloured_left
from simulate.engine.goods import enough_behind
from simulate.engine.state import FIRST_CELEBRITY, FIRST_ENTRANCE
from simulate.narration.names import goods_text, krones
from simulate.referee.reasons.case import Case, Reason
from simulate.referee.reasons.turn import not_served

# --- dancers


def dance(case: Case) -> Reason | None:
    """A guest who goes dancing instead of taking a room."""
    table, p = case.a, case.p
    if not case.rules.ballrooms:
        return case.because("there are no ballrooms in this game")
    unserved = not_served(case, table)
    if unserved:
        return unserved
    if not case.rules.guest_dances[p.cafe[table]]:
        return case.because(f"{case.table(table)} does not dance: only a room will do", "guest.162")
    return _seat(case, case.b, case.parts[3], 0)


def send(case: Case) -> Reason | None:
    """A dancer whom an effect sends."""
    return _seat(case, case.a, case.b, int(case.frame.reductions) & 15)


def _seat(case: Case, seat: int, section: int, less: int) -> Reason | None:
    """What stands against a dancer of a section in a row of a ballroom."""
    g, p = case.g, case.p
    place, row = divmod(seat, c.ROWS)
    if place >= c.BALLROOMS or g.ballrooms[place] < 0:
        return case.because(f"there is no ballroom {place + 1}")
    where = case.names.row_of(g, seat)
    if section >= c.SECTIONS or p.resting[section] == 0:
        return case.because(
            f"no dancer is left in section {section + 1} of {case.player}", "dance.any-section"
        )
    n = int(g.n_players)
    taken = sum(int(q.dancers[place, row]) for q in g.players[:n])
    seats = int(case.rules.row_seats[g.ballrooms[place], row, n])
    balcony = place == c.BALLROOMS - 1 and row == c.TOP
    if taken >= seats and not balcony:
        return case.because(
            f"{where} has {seats} seats for {n} players, and all are taken",
            "dance.row",
            "dance.full",
        )
    price = int(dancer_price(g, case.rules, place, row, less))
    have = int(p.kitchen[c.CHAMPAGNE])
    if case.rules.section_bonus_first:
        have += int(section_champagne(case.rules, p, section))
    if price > have:
        reduced = f" ({price + less} less {less})" if less else ""
        return case.because(
            f"a dancer in {where} costs {price} champagne{reduced}; {case.player} has {have}",
            *(("send.less",) if less else ()), "dance.price", "dance.unaffordable",
        )  # fmt: skip
    return None


def reward_bonus(case: Case) -> Reason | None:
    """The bonus of a row or of a section."""
    of_row = case.kind == c.ROW_BONUS
    what = "row" if of_row else "section"
    if case.frame.marks & (c.R_ROW_DUE if of_row else c.R_SECTION_DUE):
        return None
    ids = ("dance.row-bonus", "dance.bottom-none") if of_row else ("dance.section-bonus",)
    return case.because(f"no bonus of a {what} is due", *ids)


def rehearse(case: Case) -> Reason | None:
    return case.because(
        f"rehearsal room {case.a + 1} of those laid out is not left", "rehearsal.order"
    )


def remove_dancer(case: Case) -> Reason | None:
    row = ROW_WORDS[case.a] if case.a < c.ROWS else "such a"
    where = case.names.ballroom(int(case.g.ballrooms[case.frame.ballroom]))
    return case.because(f"{case.player} has no dancer in the {row} row of {where}")


# --- celebrities and coloured dice


def use_celebrity(case: Case) -> Reason | None:
    """What a celebrity does once."""
    place, p = case.a, case.p
    if place >= c.LOUNGE or p.celebrities[place] < 0:
        which = f"of the {DICE_WORDS[place + 1]} die " if place < c.LOUNGE else ""
        return case.because(
            f"no celebrity {which}helps {case.player} in this round",
            "lounge.meet",
            "lounge.whole-round",
        )
    name = case.names.celebrity(int(p.celebrities[place]))
    card = FIRST_CELEBRITY + int(p.celebrities[place])
    if not case.rules.card_effect_n[card]:
        return case.because(f"{name} helps by being there: there is nothing to use")
    if p.celebrity_used >> place & 1:
        return case.because(f"{name} has been used in this round already", "lounge.whole-round")
    return case.because(f"what {name} does would change nothing now")


def ignore_good(case: Case) -> Reason | None:
    """A good of an order that need not be served."""
    table, p = case.a, case.p
    if not p.ignore_good:
        return case.because(
            f"nobody lets {case.player} ignore a good of an order", "celebrity.freud"
        )
    if table >= p.tables or p.cafe[table] < 0:
        return case.because(f"nobody sits at table {table + 1} of {case.player}")
    guest = case.table(table)
    if case.rules.guest_goods[p.cafe[table]] < 2:
        return case.because(
            f"{guest} orders a single item: it cannot be ignored", "celebrity.freud.single"
        )
    return case.because(
        f"{guest} still wants {int(p.missing_total[table])} goods, not one", "celebrity.freud"
    )


def remove_die(case: Case) -> Reason | None:
    if case.a >= c.LOUNGE:
        return case.because("there is no such coloured die")
    word = DICE_WORDS[case.a + 1]
    left = int(coloured_left(case.g))
    return case.because(
        f"the {word} die is not among the {left} that are left", "coloured-dice.pass-coloured"
    )


# --- entrances


def bid(case: Case) -> Reason | None:
    """A bid in an auction."""
    g, entrance, amount = case.g, case.a, case.b
    if entrance >= g.n_players or g.entrances[entrance] < 0:
        return case.because(f"no hotel entrance {entrance + 1} is left", "auction.one-each")
    if g.auctioned >= 0 and g.auctioned != entrance:
        name = case.names.entrance(int(g.entrances[g.auctioned]))
        return case.because(f"{name} is up for auction, no other entrance", "auction.raise-or-pass")
    if amount > case.p.krones:
        return case.because(f"the bid is {krones(amount)}; {case.has_krones()}", "auction.means")
    if amount <= g.bid:
        return case.because(
            f"the bid is {krones(int(g.bid))}: a further one is higher", "auction.raise-or-pass"
        )
    return None


def pass_auction(case: Case) -> Reason | None:
    return case.because(
        "whoever starts an auction names an entrance and bids 0 krones or more", "auction.first-bid"
    )


def use_tile(case: Case) -> Reason | None:
    """A personal emperor tile."""
    k, g, p = case.a, case.g, case.p
    own = p.entrance >= 0 and case.rules.card_own_tiles[FIRST_ENTRANCE + p.entrance]
    if not own or k >= len(g.own_tiles) or g.own_tiles[k] < 0:
        return case.because(
            f"{case.player} has no such personal emperor tile", "entrance.grand-wray.tiles"
        )
    name = case.names.tile_keys[int(g.own_tiles[k])]
    if not p.own_tiles_left >> k & 1:
        return case.because(
            f"the personal emperor tile {name} is used up", "entrance.grand-wray.used-up"
        )
    if case.frame.marks & c.T_TILE_USED:
        return case.because(
            "a personal emperor tile has been used in this turn: one a turn", "entrance.grand-wray"
        )
    if int(own_tile(g, case.rules, p, k)) < 0:
        steps = int(case.rules.card_own_tiles_steps[FIRST_ENTRANCE + p.entrance, k // 2])
        return case.because(
            f"the personal emperor tile {name} costs {steps} steps back; {case.player} is on space"
            f" {int(p.emperor)}",
            "entrance.grand-wray",
        )
    return None


def claim_own(case: Case, letter: int, unmet: str) -> Reason | None:
    """A personal politics card. ``unmet``: what its condition asks for beyond what is there."""
    g, p = case.g, case.p
    own = p.entrance >= 0 and case.rules.card_own_politics[FIRST_ENTRANCE + p.entrance]
    if not own or letter > 2 or g.own_politics[letter] < 0:
        return case.because(
            f"{case.player} has no such personal politics card", "entrance.ninas-melange.cards"
        )
    name = case.names.politics(int(g.own_politics[letter]))
    if p.own_done >> letter & 1:
        return case.because(
            f"the personal politics card {name} is turned over already",
            "entrance.ninas-melange.once",
        )
    return case.because(
        f"the condition of the personal politics card {name} is not met: {unmet}",
        "entrance.ninas-melange",
    )


def token(case: Case) -> Reason | None:
    if case.a >= case.rules.n_tokens:
        return case.because(f"there is no bonus token {case.a + 1}")
    return case.because(f"bonus token {case.a + 1} is used up", "entrance.dove.used-up")


def bonus_kind(case: Case) -> Reason | None:
    return case.because("the bonus is that of a blue, red or yellow group")


# --- the key


def key(case: Case) -> Reason | None:
    """The skeleton key, taken instead of a die."""
    marks, g = int(case.frame.marks), case.g
    if not case.rules.key:
        return case.because("there is no skeleton key in this game")
    if marks & c.T_ACTION_DONE:
        return case.because("the main action of this turn is done", "skeleton-key.instead")
    if marks & c.T_EXTRA:
        return case.because(
            "the skeleton key is not taken in an extra turn", "skeleton-key.either-turn"
        )
    if g.key_holder >= 0:
        holder = case.lexicon.players[int(g.key_holder)]
        return case.because(
            f"{holder} has the skeleton key in this round", "skeleton-key.either-turn"
        )
    return case.because(
        f"{case.player} has passed in this round: the key is not for them",
        "skeleton-key.not-after-passing",
    )


# --- paying, swapping, cards that wait


def pay(case: Case) -> Reason | None:
    """A dish or drink given up."""
    good = case.a
    if good >= c.CHOICE:
        return case.because("a dish or drink is given up, not champagne", "champagne.neither")
    kitchen = goods_text(case.p.kitchen) or "empty"
    if case.p.kitchen[good] == 0:
        return case.because(f"no {GOODS_WORDS[good]} is in the kitchen ({kitchen})")
    return case.because(
        f"{case.frame.left} more are given up, in the order of the goods: strudel, cake, wine,"
        " coffee"
    )


def swap(case: Case) -> Reason | None:
    """A dish or drink for another."""
    good, other, p, frame = case.a, case.b, case.p, case.frame
    if good >= c.CHOICE or other >= c.CHOICE:
        return case.because(
            "champagne is neither dish nor drink: it is not swapped", "champagne.neither"
        )
    if good == other:
        return case.because("what is received is of another kind")
    if p.kitchen[good] == 0:
        kitchen = goods_text(p.kitchen) or "empty"
        return case.because(f"no {GOODS_WORDS[good]} is in the kitchen ({kitchen})")
    if frame.marks & c.W_ALL and not enough_behind(p, good, int(frame.left)):
        return case.because(f"exactly {frame.left} more are swapped, or none")
    return case.because("swaps are made in the order of the goods: strudel, cake, wine, coffee")


def stop_swap(case: Case) -> Reason | None:
    return case.because(f"the swap is begun: {case.frame.left} more are swapped")


def use_due(case: Case) -> Reason | None:
    """A card that waits for its event."""
    name = case.names.staff(case.a)
    return case.because(f"{name} cannot be used now: what it waits for has not happened")
