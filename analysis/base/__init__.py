"""The basis of every estimate: recorded games, declared measures, moments, tests and verdicts."""
