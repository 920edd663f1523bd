"""The soak: many millions of recorded games over all rulesets, killed at random all the while.

python -m tests.soak --games 100000000 --dir build/soak --out verification/soak.txt

`plan.py` says what is played, `player.py` is the process that plays and is killed, `checks.py` what
is asked of recorded games, `keeper.py` kills and starts it and keeps count, `record.py` writes what
came of it.
"""

from __future__ import annotations

import fcntl
import json
import signal
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import NoReturn

import click

from model import UserError
from reports.commands.options import OUT_FILE
from simulate.base import outputs
from simulate.base.provenance import commit
from simulate.fingerprint import code_digest
from tests.soak import record
from tests.soak.keeper import ROOT, STATE, Keeper, State, join
from tests.soak.plan import plan


@click.command()
@click.option("--games", type=click.IntRange(1), required=True, help="How many games in all.")
@click.option("--dir", "folder", type=click.Path(path_type=Path), required=True,
              help="Where it works, and goes on: give it again.")  # fmt: skip
@click.option("--out", type=OUT_FILE, required=True, help="The record; beside it one as JSON.")
@click.option("--every", type=click.FloatRange(1), default=180.0, show_default=True,
              help="Seconds between two kills, on average.")  # fmt: skip
@click.option("--processes", type=click.IntRange(1), default=1, show_default=True,
              help="Shares of it that are played at once.")  # fmt: skip
@click.option("--share", type=(int, int), default=(0, 1), hidden=True)
@click.option("--part", "names", multiple=True, metavar="NAME",
              help="Only this part of the fingerprint of play; repeatable.")  # fmt: skip
def main(
    games: int, folder: Path, out: Path, every: float, processes: int, share: tuple[int, int],
    names: tuple[str, ...],
) -> None:  # fmt: skip
    """Records games of all rulesets while the process that plays is killed at random.

    It can be stopped at any time; the same command goes on. Exit status 1 if anything is wrong.
    """
    signal.signal(signal.SIGTERM, _ended)
    folder.mkdir(parents=True, exist_ok=True)
    began = f"{datetime.now(UTC):%Y-%m-%d}"
    begun = State(games, list(names), code_digest(), commit(), began, share)
    with (folder / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise click.ClickException(f"{folder}: this soak is going on already") from None
        if processes > 1:
            _play_shares(processes, folder, begun, every)
        keeper = Keeper(folder, begun, every, _say)
        try:
            keeper.keep_on()
        finally:
            if keeper.state.done:
                outputs.keep(out, record.as_text(keeper))
                outputs.keep(out.with_suffix(".json"), record.as_json(keeper))
    click.echo(f"record in {out}")
    sys.exit(1 if keeper.wrong else 0)


def _play_shares(number: int, folder: Path, begun: State, every: float) -> None:
    """Play a soak in shares, each by a process and in a folder of its own, and join what they say.

    Raises UserError if one of them ends before its share is done.
    """
    folders = [folder / f"share-{one + 1}-of-{number}" for one in range(number)]
    names = [word for name in begun.names for word in ("--part", name)]
    running = [
        subprocess.Popen(
            [sys.executable, "-m", "tests.soak", "--games", str(begun.games), "--dir", str(one),
             "--out", str(one / "soak.txt"), "--every", str(every), *names,
             "--share", str(place), str(number)],
            cwd=ROOT,
        )
        for place, one in enumerate(folders)
    ]  # fmt: skip
    try:
        ends = [one.wait() for one in running]
    finally:
        for one in running:
            one.terminate()
    ended = all(end in (0, 1) and (one / STATE).exists() for end, one in zip(ends, folders))
    states = [State(**json.loads((one / STATE).read_text("utf-8"))) for one in folders if ended]
    if sum(len(one.done) for one in states) < len(plan(begun.games, begun.names)):
        raise UserError(
            f"{folder}: a share of it ended before it was done; the same command goes on"
        )
    join(folder, begun, states)


def _say(line: str) -> None:
    click.echo(line)
    sys.stdout.flush()


def _ended(*_: object) -> NoReturn:
    raise KeyboardInterrupt


if __name__ == "__main__":
    try:
        main()
    except UserError as error:
        click.echo(f"Error: {error}", err=True)
        sys.exit(2)
