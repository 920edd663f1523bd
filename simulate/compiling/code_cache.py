"""Cache of compiled code on disk: loaded only if intact and made from the same sources.

A folder is named by a digest of all sources that go into its code, a file by the function and its
types. Each file begins with the SHA-256 of the rest. A damaged file is therefore noticed before it
is loaded; it is removed and compiled again. A file that another user may have written is never
loaded: see `simulate.base.cache`.
"""

import fcntl
import functools
import hashlib
import io
import multiprocessing
import os
import pickle
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import llvmlite
import numba

from simulate.base import cache, own_code
from simulate.base.cache import root, say, say_once
from simulate.base.provenance import SHARED, digest_of
from simulate.compiling.signatures import TYPES, name_of

KEPT_FOLDERS = 4  # per package
CHANGED = "changed"  # in place of the digest of sources
COMPILER = "compiling/*.py"
BESIDE = dict.fromkeys(("experiments", "playing", "training"), ("learned/*.py",))
"""Further sources of a package's code besides engine, policies and itself: patterns of files."""


def sources_of(module: str) -> tuple[str, ...]:
    """Patterns of the files that may go into compiled code of a module (``simulate...``).

    The engine depends on the engine alone. Other packages depend on engine, policies, themselves
    and the patterns in `BESIDE`.
    """
    package = module.split(".")[1]
    if package == "engine":
        return (COMPILER, "engine/*.py")
    return (COMPILER, *SHARED, f"{package}.py", f"{package}/**/*.py", *BESIDE.get(package, ()))


@functools.cache
def folder_of(module: str) -> Path:
    """The cache folder for compiled code of a module."""
    versions = numba.__version__, llvmlite.__version__, sys.implementation.cache_tag
    checked = " checked" if numba.config.BOUNDSCHECK else ""  # type: ignore[attr-defined]
    salt = " ".join(map(str, versions)) + checked
    digest = CHANGED if _is_out_of_date() else digest_of(*sources_of(module), salt=salt)
    folder = root() / f"{module.split('.')[1]}-{digest}"
    _forget_old(folder)
    return folder


def _forget_old(current: Path) -> None:
    """Remove the oldest folders of earlier versions."""
    try:
        pattern = current.name.rpartition("-")[0] + "-*"
        folders = sorted(current.parent.glob(pattern), key=lambda path: path.stat().st_mtime)
    except OSError:
        return
    for folder in folders[:-KEPT_FOLDERS]:
        if folder != current:
            shutil.rmtree(folder, ignore_errors=True)


class _Pickler(pickle.Pickler):
    def persistent_id(self, thing: Any) -> str | None:
        return name_of(thing) if isinstance(thing, numba.types.Type) else None


class _Unpickler(pickle.Unpickler):
    def persistent_load(self, name: str) -> Any:
        return TYPES[name]


def _dumps(value: Any) -> bytes:
    buffer = io.BytesIO()
    _Pickler(buffer, protocol=pickle.HIGHEST_PROTOCOL).dump(value)
    return buffer.getvalue()


def digest_of_types(types: Any) -> str:
    """Digest of types and of the target processor, 12 hex digits.

    It is the same in all processes. Pickled types are not, because numba numbers types in the order
    in which it meets them. Types are written out in full, because fields of records may come from
    data that is not among the sources.
    """
    from numba.core.registry import cpu_target  # here: jit.py works without it where it is missing

    processor = cpu_target.target_context.codegen().magic_tuple()
    written = [str(one) for one in types]
    return hashlib.sha256(repr((processor, written)).encode()).hexdigest()[:12]


def _path(module: str, name: str, kind: str, types: Any) -> Path:
    return folder_of(module) / f"{module}.{name}-{digest_of_types(types)}.{kind}"


def load(module: str, name: str, kind: str, types: Any) -> Any:
    """The saved value, or None."""
    path = _path(module, name, kind, types)
    try:
        data = cache.read(path)
    except PermissionError as error:
        return _remove(path, str(error))
    if data is None:
        return None
    seal, body = data[:32], data[32:]
    if hashlib.sha256(body).digest() == seal:
        return _Unpickler(io.BytesIO(body)).load()
    return _remove(path, "it was damaged")


def _remove(path: Path, reason: str) -> None:
    say(f"compiled code is not used ({reason}), it is compiled again: {path}")
    with suppress(OSError):  # it cannot be written either; saving reports that
        path.unlink(missing_ok=True)


def save(module: str, name: str, kind: str, types: Any, value: Any) -> None:
    """Save a value for other processes. A folder that cannot be written is reported once."""
    if _is_out_of_date():
        return
    path = _path(module, name, kind, types)
    body = _dumps(value)
    temporary = path.with_suffix(f".{os.getpid()}")
    try:
        path.parent.mkdir(cache.PRIVATE, parents=True, exist_ok=True)
        try:
            temporary.unlink(missing_ok=True)  # left by a killed process with the same number
            cache.write(temporary, hashlib.sha256(body).digest() + body)
            temporary.replace(path)
        finally:
            temporary.unlink(missing_ok=True)
    except OSError as error:
        reason = error.strerror or error
        if multiprocessing.parent_process() is None:  # the parent reports it for its workers
            say_once(f"every start compiles: no compiled code can be kept ({root()}: {reason})")


def _is_out_of_date() -> bool:
    """Have sources changed since they were imported? Then the folder's digest would be wrong."""
    if not (changed := own_code.changed()):
        return False
    say_once(f"changed while this was starting, compiled code is not kept: {changed[0]}")
    return True


@contextmanager
def alone(module: str) -> Iterator[None]:
    """Hold the lock of a module's folder. Continues without it if it cannot be locked."""
    folder = folder_of(module)
    try:
        folder.mkdir(cache.PRIVATE, parents=True, exist_ok=True)
        lock = os.open(folder / "lock", os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, cache.OWN)
    except OSError:
        yield
        return
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
    finally:
        os.close(lock)
