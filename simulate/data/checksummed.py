"""JSON documents that contain their own checksum and are read as plain data.

Their text is canonical: equal contents have equal texts, and any changed byte is noticed.
"""

import hashlib
import json
from typing import Any, NoReturn

from model import UserError, reading
from simulate.data.store import Store

MAX_BYTES = 1 << 20
"""A longer document is not from this suite: a manifest has a few thousand bytes."""

CHECKSUM = "checksum"


class DamagedError(ValueError):
    """A document that cannot be trusted; the message says why, in a few words."""


class MissingError(DamagedError):
    """A document that does not exist."""


def fingerprint(content: dict[str, Any]) -> str:
    """SHA-256 (hex) of a content, regardless of the order of its keys."""
    text = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def dumps(content: dict[str, Any]) -> bytes:
    """The document with this content."""
    whole = {**content, CHECKSUM: fingerprint(content)}
    return (json.dumps(whole, indent=2, sort_keys=True) + "\n").encode()


def loads(data: bytes) -> dict[str, Any]:
    """The content of a document. Raises DamagedError unless it is exactly as written."""
    content = parsed(data)
    if CHECKSUM not in content:
        raise DamagedError("it has no checksum")
    said = content.pop(CHECKSUM)
    if said != fingerprint(content) or data != dumps(content):
        raise DamagedError("its checksum is wrong")
    return content


def parsed(data: bytes) -> dict[str, Any]:
    """The object in a JSON text, not verified. Raises DamagedError if there is none."""
    try:
        found = reading.parse_json(reading.decoded(data), parse_constant=_refuse)
    except UserError as error:
        raise DamagedError(f"it is {error}") from None
    if not isinstance(found, dict):
        raise DamagedError("it is no JSON object")
    return found


def _refuse(word: str) -> NoReturn:
    raise ValueError(word)  # NaN and Infinity are not JSON


def read(store: Store, name: str) -> bytes:
    """The bytes of a document. Raises DamagedError if it is too long or cannot be read."""
    try:
        data = store.read(name, MAX_BYTES + 1)
    except FileNotFoundError:
        raise MissingError("it is missing") from None
    except OSError as error:
        raise DamagedError(f"it cannot be read ({error.strerror})") from None
    if len(data) > MAX_BYTES:
        raise DamagedError(f"it is larger than {MAX_BYTES} bytes")
    return data
