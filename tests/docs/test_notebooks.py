"""The notebooks of examples/ run from top to end, and show what they give today."""

from __future__ import annotations

import io
import json
from pathlib import Path

import matplotlib.image
import matplotlib.pyplot as plt
import pytest

from reports import cli
from tests import notebooks


@pytest.mark.parametrize("file", notebooks.NOTEBOOKS, ids=lambda file: file.stem)
def test_a_notebook_gives_what_it_shows(file: Path, tmp_path: Path):
    stored = notebooks.read(file)
    cells = notebooks.execute(stored, tmp_path)
    assert notebooks.printed(cells) == notebooks.printed(stored["cells"])
    drawn, shown = notebooks.pictures(cells), notebooks.pictures(stored["cells"])
    assert len(drawn) == len(shown) >= 2
    for one in drawn:  # a figure without anything in it has one colour
        assert matplotlib.image.imread(io.BytesIO(one)).std() > 0.02
    assert cli.run(["data", "check", str(tmp_path / "data")]) == 0


def test_another_card_may_be_asked_about_in_the_same_folder(tmp_path: Path):
    text = (notebooks.FOLDER / "what_a_card_does.ipynb").read_text("utf-8")
    printed = []
    for settings in '17, 2, \\"greedy\\", 400', '14, 2, \\"greedy\\", 400':
        asked = text.replace('17, 2, \\"greedy\\", 4_000', settings)
        assert settings in asked
        printed.append(notebooks.printed(notebooks.execute(json.loads(asked), tmp_path)))
    assert [one[0].split(" costs")[0] for one in printed] == ["Kitchen Hand", "Decorator"]


@pytest.mark.parametrize("file", notebooks.NOTEBOOKS, ids=lambda file: file.stem)
def test_a_notebook_is_one_that_jupyter_opens(file: Path):
    stored = json.loads(file.read_text("utf-8"))
    assert (stored["nbformat"], stored["nbformat_minor"]) == (4, 5)
    ids = [cell["id"] for cell in stored["cells"]]
    assert len(set(ids)) == len(ids)
    counts = [one["execution_count"] for one in stored["cells"] if one["cell_type"] == "code"]
    assert counts == list(range(1, len(counts) + 1))


def test_a_cell_that_fails_is_noticed(tmp_path: Path):
    cell = {"cell_type": "code", "source": ["assert 1 == 2"]}
    with pytest.raises(AssertionError):
        notebooks.execute({"cells": [cell]}, tmp_path)


def test_a_cell_shows_what_it_prints_its_last_value_and_its_figures(tmp_path: Path):
    source = "import matplotlib.pyplot as plt\nplt.plot([1, 2])\nprint('said')\n6 * 7"
    (cell,) = notebooks.execute({"cells": [{"cell_type": "code", "source": [source]}]}, tmp_path)
    assert [one["output_type"] for one in cell["outputs"]] == [
        "stream", "display_data", "execute_result",
    ]  # fmt: skip
    assert cell["outputs"][2]["data"]["text/plain"] == ["42"]
    quiet = {"cell_type": "code", "source": ["6 * 7;"]}
    assert notebooks.execute({"cells": [quiet]}, tmp_path)[0]["outputs"] == []


def test_what_ran_before_shows_in_no_cell(tmp_path: Path):
    sources = "import matplotlib.pyplot as plt", "plt.plot([1, 2]);"
    cells = [{"cell_type": "code", "source": [one]} for one in sources]
    expected = notebooks.execute({"cells": cells}, tmp_path)
    with plt.rc_context({"lines.linewidth": 9}):
        plt.plot([2, 1])
        found = notebooks.execute({"cells": cells}, tmp_path)
        assert plt.rcParams["lines.linewidth"] == 9
    assert found == expected
    assert [len(cell["outputs"]) for cell in found] == [0, 1]
    failing = [{"cell_type": "code", "source": ["plt.plot([1, 2])\nassert 1 == 2"]}]
    with pytest.raises(AssertionError):
        notebooks.execute({"cells": cells + failing}, tmp_path)
    assert plt.get_fignums() == []
