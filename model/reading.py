"""Read untrusted files within limits: of size before reading, of shape before parsing.

Time and memory of parsing are then proportional to the size. Without limits, TOML's parser is
quadratic in the parts of a key, and both parsers recurse into nested values.
"""

from __future__ import annotations

import json
import os
import re
import stat
from collections.abc import Callable, Collection
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any, NoReturn, TypeVar

import tomli
from pydantic import TypeAdapter, ValidationError

from model.errors import UserError

Shape = TypeVar("Shape")
MAX_DEPTH = 64
MAX_PARTS = 8
"""Most parts of a dotted key, which nests like brackets."""
MAX_WORD = 400
"""Most characters of a bare key or number."""
UNKNOWN_KEY = "extra_forbidden"
"""What pydantic calls the fault of a key that a table does not have."""
SHOWN = 60
"""Most characters of untrusted text in an error."""

_TOKEN = re.compile(
    r'"""(?:[^"\\]|\\.|"(?!""))*+(?:"{3,5})?'  # a text of several lines; unclosed: to the end
    r"|'''.*?(?:'{3,5}|\Z)"
    r'|"(?:[^"\\\n]|\\.)*+"?'
    r"|'[^'\n]*+'?"
    r"|\#[^\n]*+"
    r"|(?P<word>[^\s.=,\[\]{}\"'\#]++)"
    r"|(?P<dot>\.)|(?P<open>[\[{])|(?P<close>[\]}])|(?P<end>[=,\n])",
    re.DOTALL,
)
"""The tokens of JSON and TOML. A parser that would see other tokens finds a mistake and stops
there; no character is examined twice."""


def read_bytes(file: Path, most: int) -> bytes:
    """The content of a file of at most this many bytes.

    Raises UserError (a reason, without the file's name) if the file is missing, not regular, too
    large or unreadable.
    """
    try:
        # Opening a pipe would block; a device never ends.
        handle = os.open(file, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC | os.O_NOCTTY)
        with os.fdopen(handle, "rb") as stream:
            if not stat.S_ISREG(os.fstat(handle).st_mode):
                raise UserError("not a regular file")
            data = stream.read(most + 1)
    except UserError:
        raise
    except (FileNotFoundError, NotADirectoryError):
        raise UserError("no such file") from None
    except IsADirectoryError:
        raise UserError("a folder, not a file") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise UserError(f"unreadable: {reason}") from None
    if len(data) > most:
        raise UserError(f"larger than {most} bytes")
    return data


def decoded(data: bytes) -> str:
    """Bytes decoded as text. Raises UserError."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise UserError("not UTF-8 text") from None


def load_toml(file: Path, most: int) -> dict[str, Any]:
    """The tables of a TOML file of at most this many bytes. Raises UserError, a reason."""
    return parse_toml(decoded(read_bytes(file, most)))


def load_as(shape: type[Shape], file: Path, most: int) -> Shape:
    """The fields of a dataclass or model from a JSON file, as `parse_as` reads them.

    Other content is ignored. Raises UserError, a reason.
    """
    return parse_as(shape, decoded(read_bytes(file, most)), partly=True)


def parse_as(
    shape: type[Shape], text: str, *, partly: bool = False, optional: Collection[str] = ()
) -> Shape:
    """A JSON text as a dataclass or model, with strict types and all of its fields.

    partly: fields of a dataclass may be missing, and unknown ones present; optional: fields that
    may be missing. Texts are safe to print.
    Raises UserError, a reason.
    """
    check_shape(text)
    try:
        raw = json.loads(text, parse_constant=_no_number)
        check_texts(raw)
        if not partly and is_dataclass(shape) and isinstance(raw, dict):
            names = {field.name for field in fields(shape)}
            differing = sorted(names - set(optional) - set(raw) | set(raw) - names)
            if differing:
                raise UserError(f"{differing[0][:SHOWN]}: is missing, or is not known")
        # From the text, because strict dataclasses accept parsed values only as their own objects.
        return TypeAdapter(shape).validate_json(text, strict=True)
    except UserError:
        raise
    except ValidationError as error:
        raise UserError(first_problem(error)) from None
    except (ValueError, RecursionError) as error:
        raise UserError(f"not JSON: {error}") from None


def first_problem(error: ValidationError, *below: str) -> str:
    """The first problem of what lies below a path: where, and what is wrong, in one line."""
    problem = error.errors()[0]
    where = ".".join(map(str, (*below, *problem["loc"])))
    words = str(problem["msg"]).removeprefix("Value error, ")
    return f"{where}: {words}" if where else words


def problem_to_name(error: ValidationError) -> Any:
    """The problem to name: of a mistyped key, the key, not that it is missing where it belongs."""
    return min(error.errors(), key=lambda one: one["type"] != UNKNOWN_KEY)


def _no_number(word: str) -> NoReturn:
    raise ValueError(f"{word} is not a number")


def check_texts(raw: Any) -> None:
    """Raises UserError for a text with terminal control characters."""
    if isinstance(raw, dict):
        for key, value in raw.items():
            check_texts(key)
            check_texts(value)
    elif isinstance(raw, list):
        for value in raw:
            check_texts(value)
    elif isinstance(raw, str) and not raw.replace("\n", "").isprintable():
        raise UserError(f"{raw[:SHOWN]!a}: holds characters that cannot be printed")


def parse_toml(text: str) -> dict[str, Any]:
    """The tables of a TOML text. Raises UserError, a reason."""
    check_shape(text)
    try:
        return tomli.loads(text)
    except (ValueError, RecursionError) as error:
        raise UserError(f"not TOML: {error}") from None


def parse_json(
    text: str, pairs: Callable[[list[tuple[str, Any]]], Any] | None = None, **hooks: Any
) -> Any:
    """The value of a JSON text; ``pairs`` and ``hooks`` as in `json.loads`. Raises UserError."""
    check_shape(text)
    try:
        return json.loads(text, object_pairs_hook=pairs, **hooks)
    except UserError:
        raise
    except (ValueError, RecursionError) as error:
        raise UserError(f"not JSON: {error}") from None


def check_shape(text: str) -> None:
    """Raise UserError for nesting that is too deep, or a key or number that is too long."""
    depth = parts = 0
    for token in _TOKEN.finditer(text):
        kind = token.lastgroup
        if kind == "dot":
            parts += 1
            if parts >= MAX_PARTS:
                raise UserError(f"a key of more than {MAX_PARTS} parts{_line(text, token)}")
        elif kind == "word":
            if token.end() - token.start() > MAX_WORD:  # int() is quadratic, or refuses
                raise UserError(
                    f"a key or number of more than {MAX_WORD} characters{_line(text, token)}"
                )
        elif kind is not None:
            parts = 0
            depth += (kind == "open") - (kind == "close")
            if depth > MAX_DEPTH:
                raise UserError(f"nested deeper than {MAX_DEPTH} levels{_line(text, token)}")


def _line(text: str, token: re.Match[str]) -> str:
    return f" (line {text.count(chr(10), 0, token.start()) + 1})"
