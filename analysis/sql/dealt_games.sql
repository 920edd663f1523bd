-- One row a game of one run: seats that were dealt a staff card (n1) and their VP, and all seats
-- with their VP (n0, vp0) of a game in which nobody was dealt it
WITH held AS (
    SELECT game, seat
    FROM cards
    WHERE rules = $rules AND cards.players = $players AND policies = $policy AND seed = $seed
      AND kind = 'staff' AND came = 'dealt' AND card = $card
)
SELECT count(h.seat) AS n1, coalesce(sum(p.vp) FILTER (h.seat IS NOT NULL), 0) AS vp1,
       if(count(h.seat) > 0, 0, count(*)) AS n0, if(count(h.seat) > 0, 0, sum(p.vp)) AS vp0
FROM players AS p
LEFT JOIN held AS h USING (game, seat)
WHERE p.rules = $rules AND p.players = $players AND p.policies = $policy AND p.seed = $seed
GROUP BY p.game
ORDER BY p.game
