-- One row a game of one run and a staff card of $cards: the seats that were dealt it (n1) with their
-- VP and wins in twelfths, and all seats (n0, ...) of a game in which nobody was dealt it
WITH seats AS (
    SELECT game, seat, vp, round(win * 12)::BIGINT AS win
    FROM players
    WHERE rules = $rules AND players = $players AND policies = $policy
),
each AS (SELECT game, count(*) AS n, sum(vp) AS vp, sum(win) AS win FROM seats GROUP BY game),
held AS (
    SELECT card, game, count(*) AS n, sum(vp) AS vp, sum(win) AS win
    FROM (SELECT card, game, seat FROM cards
          WHERE rules = $rules AND players = $players AND policies = $policy
            AND kind = 'staff' AND came = 'dealt')
    JOIN seats USING (game, seat)
    GROUP BY card, game
)
SELECT coalesce(h.n, 0) AS n1, coalesce(h.vp, 0) AS vp1, coalesce(h.win, 0) AS win1,
       if(h.n IS NULL, e.n, 0) AS n0, if(h.n IS NULL, e.vp, 0) AS vp0,
       if(h.n IS NULL, e.win, 0) AS win0
FROM each AS e
CROSS JOIN (SELECT unnest($cards) AS card) AS c
LEFT JOIN held AS h ON h.game = e.game AND h.card = c.card
ORDER BY c.card, e.game
