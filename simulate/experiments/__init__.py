"""Interventions for experiments, as patches and as players that a table names by their path."""
