"""The error that users can cause: command lines print it as one line and exit with 2."""

from __future__ import annotations

LONGEST = 1400  # characters of a message


class UserError(ValueError):
    """Input that cannot be used. The message is one line: where, what is wrong, what is allowed.

    It may quote an untrusted file: terminal control characters are replaced, and the middle of a
    line longer than `LONGEST` is left out.
    """

    def __init__(self, message: str) -> None:
        super().__init__(one_line(message))


def one_line(message: str) -> str:
    """A message as a terminal shows it, in one line of bounded length."""
    line = " ".join(message.split())
    if len(line) > LONGEST:
        line = f"{line[: LONGEST // 2]} \N{HORIZONTAL ELLIPSIS} {line[-LONGEST // 2 :]}"
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in line)
