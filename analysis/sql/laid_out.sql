-- One row a (kind, key, game) for what lies on the table for all: emperor tiles, politics cards,
-- ballrooms. n: seats; score: their VP from all components of that kind; dancers: theirs in it.
WITH laid AS (
    SELECT seed, game,
           unnest([
               {'kind': 'emperor_tile', 'key': emperor_a, 'place': 0},
               {'kind': 'emperor_tile', 'key': emperor_b, 'place': 0},
               {'kind': 'emperor_tile', 'key': emperor_c, 'place': 0},
               {'kind': 'politics', 'key': politics_a, 'place': 0},
               {'kind': 'politics', 'key': politics_b, 'place': 0},
               {'kind': 'politics', 'key': politics_c, 'place': 0},
               {'kind': 'ballroom', 'key': ballroom_1, 'place': 1},
               {'kind': 'ballroom', 'key': ballroom_2, 'place': 2},
               {'kind': 'ballroom', 'key': ballroom_3, 'place': 3}
           ]) AS one
    FROM games
    WHERE rules = $rules AND games.players = $players AND policies = $policy
),
named AS (
    SELECT seed, game, one.kind AS kind, one.key AS key, one.place AS place
    FROM laid
    WHERE one.key IS NOT NULL
)
SELECT l.kind, l.key, p.deal, l.game, count(*) AS n,
       sum(CASE l.kind WHEN 'emperor_tile' THEN p.vp_emperor_tiles WHEN 'politics' THEN p.vp_politics
                       ELSE p.vp_ballrooms END)::BIGINT AS score,
       sum(CASE l.place WHEN 1 THEN p.dancers_1 WHEN 2 THEN p.dancers_2 WHEN 3 THEN p.dancers_3
                        ELSE 0 END)::BIGINT AS dancers
FROM named AS l
JOIN players AS p USING (seed, game)
WHERE rules = $rules AND p.players = $players AND policies = $policy
GROUP BY l.kind, l.key, l.seed, p.deal, l.game
