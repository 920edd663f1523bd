-- One row a game: win (twelfths) and VP of each seat, seat 0 starts; 0 where there is no seat.
SELECT deal, count(*) AS n,
       coalesce(max(round(win * 12)::BIGINT) FILTER (seat = 0), 0) AS win_0,
       coalesce(max(round(win * 12)::BIGINT) FILTER (seat = 1), 0) AS win_1,
       coalesce(max(round(win * 12)::BIGINT) FILTER (seat = 2), 0) AS win_2,
       coalesce(max(round(win * 12)::BIGINT) FILTER (seat = 3), 0) AS win_3,
       coalesce(max(vp::BIGINT) FILTER (seat = 0), 0) AS vp_0,
       coalesce(max(vp::BIGINT) FILTER (seat = 1), 0) AS vp_1,
       coalesce(max(vp::BIGINT) FILTER (seat = 2), 0) AS vp_2,
       coalesce(max(vp::BIGINT) FILTER (seat = 3), 0) AS vp_3
FROM players
WHERE rules = $rules AND players.players = $players AND policies = $policy
GROUP BY seed, deal, game
