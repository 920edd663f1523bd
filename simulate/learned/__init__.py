"""Players that judge positions by a learned value: what they see, the network, plans.

features.py   a position as numbers, of what one seat may know
further.py    what the second set of features adds
cards.py      what cards do, as numbers: features speak of that
parts.py      the hand-made evaluation in parts, which are features too
network.py    the value: a small network, in compiled code
weights.py    its weights as a file that runs no code
plan.py       the best plan for the own turn: a beam search judged by the value
rollouts.py   the best plans held against the next round of turns
choice.py     what such a player does in a position
table.py      the memory and the settings that this needs
advice.py     what a strong player thinks of a position: plans, and what actions are worth
notes.py      positions noted in them, and what was to come of each
half_turns.py positions in the middle of turns, and the best that can be made of them
scope.py      what a learned player was trained on, and what lies outside of it
"""
