"""Several decisions in one step, as people phrase them: "prepare 1.1, 1.2 and 1.3".

A step may list rooms, goods and their destinations ("serve 2 wine, 1 coffee on Count"), or the
goods of an action ("2 wine, 1 coffee"). It is expanded into the actions it stands for.
"""

from __future__ import annotations

import re
from typing import Any

from simulate.decisions.readings import Refused
from simulate.engine import codes as c
from simulate.engine.compile_words import GOODS_WORDS
from simulate.words.lexicon import fold
from simulate.words.spelling import read_room, room_name

ROOMS = re.compile(r"(prepare|occupy) (?:rooms? )?([\d., &-]*(?:and [\d., &-]+)*)")
STRETCH = re.compile(r"([1-4]\.[1-5])-([1-4]\.[1-5])")
GOOD = "|".join(GOODS_WORDS)
AMOUNT = re.compile(rf"(?:(\d{{1,2}}) )?({GOOD})s?")
LAID = re.compile(r"(serve|place|put) (.+)")
ONE = rf"\d{{1,2}} (?:{GOOD})s?"
GOODS = re.compile(rf"(?:(?:take|get|receive)s? )?({ONE}(?:(?:,? and |, ?| ){ONE})*)")
# Words that people use instead of an action's.
SAID = (
    (re.compile(r"takes? (?:a |the )?(?:white )?die (?:of )?(?=[1-6])"), "die "),
    (re.compile(r"takes? (?:the )?guest (?=.)"), "guest "),
    (re.compile(r"passes$"), "pass"),
    (re.compile(r"(?:goes )?(\d{1,2}) steps?$"), r"steps \1"),
    (re.compile(r"checks in (?=.)"), "check in "),
    (re.compile(r"plays? (?=.)"), "hire "),
    (re.compile(r"(prepare|serve|place|hire|use|claim|choose|draft|end|keep)s (?=.)"), r"\1 "),
)
BETWEEN = re.compile(r",? and |, ?")
MOST = 30


def parts(text: str, g: Any, rules: Any) -> list[str]:
    """The actions that a text stands for, in words; the text itself if it is a single action.

    ``g``, ``rules``: the state and the program, which define the meaning of an amount of goods.
    Without ``rules``, amounts stand for any split. Raises Refused for amounts that the action
    cannot give.
    """
    words = plain_words(text)
    found = _rooms(words) or _laid(words) or _split(words, g, rules)
    return found if 0 < len(found) <= MOST else [words]


def plain_words(text: str) -> str:
    """A text in the words of actions: "takes a die of 3" as "die 3"."""
    words = fold(text).rstrip(". ")
    for pattern, plain in SAID:
        words = pattern.sub(plain, words, count=1) if pattern.match(words) else words
    return words


def _rooms(words: str) -> list[str]:
    """ "prepare 1.1, 1.2" as one action per room; nothing for a single one."""
    match = ROOMS.fullmatch(words)
    if not match:
        return []
    named: list[str] = []
    for word in re.split(r"[\s,&]+|and", match[2]):
        stretch = STRETCH.fullmatch(word)
        if stretch:
            first, last = read_room(stretch[1]), read_room(stretch[2])
            named += [room_name(room) for room in range(first, last + 1)]
        elif word:
            named.append(word)
    return [f"{match[1]} {room}" for room in named] if len(named) > 1 else []


def _laid(words: str) -> list[str]:
    """ "serve 2 wine on Duke, coffee on Count" as one action per good."""
    match = LAID.fullmatch(words)
    if not match or not re.search(rf"\b({GOOD})s?\b.* on(?:to)? ", words):
        return []
    found, target = list[str](), ""
    for item in reversed(BETWEEN.split(match[2])):
        goods, *guest = re.split(r" on(?:to)? ", item, maxsplit=1)
        target = guest[0] if guest else target
        amount = AMOUNT.fullmatch(goods.strip())
        if not amount or not target:
            return []
        found += [f"place {amount[2]} on {target}"] * int(amount[1] or 1)
    found.reverse()
    if match[1] == "serve":
        return ["serve", *found]
    return found if len(found) > 1 or match[1] == "put" or re.match(r"\d", match[2]) else []


def _split(words: str, g: Any, rules: Any) -> list[str]:
    """ "2 wine, 1 coffee" as the split of an action's goods, if a split is pending."""
    frame = g.frames[g.top - 1] if g.top else None
    match = GOODS.fullmatch(words)
    if match and rules is None:
        return ["split 0 0"]
    if not match or frame is None or frame.kind != c.F_SPLIT:
        return []
    given = dict.fromkeys(GOODS_WORDS, 0)
    for amount, good in AMOUNT.findall(match[1]):
        given[good] += int(amount or 1)
    n = rules.action_goods_n[frame.face]
    kinds = [int(kind) for kind in rules.action_goods[frame.face, :n]]
    amounts = [given.pop(GOODS_WORDS[kind]) for kind in kinds] + [0, 0]
    ids = ("dishes.split", "dishes.receive") if frame.face == 1 else ("drinks.split",)
    if any(given.values()):
        names = " and ".join(GOODS_WORDS[kind] for kind in kinds)
        raise Refused(f"action {int(frame.face)} gives {names}", *ids)
    if sum(amounts) != int(frame.strength):
        n = int(frame.strength)
        raise Refused(
            f"the strength is {n}: that many goods are received, not {sum(amounts)}", *ids
        )
    return [f"split {amounts[1]} {amounts[2]}"]
