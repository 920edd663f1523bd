"""What the frame on top of the stack did automatically, as the title of a line."""

from __future__ import annotations

from typing import Any

from simulate.engine import codes as c
from simulate.engine.effects import possible
from simulate.engine.reactions import answers_now
from simulate.narration.changes import answering
from simulate.narration.sentences.guests import dancer_bonuses, reward_title, staff_for_leaving
from simulate.words.names import Names

OWED_WORDS = {c.ON_KRONES: "krones", c.ON_CHAMPAGNE: "champagne", c.ON_ADVANCE: "emperor steps"}


def frame_title(names: Names, before: Any, after: Any, announced: str) -> str:
    """The effect or bonus carried out, if any; else empty.

    ``announced``: the text before it, which may name the effect already.
    """
    frame = before["frames"][before["top"] - 1]
    kind, seat = frame["kind"], int(frame["player"])
    player = before["players"][seat]
    if player["owing"] and answers_now(names.rules, frame):
        return "; ".join(owed_answers(names, before, seat))
    if kind == c.F_TURN:
        return "; ".join(action_answers(names, before, after, seat))
    if kind == c.F_EFFECT:
        what = names.effect_texts[int(frame["effect"])]
        source = names.source(int(frame["source"]), before["log"], int(frame["effect"]))
        if not possible(before, names.rules, seat, int(frame["effect"])):
            return f"{source}: {what} - cannot be used now"
        return "" if what in announced else f"{source}: {what}"
    if kind == c.F_REWARDS:
        return "; ".join(_reward_parts(names, before, after, frame))
    popped = after["top"] < before["top"]  # what completes no group has none
    return names.bonuses(player, int(frame["groups"])) if popped else ""


def _reward_parts(names: Names, before: Any, after: Any, frame: Any) -> list[str]:
    """The parts of a reward, and its bonuses, that came automatically."""
    seat, effects, marks = int(frame["player"]), int(frame["effects"]), int(frame["marks"])
    first = int(frame["effect"])
    player, now = before["players"][seat], after["frames"][before["top"] - 1]
    gone = marks & ~int(now["marks"])
    parts = []
    if effects and not now["effects"]:
        source = names.source(int(frame["source"]), before["log"], first)
        what = names.masked(first, effects)
        lost = "" if after["top"] > before["top"] else " - cannot be used now"
        parts.append(f"{reward_title(frame, source)}: {what}{lost}")
    parts += dancer_bonuses(names, before, frame, gone)
    if frame["groups"] and not now["groups"]:
        parts.append(names.bonuses(player, int(frame["groups"])))
    if ~marks & int(now["marks"]) & c.R_STAFF_ASKED:
        parts += staff_for_leaving(names, before, frame)
    return parts


def owed_answers(names: Names, state: Any, seat: int) -> list[str]:
    """Effects of cards for krones, champagne or steps just received, once for each time."""
    owed, found = state["players"][seat]["owed"], []
    for event, word in OWED_WORDS.items():
        for _ in range(int(owed[event - c.FIRST_OWED])):
            answers = answering(names, state, seat, event, 1)
            found += [f"for {word} received: {text}" for text in answers]
    return found


def action_answers(names: Names, before: Any, after: Any, seat: int) -> list[str]:
    """Effects of cards for all the steps, dishes or drinks of a finished action."""
    old, new = before["players"][seat], after["players"][seat]
    amounts = (
        (c.ON_ACTION_STEPS, int(old["action_steps"]), int(new["action_steps"])),
        (c.ON_DISHES, int(old["action_goods"][0]), int(new["action_goods"][0])),
        (c.ON_DRINKS, int(old["action_goods"][1]), int(new["action_goods"][1])),
    )
    found: list[str] = []
    for event, was, now in amounts:
        if was and not now:
            found += answering(names, before, seat, event, was)
    return found
