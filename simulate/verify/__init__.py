"""Verification: many games under every mix of options, checked while they run and counted.

``invariants`` defines what must hold in any state; ``tally`` and ``coverage`` count what was
exercised; ``run`` plays the games; ``report`` writes the results.
"""
