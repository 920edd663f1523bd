"""Files import one another in one direction, those within functions included."""

from graphlib import CycleError, TopologicalSorter

import grimp
import pytest


def test_no_file_imports_in_a_circle():
    packages = ("model", "simulate", "analysis", "reports")
    graph = grimp.build_graph(*packages, exclude_type_checking_imports=True, cache_dir=None)
    imported = {one: graph.find_modules_directly_imported_by(one) for one in graph.modules}
    assert {"simulate.policies.seating"} < imported["simulate.policies"]  # they are read at all
    try:
        TopologicalSorter(imported).prepare()
    except CycleError as error:
        pytest.fail(" imports ".join(reversed(error.args[1])))
