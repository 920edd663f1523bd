-- One row a deal, seat and staff card that it played: what playing it in that round changes against
-- never playing it (..._never), and against not playing it before the next round (..._now; 0 in the
-- last round, after which there is none: waits), in lead times (players - 1), in VP and in wins
-- (twelfths); later: is it played later where it must wait. every: 0, to add up all rounds by.
SELECT deal, item, round, 0 AS every, (round < $rounds)::INT AS waits,
       (round < $rounds AND round_wait > round)::INT AS later,
       lead - lead_never AS lead_never, vp - vp_never AS vp_never, win - win_never AS win_never,
       (lead - lead_wait) * (round < $rounds)::INT AS lead_now,
       (vp - vp_wait) * (round < $rounds)::INT AS vp_now,
       (win - win_wait) * (round < $rounds)::INT AS win_now
FROM read_parquet($files)
