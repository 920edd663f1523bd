"""The one error that a user can cause: command lines print it as one line and exit with 2."""

from __future__ import annotations


class UserError(ValueError):
    """Input that cannot be used. The message is one line: where, what is wrong, what is allowed.

    It may quote a stranger's file: what a terminal would obey instead of showing is replaced.
    """

    def __init__(self, message: str) -> None:
        line = " ".join(message.split())
        super().__init__(
            "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in line)
        )
