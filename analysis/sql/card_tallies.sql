-- One row a (kind, card, game) where the staff or guest card came to a player, however it came.
-- n: times it came; used: times it was played or housed; round, score: round and VP, summed over used
SELECT kind, card::VARCHAR AS key, deal, game, 1 AS came, count(*) AS n,
       sum((used_round > 0)::BIGINT)::BIGINT AS used,
       sum(CASE WHEN used_round > 0 THEN used_round ELSE 0 END)::BIGINT AS round,
       sum(CASE WHEN used_round > 0 THEN vp ELSE 0 END)::BIGINT AS score
FROM cards
JOIN games USING (rules, players, policies, seed, game)
WHERE rules = $rules AND players = $players AND policies = $policy
GROUP BY kind, card, seed, deal, game
