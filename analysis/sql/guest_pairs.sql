-- One row a deal played under both rulesets: how often a guest was housed in the game of a and of b.
WITH housed AS (
    SELECT rules, seed, game, count(*) AS times
    FROM cards
    WHERE rules IN ($rules_a, $rules_b) AND cards.players = $players AND policies = $policy
      AND kind = 'guest' AND card = $card AND used_round > 0
    GROUP BY ALL
),
played AS (
    SELECT rules, seed, deal, game, coalesce(times, 0) AS times
    FROM games
    LEFT JOIN housed USING (rules, seed, game)
    WHERE rules IN ($rules_a, $rules_b) AND games.players = $players AND policies = $policy
)
SELECT a.deal, a.times AS a, b.times AS b, (a.times <> b.times)::BIGINT AS changed
FROM played AS a
JOIN played AS b USING (seed, game)
WHERE a.rules = $rules_a AND b.rules = $rules_b
