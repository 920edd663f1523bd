"""The one error that a user can cause: command lines print it as one line and exit with 2."""

from __future__ import annotations


class UserError(ValueError):
    """Input that cannot be used. The message is one line: where, what is wrong, what is allowed."""

    def __init__(self, message: str) -> None:
        super().__init__(" ".join(message.split()))
