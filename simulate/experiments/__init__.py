"""Interventions for experiments, as patches and as players that tables name by path."""
