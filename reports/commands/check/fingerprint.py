"""The command `fingerprint`: compare a fixed set of games with an earlier record, part by part."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import click

from model import UserError
from model.reading import decoded, parse_json, read_bytes
from reports.commands.options import OUT_FILE
from simulate.base import outputs
from simulate.base.provenance import commit

MAX_BYTES = 1 << 20


@click.command()
@click.argument("parts", nargs=-1, metavar="[PART]...")
@click.option(
    "--against",
    type=click.Path(path_type=Path),
    help="Record of an earlier fingerprint: name the parts that play differently now.",
)
@click.option("--out", type=OUT_FILE, help="Record the fingerprint as JSON.")
def fingerprint(parts: tuple[str, ...], against: Path | None, out: Path | None) -> None:
    """Check that a fixed set of games still plays identically.

    Plays fixed games of all rulesets and all players and prints a digest of each part. Two versions
    of this program that print the same digests play the same games. A PART is a ruleset, for
    example revised-2021+ballrooms, or "player NAME"; default: all of them. Takes half a minute of
    one core, and no time if no file has changed. With --against, exit status 1 means that a part of
    the record plays differently now.
    """
    from simulate.base.bars import plain_console
    from simulate.compiling.ahead import compile_ahead
    from simulate.fingerprint import PLAYER, RULES, all_parts, code_digest
    from simulate.fingerprint import fingerprint as found_of

    console = plain_console()
    before = None if against is None else _read(against)
    names = list(parts) or all_parts()
    compile_ahead(lambda text: click.echo(text, err=True))
    with console.status("playing"):
        found = found_of(names, played=True)
    if not parts:
        rules = found_of([RULES], played=True)[RULES]
        players = sum(name.startswith(PLAYER) for name in names)
        click.echo(f"rules {rules}: {len(names) - players} parts; {players} players")
    if against is None:
        for name, digest in found.items():
            click.echo(f"{digest}  {name}")
    if out:
        made = {"date": f"{datetime.now(UTC):%Y-%m-%d}", "commit": commit(),
                "code": code_digest(), "parts": found}  # fmt: skip
        outputs.keep(out, json.dumps(made, indent=1) + "\n")
    if before is not None:
        changed = differing(before, found)
        for line in changed:
            click.echo(line)
        click.echo(f"{len(changed)} of {len(found)} parts differ from {against}")
        click.get_current_context().exit(1 if changed else 0)


def _read(path: Path) -> dict[str, str]:
    try:
        return dict(parse_json(decoded(read_bytes(path, MAX_BYTES)))["parts"])
    except (ValueError, KeyError, TypeError) as error:
        raise UserError(f"{path}: not the record of a fingerprint ({error})") from None


def differing(recorded: dict[str, str], found: dict[str, str]) -> list[str]:
    """A line for each part that plays differently from the record, or is not in it."""
    return [
        f"{name}: " + ("plays differently" if name in recorded else "is new")
        for name, digest in found.items()
        if recorded.get(name) != digest
    ]
