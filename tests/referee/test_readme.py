"""The page that tells how to write a transcript is right."""

import re
from pathlib import Path

from simulate import referee
from simulate.referee import judge, parse
from simulate.referee.document import KINDS, Document
from simulate.referee.fields import GAME, SEAT
from simulate.referee.words import SAMPLES

PAGE = (Path(referee.__file__).parent / "README.md").read_text(encoding="utf-8")


def test_the_first_example_holds():
    example = PAGE[PAGE.index("    {\n") : PAGE.index("![")]
    verdict = judge(parse(example))
    assert verdict.ok, verdict.first_fault
    assert verdict.then == "Ben decides the turn"


def test_the_python_example_runs(capsys):
    code = re.search(r"```python\n(.*?)```", PAGE, re.S)
    exec(compile(code[1], "README.md", "exec"), {})
    assert capsys.readouterr().out.startswith("True {'Seat 1':")


def tables(section):
    """The rows of each table of fields in a section of the page, without their heads."""
    text = re.split(r"^##+ ", PAGE.partition(f"### {section}")[2], maxsplit=1, flags=re.M)[0]
    found = re.split(r"^\| field \| says \|\n\|---\|---\|\n", text, flags=re.M)[1:]
    return [re.findall(r"^\| .*\|$", table.partition("\n\n")[0], re.M) for table in found]


def rows(fields):
    return [f"| `{field.name}` | {field.says} |" for field in fields]


def test_every_field_is_told():
    """The lists of fields are those of the table that reads and writes them."""
    assert tables("From the beginning") == [rows(f for f in GAME if f.setup)]
    game, seat = tables("From the middle")
    assert game[:-1] == rows(f for f in GAME if f.put)
    assert game[-1].startswith("| `players` |")
    assert seat == rows(f for f in SEAT if f.put)


def test_every_claim_is_told():
    text = PAGE.partition("### Expectations")[2].partition("\n## ")[0]
    for fields, table in zip((GAME, SEAT), tables("Expectations"), strict=True):
        named = [field.name for field in fields if field.claimed and (field.put or field.setup)]
        assert f" {', '.join(f'`{name}`' for name in named)}; and" in " ".join(text.split())
        alone = rows(f for f in fields if f.claimed and not (f.put or f.setup))
        assert [row for row in table if row in alone] == alone
        assert len(table) - len(alone) == (3 if fields is GAME else 0)


def test_every_part_of_a_file_is_told():
    assert all(f"`{name}`" in PAGE for name in (*Document.model_fields, *KINDS))


def test_every_kind_of_action_is_told():
    for words in SAMPLES:
        first = words.split()[0]
        assert f"`{first} " in PAGE or f"`{first}`" in PAGE, words


def test_every_file_is_named():
    folder = Path(referee.__file__).parent
    names = {path.name for path in folder.glob("*.py")} - {"__init__.py", "cli.py"}
    assert {name for name in names if name not in PAGE} == set()
