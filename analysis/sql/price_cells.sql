-- One row a (staff card, block of deals) over the seats that were dealt the card ("dealt").
-- n: these seats; used: those that played it; lead: their VP less the mean of the other seats, times
-- (players - 1); win: their wins (twelfths). Blocks share no deal.
WITH totals AS (
    SELECT seed, game, sum(vp)::BIGINT AS vp
    FROM players
    WHERE rules = $rules AND players.players = $players AND policies = $policy
    GROUP BY seed, game
)
SELECT c.card::VARCHAR AS item, p.deal % $blocks AS block, count(*) AS n,
       sum((c.used_round > 0)::BIGINT)::BIGINT AS used,
       sum(p.vp::BIGINT * $players - t.vp)::BIGINT AS lead,
       sum(round(p.win * 12)::BIGINT)::BIGINT AS win
FROM cards AS c
JOIN players AS p USING (seed, game, seat)
JOIN totals AS t USING (seed, game)
WHERE c.rules = $rules AND c.players = $players AND c.policies = $policy
  AND p.rules = $rules AND p.players = $players AND p.policies = $policy
  AND c.kind = 'staff' AND c.came = 'dealt'
GROUP BY item, block
