-- Over the deals played under both rulesets: how many, and in how many anything that is recorded of
-- the two games differs.
WITH ours AS (
    SELECT * FROM games
    WHERE rules IN ($rules_a, $rules_b) AND players = $players AND policies = $policy
), seats AS (
    SELECT * FROM players
    WHERE rules IN ($rules_a, $rules_b) AND players = $players AND policies = $policy
), came AS (
    SELECT * FROM cards
    WHERE rules IN ($rules_a, $rules_b) AND players = $players AND policies = $policy
), rows_differ AS (
    SELECT seed, game FROM (
        (SELECT * EXCLUDE (rules) FROM ours WHERE rules = $rules_a
         EXCEPT ALL SELECT * EXCLUDE (rules) FROM ours WHERE rules = $rules_b)
    )
    UNION SELECT seed, game FROM (
        (SELECT * EXCLUDE (rules) FROM seats WHERE rules = $rules_a
         EXCEPT ALL SELECT * EXCLUDE (rules) FROM seats WHERE rules = $rules_b)
    )
    UNION SELECT seed, game FROM (
        (SELECT * EXCLUDE (rules) FROM came WHERE rules = $rules_a
         EXCEPT ALL SELECT * EXCLUDE (rules) FROM came WHERE rules = $rules_b)
    )
    UNION SELECT seed, game FROM (
        (SELECT * EXCLUDE (rules) FROM came WHERE rules = $rules_b
         EXCEPT ALL SELECT * EXCLUDE (rules) FROM came WHERE rules = $rules_a)
    )
), pairs AS (
    SELECT seed, game FROM ours GROUP BY ALL HAVING count(*) = 2
)
SELECT count(*)::BIGINT AS games, count(d.game)::BIGINT AS changed
FROM pairs LEFT JOIN rows_differ AS d USING (seed, game)
