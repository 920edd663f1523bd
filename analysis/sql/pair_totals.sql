-- One row a game of a deal played under both rulesets: seats, wins (twelfths) and VP of all seats.
SELECT a.deal, count(*) AS n,
       sum(round(a.win * 12)::BIGINT)::BIGINT AS win_a, sum(a.vp)::BIGINT AS vp_a,
       sum(round(b.win * 12)::BIGINT)::BIGINT AS win_b, sum(b.vp)::BIGINT AS vp_b
FROM players AS a
JOIN players AS b USING (seed, game, seat)
WHERE a.rules = $rules_a AND a.players = $players AND a.policies = $policy
  AND b.rules = $rules_b AND b.players = $players AND b.policies = $policy
GROUP BY a.seed, a.deal, a.game
