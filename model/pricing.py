"""Price the cards of the base game, and in the same way the cards that no source prices.

Guests: printed VP = price of the order - price of the reward, by least squares over the 58 base
guests. Staff: krones = a constant + value of one use * krones per VP, by class (how often a card is
of use), over the base staff whose words have a price. Components not in the base game (champagne,
dancers) are priced from exchange rates printed in the expansion.

All prices are in VP unless stated otherwise. The fits take milliseconds and are cached.
"""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from statistics import mean
from typing import Any

import numpy as np

from model.sources import Tree, sources
from model.tree import base_tree

Effect = Mapping[str, Any]
CHEAP, DEAR = ("strudel", "wine"), ("cake", "coffee")  # first and second good of their action
# A dear good received counts as 3/2 cheap ones: staff that give them cost 6 and 4, or 3 and 2.
GOODS_RECEIVED = {**dict.fromkeys(CHEAP, 1.0), **dict.fromkeys(DEAR, 1.5)}

# Maximum krones saved by a free room, by its highest floor; and by a free staff card.
FREE_ROOM = {1: 0, 2: 1, 3: 2, 4: 3}
FREE_STAFF = 6

# Counts that staff score, at the end of an average player's game (our estimate).
COUNTS = {
    "occupied_rooms": 12.0,
    "rooms": 13.0,
    "staff": 5.0,
    "groups": 4.0,
    "floors": 1.2,
    "columns": 1.5,
    "politics": 1.2,
    "emperor": 5.0,
    "colour_sets": 3.5,
    "dancers": 5.5,
}
EMPEROR_REWARDS = 2.0  # out of three
# Events of the class `guest`, in fourths of the guests: of one colour, all, orders of 4 goods (a
# fourth of the guests have them), staff played later, dancers (half of the guests).
COLOURED, ALL, LARGE, HIRES, DANCERS = 1.0, 4.0, 1.0, 1.0, 2.0
PAID = 0.5  # uses of a once-a-round card with a cost in goods or the like, per use of a free one
BELL = 0.75  # value of a card that waits for an event, relative to an immediate one


@dataclass(frozen=True)
class Fit:
    """Coefficients by word; spreads are standard deviations in the unit of the fitted values.

    spread: that of the residuals, for the number of words; spread_out: that of cards left out of
    the fit, the error to expect for a new card.
    """

    prices: dict[str, float]
    spread: float
    spread_out: float
    residuals: dict[str, float]


def least_squares(words: Mapping[str, Mapping[str, float]], values: Mapping[str, float]) -> Fit:
    """Fit values of cards by their words. A card with a unique word is fitted exactly."""
    names = list(dict.fromkeys(word for card in words.values() for word in card))
    A = np.array([[card.get(name, 0.0) for name in names] for card in words.values()])
    y = np.array([values[card] for card in words])
    found, _, rank, _ = np.linalg.lstsq(A, y, rcond=None)
    left = y - A @ found
    leverage = np.einsum("ij,ji->i", A, np.linalg.pinv(A))
    judged = leverage < 1 - 1e-9
    out = left[judged] / (1 - leverage[judged])
    return Fit(
        prices={name: round(float(price), 4) for name, price in zip(names, found)},
        spread=float(np.sqrt((left**2).sum() / (len(y) - rank))),
        spread_out=float(np.sqrt((out**2).mean())),
        residuals={card: round(float(rest), 2) for card, rest in zip(words, left)},
    )


# --- effects -----------------------------------------------------------------------------------


def reward_words(effects: Iterable[Effect]) -> dict[str, float]:
    """The amount of each priced word in effects; a discount counts the krones that it saves."""
    words: Counter[str] = Counter()
    for effect in effects:
        words.update(_words(effect))
    return {word: float(n) for word, n in words.items() if n}


def _words(effect: Effect) -> dict[str, float]:
    match effect["do"]:
        case "gain":
            other = {word: effect.get(word, 0) for word in ("champagne", "krones", "emperor", "vp")}
            goods = sum(effect.get(good, 0) * n for good, n in GOODS_RECEIVED.items())
            return {**other, "good received": goods}
        case "choose_goods":
            return {"good received": 1.5 * effect.get("goods", 1)}
        case "swap_goods":
            return {"good received": 0.5 * effect["goods"], "vp": effect.get("vp", 0)}
        case "hire":
            cards = effect.get("cards", 1)
            return {"hire": cards, "hire discount": cards * _saved(effect, FREE_STAFF)}
        case "prepare":
            rooms, saved = (
                effect.get("rooms", 1),
                _saved(effect, FREE_ROOM[effect.get("floors", 4)]),
            )
            occupied = rooms if effect.get("occupied") else 0
            return {"prepare": rooms, "prepare discount": rooms * saved, "occupy": occupied}
        case "occupy":
            return {"occupy": effect.get("rooms", 1)}
        case "draw":
            return {"draw": effect.get("cards", 1)}
        case "take_guest":
            guests = effect.get("guests", 1)
            return {"take guest": guests, "order": guests if effect.get("filled") else 0}
        case "fill_order":
            return {"order": effect.get("guests", 1)}
        case "send_dancer":
            less = (3,) if effect.get("free") else effect.get("less", (0,))
            return {"dancer": len(less), "champagne": sum(less)}
        case "score":
            return {"vp": _score(effect)}
        case other:  # draws and plays staff, a further turn: one price for the whole
            return {other: 1}


def _saved(effect: Effect, free: int) -> int:
    saved: int = free if effect.get("free") else effect.get("discount", 0)
    return saved


def _score(effect: Effect) -> float:
    """VP for counts; a third of the rooms have one colour."""
    points = effect["vp"] * COUNTS[effect["per"]] / (3 if effect.get("colour") else 1)
    most = effect.get("max")
    return float(points if most is None else min(points, most))


def value(effects: Iterable[Effect], by: Mapping[str, float] | None = None) -> float:
    """VP of effects used once, by the given prices or by default by all."""
    by = by or prices()
    return sum(by[word] * n for word, n in reward_words(effects).items())


# --- guests ------------------------------------------------------------------------------------


@functools.cache
def guest_fit() -> Fit:
    """VP of goods as ordered and of the words of rewards, from the base guests."""
    guests = base_tree()["guest"]
    words = {}
    for number, guest in guests.items():
        ordered = {good: float(n) for good, n in guest["order"].items() if n}
        words[number] = {**ordered, **{w: -n for w, n in reward_words(guest["reward"]).items()}}
    return least_squares(words, {number: float(guest["vp"]) for number, guest in guests.items()})


def _base_prices() -> dict[str, float]:
    return {**guest_fit().prices, "vp": 1.0}


def _mean_tile(letter: str) -> float:
    """Mean value of the base game's emperor rewards of a letter."""
    tiles = base_tree()["emperor_tile"].values()
    return mean(value(t["reward"], _base_prices()) for t in tiles if t["letter"] == letter)


def champagne_rates() -> dict[str, float]:
    """VP of each champagne received, by the exchange rates that the expansion prints."""
    by = _base_prices()
    halls = sources().change["ballrooms"].add["ballroom"].values()
    top = mean(value(hall["top"]["bonus"], by) for hall in halls)
    middle = mean(value(hall["middle"]["bonus"], by) for hall in halls)
    return {
        "2 champagne of emperor tile A5, if worth as much as A1 to A4": _mean_tile("A") / 2,
        "the second champagne for a dancer, paid for the middle row's bonus": middle,
        "the third one, for the top row's bonus instead of the middle row's": top - middle,
        "staff 122 and 123, if they gain the same per round": (5 - 3 + 2 * by["krones"]) / 2,
    }


def champagne_ordered(champagne: float) -> float:
    """VP of champagne that a guest orders, if each champagne received is worth `champagne`.

    The mean of two estimates. As the third good of its action, it exceeds the second by as much as
    the second exceeds the first. All goods are worth more when ordered than when received.
    """
    by = _base_prices()
    cheap, dear = (mean(by[good] for good in goods) for goods in (CHEAP, DEAR))
    received = by["good received"] * mean(GOODS_RECEIVED.values())
    return mean((2 * dear - cheap, champagne * mean((cheap, dear)) / received))


def dancer_rates(champagne: float) -> dict[str, float]:
    """VP of a dancer sent, beyond the champagne paid, by two ways of reasoning.

    The two contradict each other, and no source decides between them, so the ranges of assumed
    values of cards that send dancers include both.
    """
    free = _mean_tile("B")  # in the top row
    row, section = 3.6, 1.0  # VP per dancer of the five scorings; half the bonuses, of ten dancers
    return {
        "the free dancer of emperor tile B5, if worth as much as B1 to B4": free - 3 * champagne,
        "VP in a ballroom and of a section bonus, for 1 champagne": row + section - champagne,
    }


@functools.cache
def prices() -> dict[str, float]:
    """The price of every word: first from the base guests, then by reasoning."""
    found = _base_prices()
    found["champagne"] = mean(champagne_rates().values())
    found["champagne ordered"] = champagne_ordered(found["champagne"])
    found["dancer"] = mean(dancer_rates(found["champagne"]).values())
    guests = base_tree()["guest"].values()
    found["order"] = mean(order_price(guest["order"], found) for guest in guests)
    return found


def order_price(order: Mapping[str, int], by: Mapping[str, float] | None = None) -> float:
    """VP of the goods of an order."""
    by = by or prices()
    names = {good: "champagne ordered" if good == "champagne" else good for good in order}
    return sum(by[names[good]] * n for good, n in order.items() if n)


def guest_price(order: Mapping[str, int], reward: Iterable[Effect]) -> float:
    """Fair VP of a guest, to two decimals."""
    return round(order_price(order) - value(reward), 2)


# --- staff -------------------------------------------------------------------------------------


def staff_words(card: Tree) -> dict[str, float] | None:
    """The constant, and the VP of one use under the class of the card; None without a price.

    Classes: once; counted (at the end, or N times per game); die (of one face); guest (a fourth of
    those who leave the café); round.
    """
    effects, abilities = card.get("effects", ()), card.get("abilities", ())
    if any(effect["do"] == "copy_final" for effect in effects):
        return None
    if card["timing"] == "bell":
        uses = [("once", BELL * value(ability["effects"])) for ability in abilities]
    elif effects:
        uses = [({"once": "once", "end": "counted", "round": "round"}[card["timing"]], _net(card))]
    else:
        uses = [use for ability in abilities if (use := _use(ability))]
    classes = {name for name, _ in uses}
    if len(uses) < len(abilities) or len(classes) != 1:
        return None
    return {"constant": 1.0, classes.pop(): sum(worth for _, worth in uses)}


def _net(card: Tree) -> float:
    """VP of a card's effects minus its cost; a card with a cost is used less often."""
    pay = {word: n for word, n in card.get("pay", {}).items() if n}
    worth = value(card["effects"])
    if not pay and not any(effect["do"] == "swap_goods" for effect in card["effects"]):
        return worth
    items = pay.pop("items", 0) * prices()["good received"]
    return PAID * (worth - items - value([{"do": "gain", **pay}]))


def _use(ability: Tree) -> tuple[str, float] | None:
    """Class and value of an ability; None if it has no price."""
    worth = value(ability.get("effects", ()))
    match ability["kind"]:
        case "on_die":
            return "die", len(ability["faces"]) * worth
        case "strength":
            good = 1.25 * prices()["good received"]
            by_face = {1: good, 2: good, 5: prices()["hire discount"]}
            if not set(ability["faces"]) <= set(by_face):
                return None
            return "die", ability["dice"] * sum(by_face[face] for face in ability["faces"])
        case "on_guest_leaves":
            some = LARGE if ability.get("min_goods") else ALL
            return "guest", (COLOURED if ability.get("colour") else some) * worth
        case "on_hire":
            return "guest", HIRES * worth
        case "on_dancer":
            return "guest", DANCERS * worth
        case "on_emperor_reward":
            return "counted", EMPEROR_REWARDS * worth
        case "on_politics":
            return "counted", COUNTS["politics"] * worth
    return None


@functools.cache
def staff_fit() -> Fit:
    """Krones per VP of a use, by class, from the base staff that have a price."""
    staff = base_tree()["staff"]
    words = {number: staff_words(card) for number, card in staff.items()}
    priced = {number: row for number, row in words.items() if row is not None}
    return least_squares(priced, {number: float(staff[number]["cost"]) for number in priced})


def staff_price(card: Tree) -> float | None:
    """Fair cost of a staff card in krones, to two decimals; None if it has no price."""
    words = staff_words(card)
    if words is None:
        return None
    return round(sum(staff_fit().prices[word] * n for word, n in words.items()), 2)
