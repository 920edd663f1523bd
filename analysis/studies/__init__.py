"""Recurring questions: each a plan of runs, the runs, their record and the resulting frames."""
