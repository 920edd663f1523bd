"""Set up a game: decks, row, tiles, hands and hotels, all from the seed."""

from simulate.engine import codes as c
from simulate.engine.abilities import reset_abilities
from simulate.engine.auction import lay_out_entrances
from simulate.engine.cafe import draw_guest
from simulate.engine.codes import GOODS, HANDS_BEGINNER, HANDS_DRAFT
from simulate.engine.jit import compiled, exported
from simulate.engine.lounge import set_out_lounge
from simulate.engine.rng import draw, game_key, nth, nth_of_letter, shuffle
from simulate.engine.staff import draw_staff, to_hand
from simulate.engine.state import MAX_REHEARSAL, MAX_TABLES


@exported
def start(g, rules, players, seed, game):
    """Set up game number ``game`` of ``seed`` for 2 to 4 players; ``g`` must be a blank record."""
    g.key = game_key(seed, game)
    g.n_players = players
    for i in range(players):
        blank_player(g.players[i], rules)
        p = g.players[i]
        p.krones = min(rules.krones_max, p.krones + rules.krones_by_place[i])
    g.key_holder = -1
    deal_boards(g, rules)
    pick_tiles(g, rules)
    set_out_ballrooms(g, rules)
    set_out_lounge(g, rules)
    set_out_guests(g, rules)
    deal_staff(g, rules)
    lay_out_entrances(g, rules)
    g.phase = c.PH_DRAFT if rules.hands == HANDS_DRAFT else c.PH_AUCTION


@compiled
def blank_player(p, rules):
    """A hotel before the game."""
    p.krones = rules.start_krones
    for k in range(GOODS):
        p.kitchen[k] = rules.start_kitchen[k]
    for t in range(MAX_TABLES):
        p.cafe[t] = -1
    p.rehearsal = -1
    reset_abilities(rules, p)


@compiled
def deal_boards(g, rules):
    """The night side is the same for all; each seat gets a different day board."""
    for i in range(g.n_players):
        g.players[i].board = rules.first_board
    if rules.day_boards:
        for i in range(g.n_players):
            rank = 0
            for j in range(rules.n_boards - rules.first_board):
                mine = draw(g.key, c.S_BOARDS, i)
                other = draw(g.key, c.S_BOARDS, j)
                if other < mine or (other == mine and j < i):
                    rank += 1
            g.players[i].board = rules.first_board + rank


@compiled
def pick_tiles(g, rules):
    """One politics card and one emperor tile of each letter."""
    for letter in range(3):
        g.politics[letter] = nth_of_letter(
            g.key,
            c.S_POLITICS,
            rules.politics_letter,
            letter,
            rules.politics_number,
            rules.n_politics,
            0,
        )
        g.emperor_tiles[letter] = nth_of_letter(
            g.key, c.S_EMPEROR, rules.tile_letter, letter, rules.tile_number, rules.n_tiles, 0
        )


@compiled
def set_out_ballrooms(g, rules):
    """Three random ballrooms in random order, and a random rehearsal room for each player."""
    for place in range(c.BALLROOMS):
        g.ballrooms[place] = -1
        if place < rules.ballrooms:
            g.ballrooms[place] = nth(
                g.key, c.S_BALLROOMS, rules.ballroom_number, rules.n_ballrooms, place
            )
    laid_out = rules.n_rehearsal if rules.all_rehearsal_rooms else g.n_players
    for i in range(MAX_REHEARSAL):
        g.rehearsal_rooms[i] = -1
        if rules.ballrooms > 0 and i < laid_out:
            g.rehearsal_rooms[i] = nth(
                g.key, c.S_REHEARSAL, rules.rehearsal_number, rules.n_rehearsal, i
            )


@compiled
def set_out_guests(g, rules):
    """Shuffle the guests and lay out the row from right to left."""
    for i in range(rules.n_guests):
        g.guest_deck[i] = i
    g.guest_deck_size = rules.n_guests
    shuffle(g.key, c.S_GUESTS, g.guest_deck, rules.guest_number, rules.n_guests)
    for i in range(len(g.row) - 1, -1, -1):
        g.row[i] = draw_guest(g, rules)


@compiled
def deal_staff(g, rules):
    """Shuffle the staff and give each player a hand, a pack to draft from, or a beginner set."""
    n = 0
    for i in range(rules.n_staff):
        in_set = rules.hands == HANDS_BEGINNER and 0 <= rules.staff_set[i] < g.n_players
        if in_set:
            to_hand(g, rules.staff_set[i], i, c.CAME_DEALT)
        else:
            g.staff_deck[n] = i
            n += 1
    g.staff_deck_size = n
    shuffle(g.key, c.S_STAFF, g.staff_deck, rules.staff_number, n)
    if rules.hands == HANDS_BEGINNER:
        return
    for i in range(g.n_players):
        p = g.players[i]
        for _ in range(rules.hand):
            card = draw_staff(g)
            if card < 0:
                return
            if rules.hands == HANDS_DRAFT:
                p.offer[p.offer_size] = card
                p.offer_size += 1
            else:
                to_hand(g, i, card, c.CAME_DEALT)
