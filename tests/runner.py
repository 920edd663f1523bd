"""Commands called as functions, for tests of what a user sees."""

from __future__ import annotations

from typing import Any

import click.testing

from model import UserError


class CliRunner(click.testing.CliRunner):
    """Ends a command that a user, a file or the machine made fail as `gah` does: one line and 2."""

    def invoke(self, *args: Any, **options: Any) -> click.testing.Result:
        found = super().invoke(*args, **options)
        if isinstance(found.exception, UserError):
            found.exit_code = 2
            found.output_bytes += f"gah: {found.exception}\n".encode()
        return found
