"""The error for words that are clear, but speak of what is not there."""

from __future__ import annotations


class Refused(Exception):
    """An illegal action that cannot even be written as one; ``ids``: the clauses it breaks."""

    def __init__(self, text: str, *ids: str) -> None:
        super().__init__(text)
        self.text, self.ids = text, ids
