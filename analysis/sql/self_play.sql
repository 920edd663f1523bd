-- One row a game (of the first $games) of a policy against itself: 1, VP of the winner, sum of VP, decisions.
SELECT p.deal, 1 AS one, max(p.vp)::BIGINT AS vp_winner, sum(p.vp)::BIGINT AS vp, count(*) AS n,
       any_value(g.decisions)::BIGINT AS decisions
FROM players AS p
JOIN games AS g USING (rules, players, policies, seed, game)
WHERE p.rules = $rules AND p.players = $players AND p.policies = $policy AND p.game < $games
GROUP BY p.seed, p.deal, p.game
