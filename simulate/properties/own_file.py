"""Invariants that a user adds as a Python file: ``my_rules.py``, or ``my_rules.py::name``.

The file is run without restrictions. Only a path that the user of this process typed is run
(`InvariantFile`); a path in a stored violation, a transcript or a note is plain text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from model.errors import UserError
from model.names import meant
from simulate.policies import user_file
from simulate.properties.declared import Check, Misdeclared, declared, parameters

FORM = re.compile(r"(?P<path>.+\.py)(?:::(?P<name>\w+))?")


class InvariantFile(str):
    """A file of invariants that the user of this program named: its full path, followed by
    ``::name`` if only one of them is meant.

    The type survives pickling, and so reaches worker processes. It does not survive writing to
    disk, so that no file can name code to be run.
    """

    __slots__ = ()


@dataclass(frozen=True)
class Loaded:
    """The invariants of a file. ``digest``: of its content, 12 hex digits."""

    path: Path
    digest: str
    checks: tuple[Check, ...]


def named(text: str) -> InvariantFile:
    """A file of invariants as the user of this program typed it.

    Call it with what a user typed, never with text from a file. Raises UserError unless it is a
    path of a Python file.
    """
    match = FORM.fullmatch(text)
    if match is None:
        raise UserError(f"--invariant {text}: name a Python file, FILE.py or FILE.py::NAME")
    path = user_file.full_path(match["path"], f"--invariant {text}")
    return InvariantFile(f"{path}::{match['name']}" if match["name"] else path)


def load(file: str) -> Loaded:
    """The invariants of an `InvariantFile`, in the order of the file.

    The file is run only once unless its content changes. Raises UserError if it cannot be read or
    run, declares no invariant (of that name), or was not named by the user.
    """
    match = FORM.fullmatch(file)
    if not isinstance(file, InvariantFile) or match is None:
        raise UserError(f"invariant {file!r:.80} is not a file that you named")
    path = Path(match["path"])
    found = _loaded(path, user_file.source_of(path, f"--invariant {path}"))
    name = match["name"]
    if name is None:
        return found
    known = {check.name: check for check in found.checks}
    if name not in known:
        near = meant(name, list(known))
        raise UserError(f"--invariant {path}: it declares {', '.join(known)}, not {name!r}{near}")
    return Loaded(found.path, found.digest, (known[name],))


@lru_cache(maxsize=user_file.KEPT)
def _loaded(path: Path, source: bytes) -> Loaded:
    before = len(declared)
    try:
        with user_file.limited(user_file.RUN_SECONDS, f"{path}, as it is run,"):
            user_file.run(path, source)
    except KeyboardInterrupt:
        raise
    except Misdeclared as error:
        raise UserError(f"--invariant {path}: {error}") from None
    except BaseException as error:
        raise UserError(f"--invariant {path}: {user_file.message(error, path)}") from None
    checks = [check for check in declared[before:] if check.file == str(path)]
    if not checks:
        raise UserError(
            f"--invariant {path}: it declares none; write @invariant above a function"
            " (from simulate.properties import invariant)"
        )
    names = [check.name for check in checks]
    for check in checks:
        if names.count(check.name) > 1:
            raise UserError(f"--invariant {path}: two of them are called {check.name!r}")
        for function in (check.when, check.target):
            if function is not None:
                try:
                    parameters(function, check)
                except Misdeclared as error:
                    raise UserError(f"--invariant {path}: {error}") from None
    return Loaded(path, user_file.digest_of(source), tuple(checks))
