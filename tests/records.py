"""Which records in verification/ were made by rules or players that play otherwise today, or lack
a row of what has come since: a command, a query or a metric.

python -m tests.records                    names them (part of `make check`)
python -m tests.records --renew [NAME...]  makes them anew, one by one (`make records`)

A record names the parts of the fingerprint of play (`simulate.fingerprint`) that it is about. It is
kept as long as they are the same, however the engine was changed. Renewing goes on where it was
interrupted: what is made is no longer named.
"""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import click

from simulate.fingerprint import Parts, all_parts, code_digest, fingerprint
from tests import oracle
from tests.commands import battery

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "verification"
FINGERPRINT = "fingerprint.json"
NAMED = 3  # parts that are named of those that differ


@dataclass(frozen=True, eq=False)  # two are never the same: told apart as keys
class Record:
    """A record, or a line of one. ``play``: the parts that it is about, as it was made (None: it
    does not say); ``seconds``: what it took (None: not known)."""

    name: str
    commands: tuple[str, ...]
    play: Parts | None
    seconds: float | None

    def staleness(self, today: Parts) -> str:
        """Why it is not of today's rules and players; empty if it is."""
        if not self.play:
            return "does not say by which rules and players it was made"
        other = [name for name, digest in self.play.items() if today.get(name) != digest]
        if not other:
            return ""
        more = f" and {len(other) - NAMED} more" if len(other) > NAMED else ""
        return f"made where these played otherwise: {', '.join(other[:NAMED])}{more}"


def records(folder: Path = FOLDER) -> list[Record]:
    """All records that records.toml lists, those too that are missing."""
    listed = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))["record"]
    return [
        one
        for entry in listed
        for one in _read(folder, entry["file"], entry["commands"], entry.get("minutes"))
    ]


def _read(folder: Path, file: str, commands: list[str], minutes: float | None) -> Iterator[Record]:
    """minutes: of processor time that a record takes which does not say so itself."""
    path, usual = folder / file, None if minutes is None else 60 * minutes
    if not path.exists():
        yield Record(file, tuple(commands), None, usual)
        return
    found = json.loads(path.read_text("utf-8"))
    if file == FINGERPRINT:
        yield Record(file, tuple(commands), _whole(found["parts"]), None)
        return
    for one in found if isinstance(found, list) else [found]:
        filled, name = tuple(commands), file
        if isinstance(found, list):
            values = {**one, "deals": one["games"] // one["players"]}
            filled = tuple(command.format(**values) for command in commands)
            name = "{file}: {policy}, {against}, {rules}, {players} players".format(
                file=file, **one
            )
        yield Record(name, filled, one.get("play"), one.get("seconds", usual))


def _whole(parts: Parts) -> Parts:
    """The parts of the whole fingerprint, those too that have come since."""
    return {name: parts.get(name, "") for name in dict.fromkeys([*all_parts(), *parts])}


def stale(found: list[Record]) -> dict[Record, str]:
    """The records that are not of today's rules and players, each with the reason."""
    known = set(all_parts())
    needed = {name for one in found for name in one.play or ()}
    gone = {name for name in needed if name.startswith("player ") and name not in known}
    today = fingerprint(needed - gone)
    return {one: why for one in found if (why := one.staleness(today))}


def incomplete() -> dict[Record, str]:
    """The records without a row of something that there is today, each with what it lacks."""
    commands, sums = battery.lacking(), oracle.lacking()
    only = " ".join(f"--only {shlex.quote(name)}" for name in commands)
    found = {
        Record("battery.json", (f"{battery.COMMAND} {only}",), None, None): commands,
        Record("oracle.txt", (oracle.COMMAND,), None, None): sums,
    }
    return {one: f"has no row of {', '.join(rows)}" for one, rows in found.items() if rows}


def of_other_code(found: list[Record], folder: Path = FOLDER) -> dict[Record, str]:
    """The record of how everything plays, if other code made it.

    What it says may still hold, but no run can know: each computes again how its players play.
    """
    path = folder / FINGERPRINT
    if json.loads(path.read_text("utf-8"))["code"] == code_digest():
        return {}
    why = "made by other code, so that every recorded run is slowed by playing for it again"
    return {one: why for one in found if one.name == FINGERPRINT}


def took(seconds: float | None) -> str:
    """A time in words."""
    if seconds is None:
        return "time not known"
    return f"{seconds / 60:.0f} min" if seconds >= 90 else f"{seconds:.0f} s"


def run(command: str) -> None:
    """Run a command of a record in this environment. Raises click.ClickException if it fails."""
    program, *arguments = shlex.split(command)
    start = [sys.executable] if program == "python" else [str(Path(sys.executable).parent / "gah")]
    status = subprocess.run([*start, *arguments], cwd=ROOT).returncode
    if status:
        raise click.ClickException(f"{command}: ended with {status}; what was renewed is kept")


@click.command()
@click.argument("names", nargs=-1)
@click.option("--renew", is_flag=True, help="Make them anew.")
@click.option("--list", "listing", is_flag=True, help="Only list them and what they would take.")
def main(names: tuple[str, ...], renew: bool, listing: bool) -> None:
    """Names the records that are not of today's rules, players, commands and metrics.

    NAMES: only those with one of these in their name. Naming is no error: what takes hours is
    renewed when somebody decides to.
    """
    found = records()
    chosen = {
        one: why
        for one, why in (of_other_code(found) | stale(found) | incomplete()).items()
        if not names or any(name in one.name for name in names)
    }
    for one, why in chosen.items():
        click.echo(f"verification/{one.name}: {why} ({took(one.seconds)})")
    known = sum(one.seconds or 0 for one in chosen)
    unknown = sum(one.seconds is None for one in chosen)
    click.echo(
        f"{len(found)} records; {len(chosen)} to renew: {took(known)}"
        + (f", and {unknown} whose time is not known" if unknown else "")
        + ("; make records" if chosen and not renew else "")
    )
    if not renew or listing:
        return
    for i, one in enumerate(chosen, 1):
        for command in one.commands:
            click.echo(f"[{i}/{len(chosen)}] {command} ({took(one.seconds)})")
            run(command)


if __name__ == "__main__":
    main()
