"""From a plain log to a transcript: who did what, and what chance brought, a line each.

    python examples/plain_log.py game.log > game.json
    gah referee game.json

A log is text. Lines before the first deed say where the game starts: `rules`, `players`, and any
field of a set-up, or, after a line `position`, of a position (simulate/referee/README.md names them
all); `Anna krones 5` is a field of a player. Then every line is a deed or chance:

    rules revised-2021
    players Anna, Ben
    position
    dice 1 1 3 4 4 5 6
    turn Anna
    Anna krones 5
    ---
    Anna: die 4
    Anna: steps 2
    Ben: passes
    Anna: passes
    dice: 1 2 2 3 6

What the log leaves open is filled in where only one thing can be meant; what is illegal is reported
with its reason, because the transcript is judged line by line while it is made.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

from model import UserError
from simulate.referee import Judge, parse, text_of

# What a log of this kind says in words that a transcript does not know. Yours has other words.
DEEDS = ((r"buys (.+)", r"hire \1"), (r"sleeps", "pass"))
CHANCE = {"dice": "roll", "shuffled": "reshuffle", "celebrities": "celebrities"}
ENDS = "---"


def start(lines: list[str]) -> dict[str, Any]:
    """The head of the transcript: where the game starts."""
    head: dict[str, Any] = {"format": "gah-transcript-1", "lenient": True}
    place: dict[str, Any] = head.setdefault("setup", {})
    for line in lines:
        word, _, rest = line.partition(" ")
        if word == "rules":
            head["rules"] = rest
        elif word == "players":
            head["players"] = [name.strip() for name in rest.split(",")]
        elif line == "position":
            del head["setup"]
            place = head.setdefault("position", {"players": {}})
        elif word in head.get("players", []):
            field, _, value = rest.partition(" ")
            place["players"].setdefault(word, {})[field] = read(value)
        else:
            place[word] = read(rest)
    return head


def read(value: str) -> Any:
    """A value as JSON, or the text as it stands."""
    try:
        return json.loads(value)
    except json.JSONDecodeError:
        return value


def step(line: str) -> dict[str, Any]:
    """A line after the start: a deed of somebody, or chance."""
    who, _, what = (part.strip() for part in line.partition(":"))
    if who in CHANCE:
        names = [read(name.strip()) for name in what.split(",")]
        return {CHANCE[who]: what if who == "dice" else names}
    for pattern, words in DEEDS:
        what = re.sub(rf"^{pattern}$", words, what)
    return {"by": who, "do": what.strip()}


def transcript(log: str) -> str:
    """The transcript of a log. Raises UserError with the line that cannot be, and why."""
    lines = [line.strip() for line in log.splitlines()]
    if ENDS not in lines:
        raise UserError(f"no line {ENDS!r}: it separates where the game starts from what happens")
    ends = lines.index(ENDS)
    table = Judge(parse(json.dumps(start([line for line in lines[:ends] if line]))))
    for number, line in enumerate(lines[ends + 1 :], start=ends + 2):
        if line and not line.startswith("#"):
            verdict = table.take(step(line))
            if verdict.status not in ("ok", "missing"):
                raise UserError(f"line {number}, {line!r}: {verdict.reason}")
    return text_of(table.document)


def main(arguments: list[str]) -> None:
    """Print the transcript of the log in a file; leave with one line for what is wrong."""
    if len(arguments) != 1:
        sys.exit("usage: python examples/plain_log.py LOG > game.json")
    try:
        print(transcript(Path(arguments[0]).read_text(encoding="utf-8")), end="")
    except (OSError, UnicodeDecodeError, UserError) as error:
        sys.exit(f"{arguments[0]}: {getattr(error, 'strerror', None) or error}")


if __name__ == "__main__":
    main(sys.argv[1:])
