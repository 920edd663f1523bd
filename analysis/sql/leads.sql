-- A row a seat, as in players, with `ahead`: its VP less the mean of the other seats, times 6 (a whole
-- number for 2, 3 and 4 players).
SELECT *, (vp::BIGINT * count(*) OVER at_table - sum(vp::BIGINT) OVER at_table)
          * (6 // (count(*) OVER at_table - 1)) AS ahead
FROM players
WINDOW at_table AS (PARTITION BY rules, players.players, policies, seed, game)
