"""`gah` itself: help without heavy imports, rules without the engine, exit statuses."""

from __future__ import annotations

import json
import os
import re
import resource
import subprocess
import sys
from pathlib import Path

import click
import pytest

from model import UserError
from reports import cli

ROOT = Path(__file__).parents[2]
COMMANDS = tuple(cli.COMMANDS)
HEAVY = ("numba", "matplotlib", "pandas", "duckdb", "pyarrow", "scipy", "numpy")
SCHEMA = ("pydantic", "model.schema")


def gah(*arguments: str, **more: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "reports.cli", *arguments],
        env={**os.environ, "PYTHONPATH": str(ROOT), **more.pop("env", {})},  # type: ignore[dict-item]
        cwd=ROOT,
        capture_output=True,
        text=True,
        **more,  # type: ignore[call-overload]
    )


def imported_by(*arguments: str, packages: tuple[str, ...] = HEAVY) -> list[str]:
    """Which of these packages a command imports."""
    code = (
        "import json, sys; from reports import cli; status = cli.run(sys.argv[1:]);"
        f"print(json.dumps([status, [m for m in {packages!r} if m in sys.modules]]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments], cwd=ROOT, capture_output=True, text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)}, check=True,
    )  # fmt: skip
    status, found = json.loads(done.stdout.splitlines()[-1])
    assert status == 0, done.stderr
    assert isinstance(found, list)
    return found


def test_help_lists_every_command_with_a_line():
    done = gah("--help")
    assert done.returncode == 0
    assert done.stderr == ""
    lines = done.stdout.splitlines()
    for name in COMMANDS:
        (line,) = [line for line in lines if line.split()[:1] == [name]]
        assert len(line.split()) > 2
    assert set(cli.COMMANDS) <= {line.split()[0] for line in lines if line.strip()}


def test_the_list_of_commands_imports_none_of_them():
    # What keeps it at a fifth of a second; the rules alone would take another half.
    assert imported_by("--help", packages=(*HEAVY, "model", "simulate", "analysis")) == []


def test_help_imports_nothing_heavy():
    heavy = (*HEAVY, "model.schema", "rich")
    code = (
        "import json, sys; from reports import cli; found = {};"
        "[found.setdefault(name, m) for name in sys.argv[1:] if cli.run([name, '--help']) == 0"
        f" for m in {heavy!r} if m in sys.modules]; print(json.dumps(found))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *COMMANDS], cwd=ROOT, capture_output=True, text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)}, check=True,
    )  # fmt: skip
    assert done.stdout.count("Usage:") == len(COMMANDS)
    assert json.loads(done.stdout.splitlines()[-1]) == {}  # else the first that imports it is named


@pytest.mark.parametrize(
    ("arguments", "more"),
    [
        (
            (
                "players",
                "list",
            ),
            (*SCHEMA, "rich"),
        ),
        (("rules", "list"), ("model.schema", "rich")),
        (("rules", "show", "revised-2021", "--section", "politics"), ("rich",)),
        (("rules", "diff", "original-2015", "revised-2021"), ()),
        (("rules", "clauses", "staff.17"), ("model.schema", "rich")),
        (("rules", "assumptions", "ballroom"), ("rich",)),
        (
            (
                "rules",
                "gaps",
            ),
            ("model.schema", "rich"),
        ),
        (("rules", "check", "PATCH"), ("rich",)),
        (("data", "list", "TREE"), ("model.schema",)),
    ],
)
def test_what_plays_nothing_imports_nothing_heavy(
    tree: Path, tmp_path: Path, arguments: tuple[str, ...], more: tuple[str, ...]
):
    """Each starts in a third of a second because it leaves out what it does not need."""
    patch = tmp_path / "patch.toml"
    patch.write_text('id = "cheap"\ntitle = "Cheap"\n[set]\n"staff.17.cost" = 2\n', "utf-8")
    places = {"TREE": str(tree), "PATCH": str(patch)}
    words = [places.get(word, word) for word in arguments]
    assert imported_by(*words, packages=(*HEAVY, *more)) == []


def test_what_stands_behind_a_rule_is_told_without_the_engine():
    # Not by `gah rules trace`, which collects the tests anew after each change of one.
    code = (
        "import sys; from reports.commands.rules.trace import as_lines;"
        "from reports.rules.evidence import Evidence, all_counts; from reports.rules.trace import"
        " trace; known = Evidence({}, all_counts(), []); known.counts and known.counts.current;"
        "print(len(as_lines(trace(['staff.17'], known)[0], known, False)));"
        f"print([m for m in {HEAVY!r} if m in sys.modules])"
    )
    for _ in range(2):  # the first may have to find today's fingerprint, which is kept
        done = subprocess.run(
            [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True
        )
    lines = done.stdout.splitlines()
    assert int(lines[0]) > 3, done.stderr
    assert lines[1] == "[]"


def test_rules_work_where_numba_is_broken(tmp_path: Path):
    (tmp_path / "numba.py").write_text('raise ImportError("no numba here")', encoding="utf-8")
    path = os.pathsep.join((str(tmp_path), str(ROOT)))
    done = gah("rules", "show", "original-2015", env={"PYTHONPATH": path})
    assert done.returncode == 0, done.stderr
    assert "Kitchen Hand" in done.stdout


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(name: str, capsys: pytest.CaptureFixture[str]):
    assert cli.run([name, "--help"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert out.startswith(f"Usage: gah {name} ")
    options = [line.split()[0] for line in out.splitlines() if line.startswith("  -")]
    assert "-h," in options or "--help" in options


@pytest.mark.parametrize("name", ["study cards", "study compare", "study modules"])
def test_findings_are_by_default_of_a_player_strong_enough_to_judge_by(
    name: str, capsys: pytest.CaptureFixture[str]
):
    assert cli.run([*name.split(), "--help"]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert re.search(r"--policy .*?\[?[Dd]efault: planner\b", said)


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ("study compar", "compare"),
        ("rules shw", "show"),
        ("data lst", "list"),
        ("rules show revised2021", "revised-2021"),
        ("rules show revised-2021+balrooms", "ballrooms"),
        ("rules show --section polit", "politics"),
        ("rules clauses --topic ballrooms", "waltz_ballrooms"),
        ("rules clauses staf.17", "staff.17"),
        ("rules assumptions staf.173.cost", "staff.173.cost"),
        ("rules gaps die-that-cannot-be-payed", "die-that-cannot-be-paid"),
        ("simulate --policy gredy --games 1", "greedy"),
        ("batch qick --dry-run", "quick"),
        ("players ladder --policy random --policy gredy", "greedy"),
    ],
)
def test_a_mistyped_name_is_answered_by_the_one_that_was_meant(
    words: str, wanted: str, capsys: pytest.CaptureFixture[str]
):
    assert cli.run(words.split()) == 2
    said = capsys.readouterr().err
    assert f"did you mean {wanted}" in said
    assert said.count("\n") == 1


@pytest.mark.parametrize("name", cli.REMOVED)
def test_a_removed_command_says_what_to_use(name: str, capsys: pytest.CaptureFixture[str]):
    assert cli.run([name, "--players", "2"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"gah: gah {name} was removed; `gah ")
    assert err.count("\n") == 1
    assert name not in cli.COMMANDS


def test_libraries_give_back_what_they_made():
    """Some say so at the end of a process if it is left to its fate."""
    done = gah("players", "ladder", "--policy", "random", "--policy", "gredy")
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1


def test_version():
    done = gah("--version")
    assert done.returncode == 0
    assert done.stderr == ""
    assert done.stdout.startswith("gah")


def test_no_arguments_print_the_help(capsys: pytest.CaptureFixture[str]):
    assert cli.run([]) == 0
    assert "Commands" in "".join(capsys.readouterr())


def failing(monkeypatch: pytest.MonkeyPatch, error: BaseException) -> None:
    """The command "fail", which ends in this error."""

    @click.command()
    def fail() -> None:
        raise error

    monkeypatch.setattr(cli.group, "lazy", {"fail": ""})
    monkeypatch.setattr(cli.group, "get_command", lambda ctx, name: fail)


@pytest.mark.parametrize(
    ("error", "status"),
    [(UserError("bad\nvalue"), 2), (KeyboardInterrupt(), 130), (click.Abort(), 130)],
)
def test_errors_of_commands(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    error: BaseException,
    status: int,
):
    failing(monkeypatch, error)
    assert cli.run(["fail"]) == status
    # click ends the line on which ^C was echoed.
    assert capsys.readouterr().err.strip().count("\n") == 0


def test_bugs_keep_their_traceback(monkeypatch: pytest.MonkeyPatch):
    failing(monkeypatch, ZeroDivisionError())
    with pytest.raises(ZeroDivisionError):
        cli.run(["fail"])


@pytest.mark.parametrize("name", ["players ladder", "study cards", "simulate", "play"])
def test_where_too_little_memory_is_allowed_a_line_says_so(name: str):
    def little() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (900_000 << 10, resource.RLIM_INFINITY))

    done = gah(*name.split(), preexec_fn=little)
    assert done.returncode == 2
    assert done.stderr.startswith("gah: out of memory: ")
    assert done.stderr.count("\n") == 1
    assert gah(*name.split(), "--help", preexec_fn=little).returncode == 0
    assert gah("rules", "list", preexec_fn=little).returncode == 0


def test_without_a_home_a_line_says_so_and_nothing_else_is_made(tmp_path: Path):
    """HOME is not set, and no list of users knows the user."""
    code = (
        "import os, pwd, sys; from contextlib import suppress\n"
        "def unknown(*_): raise KeyError('uid')\n"
        "for name in ('HOME', 'GAH_CACHE_DIR', 'XDG_CACHE_HOME'): os.environ.pop(name, None)\n"
        "pwd.getpwuid = pwd.getpwnam = unknown\n"
        "from simulate.base.cache import root; print(root())\n"
        "from reports import cli; sys.exit(cli.run(sys.argv[1:]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, "simulate", "--policy", "~/x.py"], capture_output=True,
        text=True, cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert done.returncode == 2
    no_folder, no_file = done.stderr.splitlines()
    assert "there is no home folder" in no_folder
    assert "~/x.py: no such file" in no_file
    assert not Path(done.stdout.strip()).exists(), "it is removed at the end"
    assert list(tmp_path.iterdir()) == []
