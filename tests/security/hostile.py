"""Texts that cost a careless reader time or memory out of proportion to their length."""

from __future__ import annotations

import random
from collections.abc import Callable


def full(piece: str, size: int) -> str:
    """A piece as often as it fits."""
    return piece * (size // len(piece))


def lines(line: str, size: int) -> str:
    """A line with a number in it, again and again, with other numbers."""
    return "".join(line.format(n) for n in range(size // (len(line) + 4)))


QUOTED = '"guest.1",'

TOML: dict[str, Callable[[int], str]] = {
    "dotted key": lambda n: f"add.{full('a.', n)}a = 1",
    "dotted header": lambda n: f"[add.{full('a.', n)}a]\nb = 1",
    "set.": lambda n: full("set.", n),
    "quoted dots": lambda n: f"set.{full(chr(34) + chr(34) + '.', n)}a = 1",
    "path in quotes": lambda n: f'id = "p"\nset = {{ "{full("a.", n)}a" = 1 }}',
    "many keys of parts": lambda n: lines("a{}.b.c.d.e.f.g = 1\n", n),
    "many keys of one table": lambda n: lines("a.b.c.d.e.f.g{} = 1\n", n),
    "many tables": lambda n: lines("[a{}]\n", n),
    "many tables of one": lambda n: lines("[a.b.c.d{}]\n", n),
    "array of tables": lambda n: full("[[a]]\n", n),
    "arrays of tables in each other": lambda n: full("[[a]]\n[[a.b]]\n[[a.b.c]]\n", n),
    "many inline tables": lambda n: f"a = [{full('{a=1},', n)}]",
    "large inline table": lambda n: "a = {" + ",".join(f"k{i}=1" for i in range(n // 10)) + "}",
    "deep inline tables": lambda n: lines("x{} = " + "{{a=" * 60 + "1" + "}}" * 60 + "\n", n),
    "many arrays": lambda n: f"a = [{full('[],', n)}]",
    "open brackets": lambda n: f"a = {full('[', n)}",
    "open braces": lambda n: full("{a=", n),
    "text": lambda n: f'title = "{full("x", n)}"',
    "escapes": lambda n: f'title = "{full(chr(92) + "n", n)}"',
    "lines of text": lambda n: f'title = """{full(chr(10), n)}"""',
    "unclosed texts": lambda n: full('\\"""\n', n),
    "unclosed text": lambda n: 'a = """' + full('""\\"', n),
    "decimal": lambda n: f'id = "p"\nset = {{ "staff.17.cost" = {full("9", n)} }}',
    "hexadecimal": lambda n: f'id = "p"\nset = {{ "staff.17.cost" = 0x{full("f", n)} }}',
    "fraction": lambda n: f'id = "p"\nset = {{ "staff.17.cost" = 1.{full("9", n)} }}',
    "index": lambda n: f'id = "p"\nset = {{ "row.costs.{full("9", n)}" = 1 }}',
    "card": lambda n: f'id = "p"\n[add.guest.{full("9", n)}]\nname = "x"',
    "many changes": lambda n: 'id = "p"\n[set]\n' + full('"staff.17.cost" = 4\n', n),
    "many paths": lambda n: 'id = "p"\n[set]\n' + lines('"staff.{}.cots" = 4\n', n),
    "many removals": lambda n: f'id = "p"\nremove = [{full(QUOTED, n)}]',
    "many cards": lambda n: 'id = "p"\n' + lines('[add.guest.{}]\nname = "x"\n', n),
    "many effects": lambda n: 'id = "p"\nset = { "guest.74.reward" = ['
    + full('{do="gain", krones=1},', n) + "] }",
    "comments": lambda n: full("#\n", n),
    "spaces": lambda n: f"a = {full(' ', n)}",
    "line ends": lambda n: full("\r\n", n),
    "zeros": lambda n: full("\0", n),
    "aa": lambda n: "add." + full("a", n) + "=1",
}  # fmt: skip

JSON: dict[str, Callable[[int], str]] = {
    "open brackets": lambda n: full("[", n),
    "open braces": lambda n: full('{"a":', n),
    "number": lambda n: f'{{"seed": {full("9", n)}}}',
    "fraction": lambda n: f'{{"seed": 1.{full("9", n)}}}',
    "text": lambda n: f'{{"format": "{full("x", n)}"}}',
    "escapes": lambda n: f'{{"format": "{full(chr(92) + "u0041", n)}"}}',
    "unclosed text": lambda n: '{"a": "' + full("\\\"", n),
    "many lists": lambda n: f'{{"gaps": [{full("[],", n)}[]]}}',
    "many deep lists": lambda n: f'{{"gaps": [{full("[" * 60 + "]" * 60 + ",", n)}[]]}}',
    "many keys": lambda n: "{" + ",".join(f'"k{i}":1' for i in range(n // 12)) + "}",
    "one key": lambda n: "{" + full('"k":1,', n) + '"k":1}',
    "quotes": lambda n: full('"', n),
    "many steps": lambda n: '{"format": "gah-transcript-1", "steps": ['
    + full('"pass",', n) + '"pass"]}',
    "many seats": lambda n: '{"format": "gah-transcript-1", "players": ['
    + full('"A",', n) + '"B"]}',
    "position of many": lambda n: '{"format": "gah-transcript-1", "players": ["A", "B"], '
    '"position": {' + lines('"field{}": 1,', n) + '"round": 1}}',
    "players of a position": lambda n: '{"format": "gah-transcript-1", "players": ["A", "B"], '
    '"position": {"players": {' + lines('"A{}": {{}},', n) + '"A": {}}}}',
    "hand of many": lambda n: '{"format": "gah-transcript-1", "players": ["A", "B"], '
    '"position": {"players": {"A": {"hand": [' + full("17,", n) + '17]}}}}',
    "chance of many": lambda n: '{"format": "gah-transcript-1", "players": ["A", "B"], '
    '"chance": [' + full("[1,2,3],", n) + '[1]]}',
    "long step": lambda n: '{"format": "gah-transcript-1", "steps": ["bid ' + full("9", n) + '"]}',
}  # fmt: skip

PIECES = ['"', '"""', "'", "'''", "\\", "\n", "a", ".", "#", "[", "]", "{", "}", "=", " ", ",", "1"]
BEGINNINGS = ["", "a=", 'a="""', "a='''", 'a="', '{"a":', '["']


def repeated(seed: int, size: int) -> str:
    """Some pieces of both languages, in an order of chance, repeated."""
    chance = random.Random(seed)
    unit = "".join(chance.choice(PIECES) for _ in range(chance.randint(1, 7)))
    return chance.choice(BEGINNINGS) + full(unit, size)
