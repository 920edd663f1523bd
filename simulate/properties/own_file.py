"""Invariants that a user brings as a Python file: ``my_rules.py``, or ``my_rules.py::name``.

The file is run as it is, with all that it may do. Only a path that the user of this process typed
is run (`InvariantFile`); a path in a stored violation, a transcript or a note is text.
"""

from __future__ import annotations

import hashlib
import importlib.util
import re
import sys
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from model.errors import UserError
from model.names import meant
from model.reading import read_bytes
from simulate.properties.declared import Check, Misdeclared, declared, parameters
from simulate.properties.guarding import limited, line_of, said

FORM = re.compile(r"(?P<path>.+\.py)(?:::(?P<name>\w+))?")
MAX_BYTES = 8 << 20
RUN_SECONDS = 60.0
KEPT = 32  # files that stay loaded


class InvariantFile(str):
    """A file of invariants that the user of this program named: its full path, ``::name`` behind it
    if only one of them is meant.

    The mark survives pickling, and so the way to worker processes; it does not survive writing to
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

    Call it with what a user typed, never with text from a file. Raises UserError for what is no
    path of a Python file.
    """
    match = FORM.fullmatch(text)
    if match is None:
        raise UserError(f"--invariant {text}: name a Python file, FILE.py or FILE.py::NAME")
    try:
        path = Path(match["path"]).expanduser().resolve()
    except (OSError, RuntimeError, ValueError) as error:
        raise UserError(f"--invariant {text}: no such file ({error})") from None
    return InvariantFile(f"{path}::{match['name']}" if match["name"] else path)


def load(file: str) -> Loaded:
    """The invariants of an `InvariantFile`, in the order in which they stand there.

    The file is run once as long as its content stays the same. Raises UserError if it cannot be
    read or run, declares no invariant (of that name), or was not named by the user.
    """
    match = FORM.fullmatch(file)
    if not isinstance(file, InvariantFile) or match is None:
        raise UserError(f"invariant {file!r:.80} is not a file that you named")
    path = Path(match["path"])
    try:
        source = read_bytes(path, MAX_BYTES)
    except UserError as error:
        raise UserError(f"--invariant {path}: {error}") from None
    found = _loaded(path, source)
    name = match["name"]
    if name is None:
        return found
    known = {check.name: check for check in found.checks}
    if name not in known:
        near = meant(name, list(known))
        raise UserError(f"--invariant {path}: it declares {', '.join(known)}, not {name!r}{near}")
    return Loaded(found.path, found.digest, (known[name],))


@lru_cache(maxsize=KEPT)
def _loaded(path: Path, source: bytes) -> Loaded:
    digest = hashlib.sha256(source).hexdigest()[:12]
    before = len(declared)
    _run(path, source, digest)
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
    return Loaded(path, digest, tuple(checks))


def _run(path: Path, source: bytes, digest: str) -> None:
    """Run a file as a module of its own. Raises UserError with the line that fails."""
    title = f"gah_invariants_{re.sub(r'[^a-zA-Z0-9]', '_', path.stem)}_{digest}"
    spec = importlib.util.spec_from_loader(title, loader=None, origin=str(path))
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    module.__file__ = str(path)
    sys.modules[title] = module  # where dataclasses and pickle look for it
    try:
        with limited(RUN_SECONDS, f"{path}, as it is run,"):
            exec(compile(source, str(path), "exec"), module.__dict__)
    except KeyboardInterrupt:
        raise
    except Misdeclared as error:
        sys.modules.pop(title, None)
        raise UserError(f"--invariant {path}: {error}") from None
    except BaseException as error:
        sys.modules.pop(title, None)
        line = line_of(error, str(path))
        where = f"line {line}: " if line else ""
        raise UserError(f"--invariant {path}: {where}{said(error)}") from None
