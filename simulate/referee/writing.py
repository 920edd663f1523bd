"""Transcript files: read with one line per error, written with one line per step."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from model import UserError, reading
from simulate.referee.document import FORMAT, Document
from simulate.referee.laying import Faults, faults_of
from simulate.referee.wording import explain

MAX_BYTES = 2 << 20


def document_of(data: Any) -> Document:
    """A document from plain data. Raises Faults naming the places."""
    if isinstance(data, dict) and data.get("format") != FORMAT:
        raise UserError(f'format: is missing or unknown; a transcript says "format": "{FORMAT}"')
    try:
        return Document.model_validate(data)
    except ValidationError as error:
        raise Faults(explain(error)) from None


def parse(text: str) -> Document:
    """A document from JSON. Raises UserError naming the place."""
    try:
        data = reading.parse_json(text, _once)
        json.dumps(data, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise UserError("a text contains half of a character (an unpaired surrogate)") from None
    if not isinstance(data, dict):
        raise UserError("a transcript is a JSON object")
    return document_of(data)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object whose fields each occur once."""
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise UserError(f"the field {twice[:40]!r} occurs twice in one object")
    return found


def read_file(file: Path) -> Document:
    """The transcript in a file. Raises UserError if it is missing, too large or no transcript."""
    try:
        return parse(reading.decoded(reading.read_bytes(file, MAX_BYTES)))
    except UserError as error:
        raise Faults([f"{file.name}: {fault}" for fault in faults_of(error)]) from None


def plain(document: Document) -> dict[str, Any]:
    """A document as plain data, without fields left at their defaults."""
    data: dict[str, Any] = document.model_dump(mode="json", exclude_defaults=True)
    data["steps"] = [_bare(step) for step in data.get("steps", [])]
    return {"format": FORMAT, **data}


def _bare(step: dict[str, Any]) -> dict[str, Any] | str:
    """A step that is only an action is a text."""
    return str(step["do"]) if set(step) == {"do"} else step


def text_of(document: Document) -> str:
    """A document as JSON: one step per line, one entry of the head per line."""
    data = plain(document)
    steps = data.pop("steps")
    lines = ["{", *(f" {_json(key)}: {_spread(value)}," for key, value in data.items())]
    lines.append(' "steps": [')
    lines += [f"  {_json(step)}{',' if i < len(steps) else ''}" for i, step in enumerate(steps, 1)]
    return "\n".join([*lines, " ]", "}"]) + "\n"


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _spread(value: Any) -> str:
    """An object with one entry per line (also the players of a position), else one line."""
    if not isinstance(value, dict) or not value:
        return _json(value)
    parts = []
    for key, part in value.items():
        if key == "players" and isinstance(part, dict) and part:
            inner = ",\n".join(f"   {_json(name)}: {_json(row)}" for name, row in part.items())
            parts.append(f"  {_json(key)}: {{\n{inner}\n  }}")
        else:
            parts.append(f"  {_json(key)}: {_json(part)}")
    return "{\n" + ",\n".join(parts) + "\n }"
