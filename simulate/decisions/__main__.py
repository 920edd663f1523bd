"""Prints the registry as tables, for a page of `make docs`: python -m simulate.decisions"""

from __future__ import annotations

from collections.abc import Iterable

from simulate.decisions.registry import ACTIONS, FRAMES
from simulate.engine.effects import BY_WORD


def table(title: str, head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A table with its title, in Markdown."""
    lines = [list(head), *map(list, rows)]
    lines.insert(1, ["---"] * len(lines[0]))
    text = "\n".join(
        "| " + " | ".join(cell.replace("|", "/") for cell in line) + " |" for line in lines
    )
    return f"## {title}\n\n{text}\n"


def decisions() -> str:
    """Each kind of frame: who decides what, and its fields and flags."""
    rows = []
    for frame in FRAMES.values():
        fields = "; ".join(f"`{name}` {words}" for name, words in frame.fields.items())
        answers = [a.key for a in ACTIONS.values() if frame.code in a.within]
        answers += [ACTIONS[frame.declined_by].key] if frame.stop else []
        rows.append(
            [
                frame.key,
                frame.asks,
                frame.who,
                ", ".join(answers),
                fields,
                "; ".join(frame.marks.values()),
            ]
        )
    head = ["decision", "asks", "whom", "answered by", "fields of its frame", "flags (`marks`)"]
    return table("Decisions", head, rows)


def actions() -> str:
    """Each kind of action and its notation."""
    rows = [
        [a.key, a.words, ", ".join(f"`{s}`" for s in a.samples) or f"`{a.form.pattern}`",
         a.belongs or "a turn"]
        for a in ACTIONS.values()
    ]  # fmt: skip
    return table("Actions", ["action", "does", "written", "part of"], rows)


def effects() -> str:
    """Each effect and penalty of the model: its arguments, and the decision that it opens."""
    rows = [
        [e.do, ", ".join(e.arguments), FRAMES[e.frame].key if e.frame is not None else ""]
        for e in BY_WORD.values()
    ]
    return table("Effects and penalties", ["effect", "arguments", "decided in"], rows)


def text() -> str:
    """All tables."""
    return "\n".join((decisions(), actions(), effects()))


if __name__ == "__main__":
    print(text(), end="")
