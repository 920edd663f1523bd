"""Players that judge positions by a learned value: features, the network, plans.

features.py   features of a position, from what one seat may know
further.py    the second set of features
cards.py      descriptions of cards as numbers, for the features
parts.py      the parts of the hand-made evaluation, also used as features
network.py    the value: a small network, in compiled code
weights.py    its weights as a file that contains no code
plan.py       the best plan for the seat's turn: a beam search judged by the value
rollouts.py   the best plans compared by playing on through the next round of turns
choice.py     the action of a learned player in a position
table.py      the buffers and settings for this
advice.py     a strong player's view of a position: plans, and the values of actions
notes.py      training samples: positions and their targets
half_turns.py training samples within turns, with the best continuation a search finds
scope.py      what a learned player was trained on, and what is outside of it
"""
