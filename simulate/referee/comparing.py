"""Phrases for what is otherwise than claimed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from simulate.referee.lexicon import Cards


def differ(name: str, wanted: Any, there: Any) -> Iterator[str]:
    """A phrase if something that is claimed is otherwise."""
    if wanted is not None and wanted != there:
        yield f"{name} is {there}, not {wanted}"


def unlike(name: str, kind: Cards, wanted: list[int], there: list[int]) -> Iterator[str]:
    """A phrase if cards are other than claimed."""
    if wanted != there:
        listed = ", ".join(kind.text(card) if card >= 0 else "none" for card in there)
        yield f"{name} is {listed or 'empty'}"
