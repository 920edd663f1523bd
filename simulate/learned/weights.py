"""The network's weights as a file without code: a header of two lines, and float16 numbers.

The header names the format with a digest of the features that the weights are for, and the SHA-256
of the numbers. For each set of features (further.LAYOUTS) the file has one length and one order of
arrays (network.shapes); any other is refused. The accompanying card (value.toml) says how the
weights were trained and how strong they are.
"""

import hashlib
from functools import cache
from pathlib import Path

import numpy as np

from model import UserError
from model.reading import read_bytes
from simulate.learned.features import FEATURES
from simulate.learned.further import LAYOUTS
from simulate.learned.network import Network, shapes

FOLDER = Path(__file__).parent
SHIPPED = FOLDER / "value.weights"
NUMBER = np.dtype("<f2")


def layout_digest(features: int) -> str:
    """Digest of the names and lengths of the features and of the layers, 12 hex digits."""
    found = repr((LAYOUTS[features], shapes(features)))
    return hashlib.sha256(found.encode()).hexdigest()[:12]


def head(payload: bytes, features: int = FEATURES) -> bytes:
    """The two lines before the numbers."""
    digest = hashlib.sha256(payload).hexdigest()
    return f"gah value, features {layout_digest(features)}\nsha256 {digest}\n".encode()


def length(features: int) -> int:
    """File size in bytes of a network that reads this many features."""
    numbers = sum(int(np.prod(shape)) for shape in shapes(features).values())
    return len(head(b"", features)) + numbers * NUMBER.itemsize


LENGTHS = {length(features): features for features in LAYOUTS}


def encoded(network: Network) -> bytes:
    """The file of a network, its weights rounded to float16."""
    features = len(network.first_weights)
    arrays = network._asdict()
    numbers = np.concatenate([arrays[name].ravel() for name in shapes(features)])
    payload = numbers.astype(NUMBER).tobytes()
    return head(payload, features) + payload


def decoded(data: bytes, where: str) -> Network:
    """The network of a file. Raises UserError, naming ``where``, unless it is an intact one."""
    if len(data) not in LENGTHS:
        expected = " or ".join(map(str, LENGTHS))
        raise UserError(f"{where}: not weights of the value: {expected} bytes expected")
    features = LENGTHS[len(data)]
    payload = data[len(head(b"", features)) :]
    first, found = data.split(b"\n", 1)[0], data[: -len(payload)]
    if first != head(b"", features).split(b"\n", 1)[0]:
        raise UserError(f"{where}: weights of other features; train again (gah players train)")
    if found != head(payload, features):
        raise UserError(f"{where}: damaged: the numbers differ from their SHA-256")
    numbers = np.frombuffer(payload, NUMBER).astype(np.float32)
    if not np.isfinite(numbers).all():
        raise UserError(f"{where}: weights that are not numbers")
    arrays, at = {}, 0
    for name, shape in shapes(features).items():
        size = int(np.prod(shape))
        arrays[name] = np.ascontiguousarray(numbers[at : at + size].reshape(shape))
        at += size
    return Network(**arrays)


def read(path: Path) -> Network:
    """The network of a file. Raises UserError if it cannot be read or is not one."""
    try:
        data = read_bytes(path, max(LENGTHS) + 1)
    except UserError as error:
        raise UserError(f"{path}: cannot read ({error})") from None
    return decoded(data, path.name)


def digest(data: bytes) -> str:
    """The identity of a weights file: its SHA-256, 12 hex digits."""
    return hashlib.sha256(data).hexdigest()[:12]


@cache
def shipped(name: str = SHIPPED.name) -> Network:
    """A network that comes with the suite, by the name of its file."""
    return read(FOLDER / name)
