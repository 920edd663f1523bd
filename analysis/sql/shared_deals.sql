-- One row a deal played under rulesets a and b: cards and tiles of a, and those that b has as well.
WITH hands AS (
  SELECT rules, game, seat, card FROM cards
  WHERE rules IN ($a, $b) AND cards.players = $players AND policies = $policy AND game < $games
    AND kind = 'staff' AND came = 'dealt'
), dealt AS (
  SELECT x.game, count(*) AS hand_n, count(y.card) AS hand_same
  FROM (SELECT * FROM hands WHERE rules = $a) AS x
  LEFT JOIN (SELECT * FROM hands WHERE rules = $b) AS y USING (game, seat, card)
  GROUP BY x.game
), laid AS (
  SELECT * FROM games
  WHERE rules IN ($a, $b) AND games.players = $players AND policies = $policy AND game < $games
)
SELECT game, hand_n, hand_same, 3 AS emperor_n, 3 AS politics_n,
       (p.emperor_a = q.emperor_a)::INT + (p.emperor_b = q.emperor_b)::INT
         + (p.emperor_c = q.emperor_c)::INT AS emperor_same,
       (p.politics_a = q.politics_a)::INT + (p.politics_b = q.politics_b)::INT
         + (p.politics_c = q.politics_c)::INT AS politics_same
FROM dealt JOIN (SELECT * FROM laid WHERE rules = $a) AS p USING (game)
JOIN (SELECT * FROM laid WHERE rules = $b) AS q USING (game)
ORDER BY game
