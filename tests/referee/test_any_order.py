"""Goods may be laid down in any order: the engine's own order is a matter of writing only."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from simulate.engine import codes as c
from simulate.referee.judge import Judge
from simulate.referee.readout import state_of
from simulate.referee.writing import document_of
from tests.referee.table import transcript

GUESTS = {"75": "", "56": "1 wine", "90": ""}  # all want wine, some coffee or strudel as well
HEAD = {"row": [], "dice": "1 1 1 2 2 2 2"}


def opened(kitchen, *steps):
    document = transcript(*steps, guests=GUESTS, kitchen=kitchen, head=HEAD)
    referee = Judge(document_of(document))
    verdict = referee.judge()
    assert verdict.ok, verdict.first_fault
    return referee


@settings(max_examples=60)
@given(
    st.sampled_from(["die 2|split 2 0", "die 2|split 0 0", "die 2 +1|split 2 0", "serve"]),
    st.randoms(use_true_random=False),
    st.randoms(use_true_random=False),
)
def test_goods_laid_down_in_another_order(begin, rng: random.Random, other: random.Random):
    kitchen = "2 wine 2 coffee 1 strudel" if begin == "serve" else ""
    first = opened(kitchen, *begin.split("|"))
    placed = []
    while first.stepper.frame.kind in (c.F_GOODS, c.F_SERVE):
        places = [words for words in first.stepper.legal_words() if words.startswith("place")]
        if not places or len(placed) == 3:
            break
        placed.append(rng.choice(places))
        first.stepper.apply(first.stepper.legal()[first.stepper.legal_words().index(placed[-1])])
    if first.stepper.frame.kind == c.F_SERVE:
        first.stepper.apply(c.STOP << 24)
    while first.stepper.frame.kind == c.F_GOODS:
        keep = next(a for a in first.stepper.legal() if a >> 24 == c.KEEP)
        first.stepper.apply(keep)
    shuffled = list(placed)
    other.shuffle(shuffled)
    second = opened(kitchen, *begin.split("|"), *shuffled)
    while second.stepper.frame.kind in (c.F_GOODS, c.F_SERVE):
        ending = (c.KEEP, c.STOP)
        second.stepper.apply(next(a for a in second.stepper.legal() if a >> 24 in ending))
    assert state_of(first.lexicon, first.stepper) == state_of(second.lexicon, second.stepper)
