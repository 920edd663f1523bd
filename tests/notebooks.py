"""Executes the notebooks of examples/, with their pictures.

`python -m tests.notebooks` runs each in a folder of its own and stores what its cells print and
draw in the file. The notebooks use plain Python, so that running a cell takes no Jupyter: its code,
the value of its last line, what it prints, and the figures that are open at its end.
"""

from __future__ import annotations

import ast
import base64
import contextlib
import io
import json
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import matplotlib
import matplotlib.pyplot as plt

FOLDER = Path(__file__).parents[1] / "examples"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))
Cell = dict[str, Any]


def read(file: Path) -> dict[str, Any]:
    """A notebook, as JSON."""
    found: dict[str, Any] = json.loads(file.read_text("utf-8"))
    return found


def execute(notebook: dict[str, Any], folder: Path) -> list[Cell]:
    """The cells with the outputs that they have now, run from the top in a folder.

    They start with no figure and matplotlib's own settings, and leave neither: the figures that
    pyplot had before are closed. Raises what a cell raises.
    """
    known: dict[str, Any] = {"__name__": "__main__"}
    cells, count = [], 0
    with contextlib.chdir(folder), _alone():
        for cell in notebook["cells"]:
            if cell["cell_type"] == "code":
                count += 1
                outputs = _run("".join(cell["source"]), known, count)
                cell = cell | {"execution_count": count, "outputs": outputs}
            cells.append(cell)
    return cells


@contextlib.contextmanager
def _alone() -> Iterator[None]:
    plt.close("all")
    with plt.rc_context():
        matplotlib.rcdefaults()
        plt.rcParams.update({"backend": "agg", "savefig.dpi": 90})
        try:
            yield
        finally:
            plt.close("all")


def _run(source: str, known: dict[str, Any], count: int) -> list[Cell]:
    tree = ast.parse(source)
    last = None
    if tree.body and isinstance(tree.body[-1], ast.Expr) and not source.rstrip().endswith(";"):
        last = ast.Expression(tree.body.pop().value)  # type: ignore[attr-defined]
    said, value = io.StringIO(), None
    with contextlib.redirect_stdout(said):
        exec(compile(tree, f"cell {count}", "exec"), known)
        if last is not None:
            value = eval(compile(last, f"cell {count}", "eval"), known)
    outputs: list[Cell] = []
    if said.getvalue():
        lines = said.getvalue().splitlines(keepends=True)
        outputs.append({"output_type": "stream", "name": "stdout", "text": lines})
    for number in plt.get_fignums():
        image = io.BytesIO()
        figure = plt.figure(number)
        figure.savefig(image, format="png", metadata={"Software": None})
        plt.close(figure)
        png = base64.b64encode(image.getvalue()).decode()
        outputs.append({
            "output_type": "display_data", "metadata": {},
            "data": {"image/png": png, "text/plain": ["<Figure>"]},
        })  # fmt: skip
    if value is not None:
        outputs.append({
            "output_type": "execute_result", "execution_count": count, "metadata": {},
            "data": {"text/plain": repr(value).splitlines(keepends=True)},
        })  # fmt: skip
    return outputs


def printed(cells: list[Cell]) -> list[str]:
    """What each code cell prints."""
    return [
        "".join("".join(one.get("text", ())) for one in cell["outputs"])
        for cell in cells
        if cell["cell_type"] == "code"
    ]


def pictures(cells: list[Cell]) -> list[bytes]:
    """The figures of all cells, as PNG."""
    return [
        base64.b64decode(one["data"]["image/png"])
        for cell in cells
        for one in cell.get("outputs", ())
        if "image/png" in one.get("data", ())
    ]


def main() -> None:
    """Store the outputs."""
    for file in NOTEBOOKS:
        notebook = read(file)
        with tempfile.TemporaryDirectory(prefix="gah-notebook-") as folder:
            notebook["cells"] = execute(notebook, Path(folder))
        file.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + os.linesep, "utf-8")
        print(f"{file.relative_to(FOLDER.parent)}: {len(pictures(notebook['cells']))} pictures")


if __name__ == "__main__":
    main()
