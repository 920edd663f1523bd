-- One row a game of a deal played under both rulesets: 1, and whether another seat (or another set
-- of seats) won.
SELECT a.deal, 1 AS n, bool_or(abs(a.win - b.win) > 0.01)::BIGINT AS changed
FROM players AS a
JOIN players AS b USING (seed, game, seat)
WHERE a.rules = $rules_a AND a.players = $players AND a.policies = $policy
  AND b.rules = $rules_b AND b.players = $players AND b.policies = $policy
GROUP BY a.seed, a.deal, a.game
