"""Recorded games that several tests of the commands read."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from reports import cli
from tests.commands.recording import ROOT, Gah, command, environment, options


@pytest.fixture
def gah(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Gah:
    """Runs a command; returns its exit status, output and error output."""
    monkeypatch.setenv("COLUMNS", "200")

    def run(*arguments: object) -> tuple[int, str, str]:
        capsys.readouterr()
        status = cli.run([str(argument) for argument in arguments])
        return status, *capsys.readouterr()

    return run


@pytest.fixture(scope="module")
def typed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str, str]:
    """A tree with three runs, and what the first printed; it was typed at a terminal."""
    out = tmp_path_factory.mktemp("tree")
    words = [*options(out, policy="greedy,random", games=300)]
    words.remove("--quiet")
    done = subprocess.run(
        command(*words), env=environment(), cwd=ROOT, capture_output=True, text=True, check=True
    )
    draft = ("--rules", "original-2015", "--hands", "draft", "--boards", "day", "--seed", 5)
    four = ("--rules", "original-2015", "--players", 4)
    for policy, more in (("random", draft), ("greedy", four)):
        words = [*options(out, games=120, policy=policy), *more]
        assert cli.run([str(word) for word in words]) == 0
    return out, done.stdout, done.stderr


@pytest.fixture(scope="module")
def tree(typed: tuple[Path, str, str]) -> Path:
    return typed[0]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An uninterrupted run of 250 games on one worker."""
    out = tmp_path_factory.mktemp("whole")
    assert cli.run([str(word) for word in options(out)]) == 0
    return out
