"""Notes in a folder of recorded games: which design `gah` completed there last, by its ruleset."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, TypeVar
from urllib.parse import quote

from model import Ruleset, UserError
from simulate.data.store import Place, store_at

NOTE_BYTES = 1 << 16
"""More than any note holds."""

Design = TypeVar("Design")


def leave(data: Place, kind: str, ruleset: Ruleset, fields: dict[str, Any]) -> None:
    """Note that a design of this kind is complete; replaces the note of the one before."""
    text = json.dumps(fields, indent=2) + "\n"
    store_at(data).write(_name(kind, ruleset), text.encode())


def find(
    data: Place, kind: str, ruleset: Ruleset, read: Callable[[dict[str, Any]], Design]
) -> Design | None:
    """The design noted last, as `read` makes it of the note's fields; none if there is no note.

    Raises UserError if the note cannot be read.
    """
    store, name = store_at(data), _name(kind, ruleset)
    try:
        return read(json.loads(store.read(name, NOTE_BYTES)))
    except FileNotFoundError:
        return None
    except (OSError, ValueError, TypeError, KeyError):
        raise UserError(
            f"{store.at(name)}: damaged; delete it, or run `gah {kind}` again"
        ) from None


def _name(kind: str, ruleset: Ruleset) -> str:
    return f"{kind}-{quote(ruleset.label, safe='+-_.,')}.json"
