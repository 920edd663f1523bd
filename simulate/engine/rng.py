"""Counter-based randomness: every draw is a pure function of (seed, game, stream, counter).

There is no generator state, so the same event of the same game gets the same number under any
ruleset, and results do not depend on how games are distributed over workers. The mixer is the
finaliser of SplitMix64 (Steele, Lea and Flood 2014), applied once per key part.
"""

import numpy as np

from simulate.engine.jit import compiled, memory_of_a_deck

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
MIX_2 = np.uint64(0x94D049BB133111EB)
STREAM_STEP = np.uint64(0xD1342543DE82EF95)
U27, U30, U31, U32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)


@compiled
def mix(word):
    """SplitMix64's finaliser: a bijection of 64-bit integers that looks random."""
    word = (word ^ (word >> U30)) * MIX_1
    word = (word ^ (word >> U27)) * MIX_2
    return word ^ (word >> U31)


@compiled
def game_key(seed, game):
    """The key of one game, from which all its randomness derives."""
    return mix(mix(np.uint64(seed) + GOLDEN) + np.uint64(game) * GOLDEN)


@compiled
def deal_and_chance(game, same_deal, own_chance):
    """The numbers from which a recorded game's set-up and its later chance are drawn.

    ``same_deal`` consecutive games share one set-up; with ``own_chance`` they share only that,
    without it all later chance, too.
    """
    deal = game // same_deal
    if own_chance:
        return deal, game
    return deal, deal


@compiled
def draw(key, stream, counter):
    """64 random bits for event ``counter`` of ``stream``."""
    return mix(mix(key + np.uint64(stream + 1) * STREAM_STEP) + np.uint64(counter) * GOLDEN)


@compiled
def below(random, n):
    """An integer in [0, n) from 64 random bits (bias below n / 2**32)."""
    return np.int64(((random >> U32) * np.uint64(n)) >> U32)


@compiled
def shuffle(key, stream, cards, numbers, size):
    """Sort ``cards[:size]`` by a random number tied to each card's printed number.

    Adding or removing a card does not change the order of the others.
    """
    ranks, unsorted = memory_of_a_deck(), memory_of_a_deck()
    for i in range(size):
        ranks[i] = draw(key, stream, numbers[cards[i]])
        unsorted[i] = cards[i]
    for i in range(size):  # counting predecessors needs no branch, so it beats most sorting
        place = 0
        for j in range(i):
            place += ranks[j] <= ranks[i]
        for j in range(i + 1, size):
            place += ranks[j] < ranks[i]
        cards[place] = unsorted[i]


@compiled
def nth(key, stream, numbers, n, rank):
    """The card of rank ``rank`` by random number; -1 if there are fewer."""
    for i in range(n):
        before = 0
        mine = draw(key, stream, numbers[i])
        for j in range(n):
            other = draw(key, stream, numbers[j])
            before += other < mine or (other == mine and j < i)
        if before == rank:
            return i
    return -1


@compiled
def nth_of_letter(key, stream, letters, letter, numbers, n, rank):
    """The same among the cards of a letter."""
    for i in range(n):
        if letters[i] != letter:
            continue
        before = 0
        mine = draw(key, stream, numbers[i])
        for j in range(n):
            if letters[j] == letter:
                other = draw(key, stream, numbers[j])
                before += other < mine or (other == mine and j < i)
        if before == rank:
            return i
    return -1
