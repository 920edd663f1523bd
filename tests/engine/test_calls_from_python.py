"""Python calls compiled functions with whatever integers it has, and that costs next to nothing."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from simulate.engine.hotel import bits


def spelled_out(*_: object) -> Any:
    raise AssertionError("numba spells out the types of all arguments: 10 ms a call")


@pytest.mark.parametrize("number", [5, True, np.int8(5), np.uint16(5), np.int64(5)])
def test_an_integer_of_any_width_needs_no_look_at_the_other_types(
    number: Any, monkeypatch: pytest.MonkeyPatch
):
    assert bits(number) == bin(number).count("1")  # the first of its kind may be looked at
    monkeypatch.setattr(bits, "typeof_pyval", spelled_out, raising=False)
    assert bits(number) == bin(number).count("1")
    if hasattr(bits, "signatures"):  # not where compiling is switched off
        assert len(bits.signatures) == 1
