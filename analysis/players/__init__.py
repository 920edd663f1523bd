"""How strong players are, and how much of a result is theirs."""
