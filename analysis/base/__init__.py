"""What every estimate rests on: recorded games, declared measures, moments, tests and verdicts."""
