-- One row a (kind, card, game) where the card came to a player: how often it came, and how often it
-- was used in each round ($rounds: a column a round).
SELECT kind, card::VARCHAR AS key, deal, game, count(*) AS came, $rounds
FROM cards
JOIN games USING (rules, players, policies, seed, game)
WHERE rules = $rules AND players = $players AND policies = $policy
GROUP BY kind, card, seed, deal, game
