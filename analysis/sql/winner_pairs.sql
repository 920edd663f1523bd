-- Over the deals played under both rulesets: how many, and in how many another seat (or another
-- set of seats) won.
WITH pairs AS (
    SELECT a.seed, a.game, bool_or(abs(a.win - b.win) > 0.01) AS changed
    FROM players AS a
    JOIN players AS b USING (seed, game, seat)
    WHERE a.rules = $rules_a AND a.players = $players AND a.policies = $policy
      AND b.rules = $rules_b AND b.players = $players AND b.policies = $policy
    GROUP BY a.seed, a.game
)
SELECT count(*)::BIGINT AS games, coalesce(sum(changed::BIGINT), 0)::BIGINT AS changed
FROM pairs
