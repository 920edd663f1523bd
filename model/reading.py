"""A stranger's file, read with a budget: of size before it is read, of shape before it is parsed.

What parses it needs time and memory in proportion to its size then: TOML's parser is quadratic in
the parts of a key, and both parsers call themselves for what is nested.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import tomli
from pydantic import TypeAdapter, ValidationError

from model.errors import UserError

Shape = TypeVar("Shape")
MAX_DEPTH = 64
MAX_PARTS = 8
"""Of a dotted key, which nests as brackets do."""
MAX_WORD = 400
"""Characters of a bare key or number."""

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
"""What JSON and TOML are written in. Where a parser would see other tokens it finds a mistake, and
stops there; no character is looked at twice."""


def read_bytes(file: Path, most: int) -> bytes:
    """The content of a file of at most so many bytes.

    Raises UserError (a reason, without the file's name) if it is missing, no regular file, too
    large or cannot be read.
    """
    try:
        if not file.exists():
            raise UserError("no such file")
        if not file.is_file():  # a pipe would be waited for, a device never ends
            raise UserError("not a regular file")
        with file.open("rb") as stream:
            data = stream.read(most + 1)
    except UserError:
        raise
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise UserError(f"unreadable: {reason}") from None
    if len(data) > most:
        raise UserError(f"larger than {most} bytes")
    return data


def decoded(data: bytes) -> str:
    """The text that bytes are. Raises UserError."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise UserError("not UTF-8 text") from None


def load_toml(file: Path, most: int) -> dict[str, Any]:
    """The tables of a TOML file of at most so many bytes. Raises UserError, a reason."""
    return parse_toml(decoded(read_bytes(file, most)))


def load_as(shape: type[Shape], file: Path, most: int) -> Shape:
    """What a JSON file says, as a dataclass or model whose types it is checked against.

    Raises UserError, a reason.
    """
    text = decoded(read_bytes(file, most))
    check_shape(text)
    try:
        # From the text: of what is parsed already, strict dataclasses take only their own objects.
        return TypeAdapter(shape).validate_json(text, strict=True)
    except ValidationError as error:
        problem = error.errors()[0]
        where = ".".join(map(str, problem["loc"]))
        raise UserError(f"{where}: {problem['msg']}" if where else str(problem["msg"])) from None


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
    """What a JSON text says; ``pairs`` and ``hooks`` as in `json.loads`. Raises UserError."""
    check_shape(text)
    try:
        return json.loads(text, object_pairs_hook=pairs, **hooks)
    except UserError:
        raise
    except (ValueError, RecursionError) as error:
        raise UserError(f"not JSON: {error}") from None


def check_shape(text: str) -> None:
    """Raises UserError if something is nested too deep, or a key or number too long."""
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
