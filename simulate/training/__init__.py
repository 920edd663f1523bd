"""Training of learned players (`simulate.learned`).

chunks.py     the games of a training in chunks, on several processes or a cluster
fitting.py    fitting the network to positions and their targets
training.py   the loop of both; training.toml, second.toml and exploit.toml are its settings
"""
