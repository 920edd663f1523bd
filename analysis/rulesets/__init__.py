"""The changes of one ruleset compared with another, alone and together."""
