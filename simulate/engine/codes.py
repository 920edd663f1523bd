"""The integer vocabulary shared by the compiled program, the state and the engine.

Plain module constants: numba folds them into the machine code, Python mode reads them as ints.
"""

# Goods, in the order in which the model names them.
STRUDEL, CAKE, WINE, COFFEE, CHAMPAGNE = 0, 1, 2, 3, 4
GOODS = 5
CHOICE = 4  # the first four are dishes and drinks: what "of choice" means
DISHES = 2  # the first two of those are dishes

# Colours. Rooms have the first three; guests may also be green (a tourist takes any room).
BLUE, RED, YELLOW, GREEN = 0, 1, 2, 3
ROOM_COLOURS = 3

# Sources of victory points: the ledger's columns, in this order.
VP_GUESTS, VP_STAFF, VP_POLITICS, VP_TRACK, VP_TILES = 0, 1, 2, 3, 4
VP_OCCUPANCY, VP_CELLS, VP_FLOORS, VP_LEFTOVERS, VP_STRANDED = 5, 6, 7, 8, 9
VP_BALLROOMS, VP_CELEBRITIES, VP_ENTRANCE = 10, 11, 12
VP_SOURCES = 13

# Timings of staff cards.
ONCE, ROUND, PERMANENT, END, BELL = 0, 1, 2, 3, 4

# Effects. A row of the effect table is a code and its arguments, in the columns that follow below.
E_GAIN, E_CHOOSE_GOODS, E_PREPARE, E_OCCUPY, E_HIRE, E_DRAW, E_DRAW_AND_HIRE = 0, 1, 2, 3, 4, 5, 6
E_TAKE_GUEST, E_FILL_ORDER, E_USE_SPACE, E_EXTRA_TURN, E_SCORE, E_COPY_FINAL = 7, 8, 9, 10, 11, 12
E_SWAP_GOODS, E_SEND_DANCER, E_BONUS_TOKEN = 13, 14, 15
# Penalties share the table.
P_LOSE, P_LOSE_SCORE, P_EMPTY, P_BURY_STAFF, P_REMOVE_ROOM, P_REMOVE_STAFF = 20, 21, 22, 23, 24, 25
P_REMOVE_DANCER = 26

# Columns of an effect row.
COL_CODE = 0
COL_GOODS = 1  # gain: five columns, one a good; lose: that of champagne
COL_KRONES, COL_EMPEROR, COL_VP = 6, 7, 8  # gain, lose
COL_ITEMS = 1  # lose: dishes and drinks of choice
COL_N, COL_DISCOUNT, COL_FLOORS, COL_FLAG = 1, 2, 3, 4  # counted effects
COL_SWAP_VP, COL_REDUCTIONS = 2, 2  # swapped goods, dancers
COL_PER, COL_ARG, COL_MAX = 2, 3, 4  # score: COL_N is the VP a counted thing
COL_STATE, COL_FROM = 2, 3  # remove room
EFFECT_WIDTH = 9

ANY_COLOUR = -1
FREE = 99  # a discount that covers every price
NO_LIMIT = 30_000

# What can be counted. A count has one argument, which narrows it down: see count.py.
(
    N_OCCUPIED,
    N_ROOMS,
    N_STAFF,
    N_GROUPS,
    N_FLOORS,
    N_COLUMNS,
    N_FULL_COLOURS,
    N_COLOUR_SETS,
    N_POLITICS,
    N_EMPEROR,
    N_KRONES,
    N_GOODS,
    N_GOOD_SETS,
    N_DANCERS,
    N_ORDERS,
    N_GUEST_VP,
    N_RICH_COLOURS,
) = range(17)
ARG_STEP = 8  # an argument of two parts: the first + ARG_STEP * the second

# Events that cards in play answer.
(
    ON_DIE,
    ON_GUEST_LEAVES,
    ON_ORDER_FILLED,
    ON_ROOM_OCCUPIED,
    ON_EMPEROR_REWARD,
    ON_HIRE,
    ON_DANCER,
    ON_POLITICS,
    ON_KRONES,
    ON_CHAMPAGNE,
    ON_ADVANCE,
    ON_ACTION_STEPS,
    ON_DISHES,
    ON_DRINKS,
    ON_GROUP,
    ON_FIRST_ROOM,
    ON_COLUMN,
    ON_FLOOR,
    ON_DICE_SUM,
    ON_FIRST_PASS,
    ON_GUEST_HOUSED,
) = range(21)
# Events in the middle of receiving things are answered before the next decision: see reactions.py.
FIRST_OWED, OWED = ON_KRONES, 3  # krones, champagne, steps
# When a die is answered: as it is taken, or around the main action.
WITH_DIE, BEFORE_OR_AFTER, BEFORE, AFTER = 0, 1, 2, 3

# Main actions.
A_GOODS, A_PREPARE, A_TRACKS, A_HIRE, A_COPY = 0, 1, 2, 3, 4
FACES = 6

# Room tiles.
EMPTY, VACANT, OCCUPIED = 0, 1, 2
FLOORS, COLUMNS = 4, 5
ROOMS = FLOORS * COLUMNS
FROM_HIGHEST, FROM_NEXT_FLOOR_BELOW, FROM_SAME_COLUMN_BELOW = 0, 1, 2

# Phases of the game between frames.
(
    PH_DRAFT,
    PH_AUCTION,
    PH_REHEARSAL,
    PH_FREE_GUESTS,
    PH_SETUP_ROOMS,
    PH_ROUND_START,
    PH_TURNS,
    PH_ROUND_END,
    PH_EMPEROR,
    PH_BALLROOM,
    PH_FINAL_STAFF,
    PH_FINAL,
    PH_OVER,
) = range(13)

# Decision frames.
(
    F_DRAFT,
    F_FREE_GUEST,
    F_TURN,
    F_MAIN,
    F_SPLIT,
    F_GOODS,
    F_SERVE,
    F_CHOOSE_GOODS,
    F_PREPARE,
    F_OCCUPY,
    F_TRACKS,
    F_COPY,
    F_SPACE,
    F_HIRE,
    F_OFFER,
    F_BURY_OFFER,
    F_TAKE_GUEST,
    F_FILL,
    F_REWARDS,
    F_EFFECT,
    F_PENALTY,
    F_BURY_HAND,
    F_REMOVE_ROOM,
    F_REMOVE_STAFF,
    F_COPY_FINAL,
    F_DUE,
    F_PAY,
    F_SWAP,
    F_TOKEN,
    F_BONUS_KIND,
    F_AUCTION,
    F_REHEARSAL,
    F_REMOVE_DIE,
    F_REMOVE_DANCER,
    F_MORE_GUESTS,
    F_SEND,
) = range(36)

# Flags of a turn frame.
T_GUEST_TAKEN, T_ACTION_DONE, T_STARTED, T_NO_DIE_REMOVED, T_WITHOUT_DIE = 1, 2, 4, 8, 16
T_NOT_STRENGTHENED, T_EXTRA, T_HELPED = 32, 64, 128
T_ENDING, T_TILE_USED = 256, 512
# Flags of a rewards frame.
R_STARTED, R_STAFF_DUE, R_GUEST, R_ROW_DUE, R_SECTION_DUE, R_HOUSED = 1, 2, 4, 8, 16, 32
R_STAFF_ASKED, R_SEAT_DUE, R_GAINS_COME = 64, 128, 256
# Flags of the frame around a main action.
M_DONE, M_NOT_HELPED, M_BOTH_TRACKS, M_ASKS_NEW_STAFF = 1, 2, 4, 8
# Flags of frames in which guests are taken; in which orders are filled.
G_FILLED = 1
FILL_UP_TO = 1
# Flags of a swap.
W_ALL, W_STARTED = 1, 2
# Flag of staff cards of which one must be played; of a copied action that may be declined.
O_MUST = 1
C_OPTIONAL = 1
# Flags of a prepare frame.
B_OCCUPY_AT_ONCE, B_MANDATORY, B_CELL_SCORED = 1, 2, 4
# Flags of actions without a die removed, in effects and frames: which modifiers still apply.
X_STRENGTHEN, X_ACTION, X_DIE_BONUSES, X_DIE = 1, 2, 4, 8
# Flag of cards that are due: only those used once a round.
U_ROUND = 1
# Flag of a serve frame: something was served.
S_SERVED = 1

# Actions: kind << 24 | a << 16 | b << 8 | c. See simulate.actions for their words.
(
    PASS,
    END_TURN,
    DIE,
    TAKE_GUEST,
    SERVE,
    CHECK_IN,
    CLAIM,
    USE_STAFF,
    DO_MAIN,
    DIE_BONUS,
    SPLIT,
    PLACE,
    KEEP,
    CHOOSE_GOOD,
    PREPARE,
    OCCUPY,
    STEPS,
    COPY,
    SPACE,
    HIRE,
    BURY,
    FILL,
    REWARD,
    OCCUPANCY_BONUS,
    STAFF_BONUS,
    STOP,
    TAKE_PENALTY,
    LOSE_VP,
    AVERT,
    REMOVE_ROOM,
    REMOVE_STAFF,
    COPY_FINAL,
    DRAFT,
    KEY,
    IGNORE_GOOD,
    USE_TILE,
    USE_CELEBRITY,
    DANCE,
    SEND,
    ROW_BONUS,
    SECTION_BONUS,
    PAY,
    SWAP,
    TOKEN,
    BONUS_KIND,
    BID,
    REHEARSE,
    REMOVE_DIE,
    REMOVE_DANCER,
) = range(49)

# Instead of a number of legal actions: the frame advanced by itself, look again.
CHANGED = -1

# Variants of taking a die.
D_DECLINE_EXTRA_DIE, D_WITHOUT_EFFECT = 1, 2
# Same number: a die moved from the space below or above, and the colours (0: white, then the
# lounge's places) of the die moved and of the die taken.
D_FROM_BELOW, D_FROM_ABOVE = 4, 8
D_MOVED, D_TAKEN, D_COLOUR = 16, 64, 3

# How a card came to a player (the log's words follow in simulate.tables).
(
    CAME_DEALT,
    CAME_DRAFTED,
    CAME_DRAWN,
    CAME_OFFERED,
    CAME_SETUP,
    CAME_ROW,
    CAME_REWARD,
) = range(7)
LOG_STAFF, LOG_GUEST = 0, 1

# Streams of randomness.
(
    S_GUESTS,
    S_STAFF,
    S_POLITICS,
    S_EMPEROR,
    S_BOARDS,
    S_DICE,
    S_POLICY,
    S_POLICY_TIES,
    S_BALLROOMS,
    S_REHEARSAL,
    S_CELEBRITIES,
    S_ENTRANCES,
    S_SEARCH,
) = range(13)

# Procedural choices that depend on the edition or on rulings.
HANDS_DEALT, HANDS_DRAFT, HANDS_BEGINNER = 0, 1, 2
OTHER_DICE, WHITE_DICE = 0, 1
BEFORE_LAYING, AFTER_LAYING, AFTER_ACTION = 0, 1, 2
DISCARD, UNDER_DECK = 0, 1

# Ballrooms: rows from the bottom, and how they score.
BALLROOMS, ROWS, SECTIONS = 3, 3, 4
TOP = 2
NO_SEAT = BALLROOMS * ROWS  # a dance whose seat is chosen after the guest's reward
B_BEST_ROW, B_ROW_MAJORITIES, B_DANCERS_TABLE, B_MAJORITY, B_PER_DANCERS = range(5)
LOUNGE = 3  # places, one for each coloured die
NO_CARD = -1

# Errors of the engine; they end the game and are reported, never ignored.
ERR_NONE, ERR_FRAMES, ERR_LOG, ERR_HAND, ERR_ACTION, ERR_LOOP = 0, 1, 2, 3, 4, 5
ERR_FRAME, ERR_EFFECT = 6, 7
ERRORS = {
    ERR_FRAMES: "too many nested decisions",
    ERR_LOG: "too many cards came and went",
    ERR_HAND: "a hand grew too large",
    ERR_ACTION: "an action met a frame that does not know it",
    ERR_LOOP: "the game did not come to a decision",
    ERR_FRAME: "a decision is of a kind that the machine does not know",
    ERR_EFFECT: "an effect or penalty is one that the machine does not know",
}
