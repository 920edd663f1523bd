"""The command `gah`: lazy commands, one line for every mistake, exit statuses."""

from __future__ import annotations

import subprocess
import sys

import click
import pytest

from model.errors import UserError
from reports import cli


def run(capsys, *arguments: str) -> tuple[int, str, str]:
    status = cli.run(list(arguments))
    out, err = capsys.readouterr()
    return status, out, err


@pytest.mark.parametrize(
    "arguments",
    [
        ("nonsense",),
        ("report", "--seed", "x"),
        ("report", "--seed"),
        ("report", "--workers", "0"),
        ("report", "--no-such-option"),
        ("report", "extra"),
        ("report", "--skip-simulation", "--data", "/no/such/folder"),
    ],
)
def test_mistakes_print_one_line_and_exit_with_2(capsys, arguments):
    status, out, err = run(capsys, *arguments)
    assert status == 2
    assert out == ""
    assert err.startswith("gah: ")
    assert err.count("\n") == 1


def test_help_lists_every_command(capsys):
    status, out, _ = run(capsys, "--help")
    assert status == 0
    for name in cli.COMMANDS:
        assert name in out


def test_no_arguments_print_the_help(capsys):
    status, out, err = run(capsys)
    assert status == 0
    assert "Commands" in out + err


@pytest.mark.parametrize(
    ("error", "status"),
    [(UserError("bad\nvalue"), 2), (KeyboardInterrupt(), 130), (click.Abort(), 130)],
)
def test_errors_of_commands(monkeypatch, capsys, error, status):
    @click.command()
    def failing() -> None:
        raise error

    monkeypatch.setattr(cli.group, "lazy", {"fail": ""})
    monkeypatch.setattr(cli.group, "get_command", lambda ctx, name: failing)
    found, _, err = run(capsys, "fail")
    assert found == status
    # click ends the line on which ^C was echoed.
    assert err.strip().count("\n") == 0


def test_bugs_keep_their_traceback(monkeypatch):
    @click.command()
    def failing() -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(cli.group, "lazy", {"fail": ""})
    monkeypatch.setattr(cli.group, "get_command", lambda ctx, name: failing)
    with pytest.raises(ZeroDivisionError):
        cli.run(["fail"])


def test_the_command_line_starts_without_figures_and_engine():
    code = (
        "import sys; from reports import cli; cli.run(['--help']);"
        "print([m for m in ('matplotlib', 'duckdb', 'numba', 'pandas') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip().endswith("[]")
