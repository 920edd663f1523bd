-- One row a (game, staff card) where the card was in a starting hand ("dealt").
-- n1, win1, vp1: seats that were dealt it, their wins (twelfths) and victory points
-- np, winp, vpp: those of them that played it; n, win, vp: all seats of the game
-- round, score: round in which it was played and VP that it brought, summed over np
WITH seats AS (
    SELECT seed, game, seat, vp::BIGINT AS vp, round(win * 12)::BIGINT AS win
    FROM players
    WHERE rules = $rules AND players.players = $players AND policies = $policy
),
totals AS (
    SELECT seed, game, count(*) AS n, sum(win)::BIGINT AS win, sum(vp)::BIGINT AS vp
    FROM seats
    GROUP BY seed, game
),
dealt AS (
    SELECT seed, game, seat, card, (used_round > 0)::BIGINT AS played,
           used_round::BIGINT AS used_round, vp::BIGINT AS score
    FROM cards
    WHERE rules = $rules AND cards.players = $players AND policies = $policy
      AND kind = 'staff' AND came = 'dealt'
),
held AS (
    SELECT d.card, d.seed, d.game,
           count(*) AS n1, sum(s.win)::BIGINT AS win1, sum(s.vp)::BIGINT AS vp1,
           sum(played)::BIGINT AS np, sum(played * s.win)::BIGINT AS winp,
           sum(played * s.vp)::BIGINT AS vpp,
           sum(played * used_round)::BIGINT AS round, sum(played * score)::BIGINT AS score
    FROM dealt AS d
    JOIN seats AS s USING (seed, game, seat)
    GROUP BY d.card, d.seed, d.game
)
SELECT held.*, t.n, t.win, t.vp
FROM held
JOIN totals AS t USING (seed, game)
