-- One row a deal that all of $rules played: win (twelfths) and VP of each seat, added up over them.
SELECT seed, deal, count(*) AS n,
       coalesce(sum(round(win * 12)::BIGINT) FILTER (seat = 0), 0)::BIGINT AS win_0,
       coalesce(sum(round(win * 12)::BIGINT) FILTER (seat = 1), 0)::BIGINT AS win_1,
       coalesce(sum(round(win * 12)::BIGINT) FILTER (seat = 2), 0)::BIGINT AS win_2,
       coalesce(sum(round(win * 12)::BIGINT) FILTER (seat = 3), 0)::BIGINT AS win_3,
       coalesce(sum(vp::BIGINT) FILTER (seat = 0), 0)::BIGINT AS vp_0,
       coalesce(sum(vp::BIGINT) FILTER (seat = 1), 0)::BIGINT AS vp_1,
       coalesce(sum(vp::BIGINT) FILTER (seat = 2), 0)::BIGINT AS vp_2,
       coalesce(sum(vp::BIGINT) FILTER (seat = 3), 0)::BIGINT AS vp_3
FROM players
WHERE list_contains($rules, rules) AND players.players = $players AND policies = $policy
GROUP BY seed, deal
HAVING count(DISTINCT rules) = len($rules)
