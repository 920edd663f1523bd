"""Verification: many games under every mix of options, checked while they run and counted.

``invariants`` says what must hold in any state, ``tally`` and ``coverage`` what was exercised and
how often, ``run`` plays the games and ``report`` writes down what came of it.
"""
