"""The codes of all checks, declared with their messages, and the memo of a playing loop."""

# The loop's memo in addition to the state, in an array of 64-bit integers.
M_REMOVED = 0  # staff cards removed from the game by penalties
M_TAKEN = 1  # dice taken by all players before the current round
M_LIMITS = 2  # three numbers: room tiles available of each colour
M_TRACK = 5  # four numbers: VP that each seat scored in the emperor scorings themselves
M_GAME = 9  # the number of the game
M_FIRST = 10  # the starting player that the round before leaves
M_SHUFFLES = 11  # the starting player that the previous round determines
M_MET = 12  # number of guest shuffles before an action; -1: no guest is retained
M_LOOSE = 13  # a row or section gave something that may bring more VP: checked less strictly
# Four numbers each, by seat.
M_DANCED = 14  # guests who went to a ballroom
M_LOST = 18  # dancers lost to penalties
M_BALLROOM = 22  # VP of rows, sections and scored ballrooms
M_KINDS = 26  # bits of the groups whose bonus kind the player chose
M_KIND_VP = 30  # VP of those bonuses
M_CLAIMED = 34  # bits of politics cards fulfilled: three common ones, three personal ones
M_ENTRANCE = 38  # VP that an entrance gives by numbers of politics cards, guests and dancers
M_WAITED = 42  # VP of celebrities who had waited
M_CELLS = 46  # 1 + the stack place of a frame in which a cell with printed VP was covered
M_IGNORED = 47  # four numbers: bits of the tables where a good was ignored this round
M_LINES = 51  # four numbers: bits of the columns and floors ever completed
M_FACE = 55  # the face of the die taken for the current action; 0: none
M_BROKEN = 56  # the first invariant that the state breaks and that is not switched off
M_OFF = 57  # three words of 32 bits: the invariants switched off, by code
M_PASSED = 60  # three more: those of them that a state breaks
M_SIZE = 63

MESSAGES: dict[int, str] = {}
"""What each check finds, by its code from 1: what must never be so."""


def never(found: str) -> int:
    """Declare a check; returns its code."""
    code = 1 + len(MESSAGES)
    MESSAGES[code] = found
    return code


OK = 0
ENGINE_ERROR = never("the engine stopped with an error")
PLAYERS = never("the number of players is not 2 to 4")
ROUND_NUMBER = never("the round is not one of the game's")
FRAME_STACK = never("no decision is open though the game goes on, or too many are")
FRAME_PLAYER = never("a decision belongs to a seat that is not in the game")
FRAME_KIND = never("a decision is of an unknown kind")
DICE_LEFT = never("the dice on the action spaces are not as many as are counted as left")
DICE_ROUND = never("dice left, taken and put aside at rerolls are not all the dice of the round")
KRONES = never("a player's krones are below 0 or beyond the end of the track")
EMPEROR = never("a player's emperor marker is off the track")
KITCHEN = never("a kitchen holds fewer than 0 of a good")
TABLE_EMPTY = never("an empty table (or one that does not exist) has goods or a guest")
ORDER = never("a guest wants fewer than 0 goods of a kind or more than ordered")
ORDER_TOTAL = never("the number of goods a guest still wants is not the sum over its kinds")
TURNS = never("a player's turns of the round, passing or extra turns are out of range")
CARD_COUNTS = never("a player's hand, staff in play or offered cards are out of range")
BOARD = never("a player's hotel plan is not one of the game's")
ROOM_CELLS = never("a room tile lies outside the twenty cells")
ROOM_BOTH = never("a room is both vacant and occupied")
ROOM_COVERED = never("a cell has a tile but does not count as ever covered")
GROUP_UNKNOWN = never("a bonus is noted for a group that is not on the plan or was never covered")
GROUP_UNPAID = never("a fully occupied group has neither been paid nor is its bonus pending")
GROUP_PENDING = never(
    "a pending occupancy bonus is of a group not noted as complete, or is due twice"
)
ABILITY_DICE = never("extra dice or tracks of a player are not those of the staff in play")
ABILITY_PRICES = never("reduced prices of a player are not those of the staff in play")
ABILITY_EVENTS = never("events a player's staff answer are not those of the staff in play")
STAFF_UNKNOWN = never("a staff card that is not in the ruleset is somewhere")
STAFF_TWICE = never("a staff card is in two places")
STAFF_LOST = never("a staff card is nowhere though no penalty took it out of the game")
STAFF_LOG = never("the log of a staff card does not agree with where the card is")
GUEST_UNKNOWN = never("a guest that is not in the ruleset is somewhere")
GUEST_TWICE = never("a guest is in two places")
GUEST_LOST = never("a guest is nowhere")
MARKERS = never("markers on a politics card are not those the players have put there")
MARKERS_PLACES = never(
    "a politics card has more markers than places, or markers though not in play"
)
POLITICS_VP = never("VP for politics cards are not those of the places taken")
ROOM_TILES = never("more room tiles of a colour are in use than there are")
LEDGER = never("a player's VP are not the sum over their sources")
LEDGER_CARDS = never("VP booked under guests or staff are not the sum over the cards")
LEDGER_GROUPS = never("VP for occupancy bonuses are not those of the groups paid")
LEDGER_CELLS = never("VP for covered cells are not those of the cells covered")
LEDGER_TRACK = never("VP for the emperor track are not the scorings plus steps beyond its end")
LEDGER_FINAL = never(
    "VP for rooms, leftovers or stranded guests are not those of the final position"
)
HOUSED = never("the number of guests housed is not that of the log")
END_FRAMES = never("decisions are open though the game is over")
END_ROUNDS = never("the game is over before its last round")
END_DECISIONS = never("the game is over without a decision")
END_RANK = never("a rank does not follow from VP and leftovers")
END_OFFER = never("cards are still on offer though the game is over")
FRAME_CONTENT = never("a decision names a card, space, group or effect that does not exist")
DICE_COUNTED = never("the dice counted for the round are not those taken, and the skeleton key")
DICE_COLOURED = never("a coloured die lies where no die is, or its celebrity has been met")
FIRST_SEAT = never("the starting player is not the one that the round before leaves")
KEY = never("the skeleton key is with nobody of the game, or there is none")
COUNTERS = never("what is counted of a player's round is out of range")
OWED = never("something received is still to be answered though its owner decides")
STAFF_USED = never("a card counts as used or as due that cannot be")
ABILITY_REST = never("what cards change for a player is not what those in play change")
GUESTS_GONE = never("orders or VP of the guests who left are not those of the log")
GUEST_KEPT = never("a guest is kept who is not discarded, or whom nothing keeps")
CELEBRITY_UNKNOWN = never("a celebrity that is not in the ruleset is somewhere")
CELEBRITY_TWICE = never("a celebrity is in two places")
CELEBRITY_LOST = never("a celebrity is nowhere")
CELEBRITY_USED = never("a celebrity is used who is not there, or has waited too long")
ENTRANCES = never("the hotel entrances are not one for each player, each in one place")
AUCTION = never("bid, bidders and the entrance that is auctioned do not fit together")
OWN_CARDS = never("personal politics cards or tiles are on display for all, or belong to nobody")
TOKENS = never("a bonus token is one that there is not")
BALLROOMS = never("ballrooms or rehearsal rooms are not those of the game, each once")
DANCERS = never("a player's dancers are not all those of the rehearsal room")
SEATS = never("more dancers are in a row than it has seats")
LEDGER_BALLROOMS = never("VP for ballrooms are not those of rows, sections and scorings")
LEDGER_CELEBRITIES = never("VP for celebrities are fewer than those who waited brought")
LEDGER_ENTRANCE = never(
    "VP for the entrance are not those of its politics cards, guests and dancers"
)
ROW_GAP = never("a place of the row is empty behind a guest, or though the deck has guests")
CODES = 1 + len(MESSAGES)
