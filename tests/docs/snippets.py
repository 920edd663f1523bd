"""The commands and code that the documents show, found and run with small numbers.

A page is read as a reader would: from its top, in one folder, what it wrote before still there.
`sh` blocks and indented commands are run, unless they name a host or a bucket of the reader's own
or belong to LONG; of these, and of commands quoted in a line, the names of commands and options are
checked.
"""

from __future__ import annotations

import importlib.util
import os
import re
import shlex
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from reports import cli
from reports.commands.renamed import renamed

ROOT = Path(__file__).parents[2]
FOLDERS = ("model", "simulate", "analysis", "reports", "tests", "verification", "docs")
PAGES = sorted(
    [*ROOT.glob("*.md"), *(page for folder in FOLDERS for page in (ROOT / folder).rglob("*.md"))]
)

FENCE = re.compile(r"^```(\S*)[^\n]*\n(.*?)^```$", re.M | re.S)
QUOTED = re.compile(r"`((?:\.venv/bin/)?gah [^`]+)`")
OWN = re.compile(r"HOST|BUCKET|ADDRESS|/shared/|\.\.\.|[A-Z]{3,}\.|\[|\|| FILE")
"""Marks of what only a reader can put in: a command that has one is checked, not run."""

LONG = {
    "report": "minutes; tests/reports writes whole reports",
    "review": "a minute and a half; tests/analysis reviews games",
    "study price": "tests/commands/test_price.py", "study suggest": "test_suggest.py",
    "study modules": "test_modules.py", "study assumed": "test_assumed.py",
    "study luck": "a crossed design of two hundred deals at least",
    "study guests": "test_guests.py", "study timing": "test_timing.py",
    "study power": "test_power.py", "study restrict": "test_suggest.py",
    "players ladder": "test_ladder.py", "players curve": "test_curve.py",
    "players train": "test_train.py", "check verify": "test_verify.py, test_verify_invariants.py",
    "check validate": "test_validate.py", "check bench": "test_bench.py",
    "rules trace": "collects all tests; tests/reports/test_rules_page.py",
    "check fingerprint": "minutes",
}  # fmt: skip
"""Commands that take long with any numbers, and where the tests run them."""

SMALL = {"--games": "30", "--deals": "4", "--top": "2", "--sample": "2", "--hint": "greedy"}
"""In place of the values that a page gives. Players that are asked for stay."""
ADDED = {
    "simulate": ("--workers", "1", "--quiet"),
    "study compare": ("--policy", "random", "--workers", "1"),
    "study cards": ("--policy", "random", "--games", "30", "--workers", "1"),
    "analyse": ("--playouts", "2"),
}
"""What is added to a command if it does not say so itself: less to wait for."""
HANDED_ON = {"MAKEFLAGS", "MFLAGS", "MAKEOVERRIDES", "MAKELEVEL", "ARGS", "CORES"}
TARGETS = re.compile(r"^([a-z-]+):", re.M)


@dataclass(frozen=True)
class Snippet:
    """``kind``: sh or python. ``text``: one command, or a block of code."""

    kind: str
    text: str
    line: int


def snippets(page: Path) -> Iterator[Snippet]:
    """Of a page, in its order."""
    text = page.read_text("utf-8")
    found: list[tuple[int, str, str]] = []
    for fence in FENCE.finditer(text):
        if fence[1] == "python":
            found.append((fence.start(2), "python", fence[2]))
        elif fence[1] == "sh":
            found += [(fence.start(2), "sh", line) for line in commands(fence[2])]
    for block in re.finditer(
        r"(?:^ {4}.*\n)+", FENCE.sub(lambda f: "\n" * f[0].count("\n"), text), re.M
    ):
        if re.match(r"\s*(?:\.venv/bin/)?(?:gah|make|python -m) ", block[0]):
            found += [(0, "sh", line) for line in commands(block[0])]
    for place, kind, body in found:
        yield Snippet(kind, body, text.count("\n", 0, place) + 1)


def commands(block: str) -> list[str]:
    """The commands of a block, those over several lines as one, without comments."""
    lines = block.replace("\\\n", " ").splitlines()
    return [line.strip() for line in lines if shlex.split(line, comments=True)]


def quoted(page: Path) -> list[str]:
    """The commands that stand within a sentence or a table."""
    if page.name == "CHANGELOG.md":  # names commands that are gone
        return []
    return [" ".join(one.split()) for one in QUOTED.findall(FENCE.sub("", page.read_text("utf-8")))]


def words_of(command: str) -> list[str]:
    """Of a command, without its folder."""
    words = shlex.split(command, comments=True)
    return [words[0].removeprefix(".venv/bin/"), *words[1:]]


def named(words: Sequence[str]) -> tuple[str, click.Command]:
    """The command of `gah` that words name, such as "study cards". Raises ClickException."""
    command: click.Command = cli.group
    context, path = click.Context(cli.group, info_name="gah"), []
    for word in renamed(list(words))[0]:
        if not isinstance(command, click.Group) or word.startswith("-"):
            break
        _, found, _ = command.resolve_command(context, [word.partition("|")[0]])
        assert found is not None
        command, context = found, click.Context(found, context, info_name=word)
        path.append(word)
    return " ".join(path), command


def faults(words: Sequence[str]) -> list[str]:
    """Options of a command of `gah` that it does not have; or the command, if there is none."""
    try:
        name, command = named(words)
    except click.ClickException as error:
        return [error.format_message()]
    known = {option for one in command.params for option in (*one.opts, *one.secondary_opts)}
    known |= {"--help", "-h", "--version"}
    asked = (word.partition("=")[0].rstrip(",;)") for word in words if word.startswith("--"))
    return [f"gah {name} has no option {option}" for option in asked if option not in known]


def small(words: Sequence[str]) -> list[str]:
    """The words of a command of `gah` with small numbers."""
    name, _ = named(words)
    changed = [
        SMALL.get(before, word) for before, word in zip(["", *words[:-1]], words, strict=True)
    ]
    added = ADDED.get(name, ())
    pairs = zip(added[::2], [*added[1::2], ""], strict=False)
    for option, value in pairs:
        if option not in words:
            changed += [option, value] if value else [option]
    return changed


def of_make(words: Sequence[str]) -> list[str]:
    """The command of `gah` behind `make simulate`; nothing for other targets, which must exist."""
    targets = TARGETS.findall((ROOT / "Makefile").read_text("utf-8"))
    assert words[0] in targets, f"no such target: {words[0]}"
    if words[0] != "simulate":
        return []
    # Without what a make that runs the tests hands on, such as its ARGS.
    own = {name: value for name, value in os.environ.items() if name not in HANDED_ON}
    done = subprocess.run(
        ["make", "--silent", "--dry-run", "--assume-old=install", *words], cwd=ROOT,
        capture_output=True, text=True, check=True, env=own,
    )  # fmt: skip
    text = done.stdout.replace("\\\n", " ")
    (line,) = [one for one in text.splitlines() if "gah simulate" in one]
    return words_of(line.strip())[1:]


def of_python(words: Sequence[str]) -> None:
    """A module that `python -m` runs must be there, and so must the files that it is given."""
    assert words[0] == "-m", words
    assert importlib.util.find_spec(words[1]) is not None, words[1]
    for word in words[2:]:
        if word.endswith(".py"):
            assert (ROOT / word).exists() or word == "my_player.py", word
