"""The integer vocabulary shared by the compiled program, the state and the engine.

Plain module constants: numba folds them into the machine code, Python mode reads them as ints.
"""

# Goods, in the order in which the model names them.
STRUDEL, CAKE, WINE, COFFEE = 0, 1, 2, 3
GOODS = 4

# Colours. Rooms have the first three; guests may also be green (a tourist takes any room).
BLUE, RED, YELLOW, GREEN = 0, 1, 2, 3
ROOM_COLOURS = 3

# Where victory points come from: the ledger's columns, in this order.
VP_GUESTS, VP_STAFF, VP_POLITICS, VP_TRACK, VP_TILES = 0, 1, 2, 3, 4
VP_OCCUPANCY, VP_CELLS, VP_FLOORS, VP_LEFTOVERS, VP_STRANDED = 5, 6, 7, 8, 9
VP_SOURCES = 10

# What a staff card does when.
ONCE, ROUND, PERMANENT, END = 0, 1, 2, 3

# Effects. A row of the effect table is [code, eleven arguments]; its columns follow below.
E_GAIN, E_CHOOSE_GOODS, E_PREPARE, E_OCCUPY, E_HIRE, E_DRAW, E_DRAW_AND_HIRE = 0, 1, 2, 3, 4, 5, 6
E_TAKE_GUEST, E_FILL_ORDER, E_USE_SPACE, E_EXTRA_TURN, E_SCORE, E_COPY_FINAL = 7, 8, 9, 10, 11, 12
# Penalties live in the same table.
P_LOSE, P_LOSE_SCORE, P_EMPTY, P_BURY_STAFF, P_REMOVE_ROOM, P_REMOVE_STAFF = 20, 21, 22, 23, 24, 25

# Columns of an effect row.
COL_CODE = 0
COL_GOODS = 1  # gain: four columns, one a good
COL_KRONES, COL_EMPEROR, COL_VP = 5, 6, 7  # gain, lose
COL_N, COL_DISCOUNT, COL_FLOORS, COL_FLAG = 1, 2, 3, 4  # counted effects
COL_PER, COL_COLOUR, COL_MAX = 2, 3, 4  # score: COL_N is the VP a counted thing
COL_STATE, COL_FROM = 2, 3  # remove room
EFFECT_WIDTH = 8

ANY_COLOUR = -1
FREE = 99  # a discount that covers every price
NO_LIMIT = 30_000

# What can be counted.
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
) = range(11)

# Events that permanent staff answer.
ON_DIE, ON_GUEST_LEAVES, ON_ORDER_FILLED, ON_ROOM_OCCUPIED, ON_EMPEROR_REWARD = 0, 1, 2, 3, 4
# When an answer to a die comes: as it is taken, or round the main action.
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
    PH_FREE_GUESTS,
    PH_SETUP_ROOMS,
    PH_ROUND_START,
    PH_TURNS,
    PH_ROUND_END,
    PH_EMPEROR,
    PH_FINAL_STAFF,
    PH_FINAL,
    PH_OVER,
) = range(10)

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
) = range(25)

# Flags of a turn frame.
T_GUEST_TAKEN, T_ACTION_DONE, T_STARTED, T_NO_DIE_REMOVED, T_WITHOUT_DIE = 1, 2, 4, 8, 16
T_NOT_STRENGTHENED, T_EXTRA, T_HELPED = 32, 64, 128
# Flags of a rewards frame.
R_STARTED, R_STAFF_DUE, R_GUEST = 1, 2, 4
# Flags of the frame round a main action.
M_DONE = 1
# Flags of a prepare frame.
B_OCCUPY_AT_ONCE, B_MANDATORY = 1, 2
# Flags of actions without a die removed, in effects and frames: what still applies.
X_STRENGTHEN, X_ACTION, X_DIE_BONUSES, X_DIE = 1, 2, 4, 8
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
) = range(33)

# Instead of a number of legal actions: the frame moved on by itself, look again.
CHANGED = -1

# Variants of taking a die.
D_DECLINE_EXTRA_DIE, D_WITHOUT_EFFECT = 1, 2

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
S_GUESTS, S_STAFF, S_POLITICS, S_EMPEROR, S_BOARDS, S_DICE, S_POLICY, S_POLICY_TIES = range(8)

# Procedural choices that editions and rulings make.
ROUND_ENDS, TURN_WITHOUT_DIE = 0, 1
WITHOUT_EFFECT, SKIP_DIE = 0, 1
HANDS_DEALT, HANDS_DRAFT, HANDS_BEGINNER = 0, 1, 2

# Errors an engine can run into; they end the game and are reported, never ignored.
ERR_NONE, ERR_FRAMES, ERR_LOG, ERR_HAND, ERR_ACTION, ERR_LOOP = 0, 1, 2, 3, 4, 5
