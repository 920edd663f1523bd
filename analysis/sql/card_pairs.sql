-- One row a (game, staff card) where the card was dealt under ruleset a or b; a suffix names which.
-- n1, win1, vp1: seats that were dealt it, their wins (twelfths) and victory points; np: those of
-- them that played it. near, winnear, vpnear: all seats of a table where somebody was dealt it; 0
-- where nobody was. n, win, vp: all seats
WITH seats_a AS (
    SELECT seed, deal, game, seat, vp::BIGINT AS vp, round(win * 12)::BIGINT AS win
    FROM players
    WHERE rules = $rules_a AND players.players = $players AND policies = $policy
),
seats_b AS (
    SELECT seed, deal, game, seat, vp::BIGINT AS vp, round(win * 12)::BIGINT AS win
    FROM players
    WHERE rules = $rules_b AND players.players = $players AND policies = $policy
),
totals AS (
    SELECT a.seed, a.deal, a.game, count(*) AS n,
           sum(a.win)::BIGINT AS win_a, sum(a.vp)::BIGINT AS vp_a,
           sum(b.win)::BIGINT AS win_b, sum(b.vp)::BIGINT AS vp_b
    FROM seats_a AS a
    JOIN seats_b AS b USING (seed, game, seat)
    GROUP BY a.seed, a.deal, a.game
),
dealt AS (
    SELECT rules, seed, game, seat, card, (used_round > 0)::BIGINT AS played
    FROM cards
    WHERE rules IN ($rules_a, $rules_b) AND cards.players = $players AND policies = $policy
      AND kind = 'staff' AND came = 'dealt'
),
held_a AS (
    SELECT d.card, d.seed, d.game, count(*) AS n1_a, sum(s.win)::BIGINT AS win1_a,
           sum(s.vp)::BIGINT AS vp1_a, sum(played)::BIGINT AS np_a
    FROM dealt AS d
    JOIN seats_a AS s USING (seed, game, seat)
    WHERE d.rules = $rules_a
    GROUP BY d.card, d.seed, d.game
),
held_b AS (
    SELECT d.card, d.seed, d.game, count(*) AS n1_b, sum(s.win)::BIGINT AS win1_b,
           sum(s.vp)::BIGINT AS vp1_b, sum(played)::BIGINT AS np_b
    FROM dealt AS d
    JOIN seats_b AS s USING (seed, game, seat)
    WHERE d.rules = $rules_b
    GROUP BY d.card, d.seed, d.game
)
SELECT card, t.deal,
       coalesce(n1_a, 0) AS n1_a, coalesce(win1_a, 0) AS win1_a, coalesce(vp1_a, 0) AS vp1_a,
       coalesce(np_a, 0) AS np_a,
       coalesce(n1_b, 0) AS n1_b, coalesce(win1_b, 0) AS win1_b, coalesce(vp1_b, 0) AS vp1_b,
       coalesce(np_b, 0) AS np_b,
       if(n1_a > 0, t.n, 0) AS near_a, if(n1_a > 0, t.win_a, 0) AS winnear_a,
       if(n1_a > 0, t.vp_a, 0) AS vpnear_a,
       if(n1_b > 0, t.n, 0) AS near_b, if(n1_b > 0, t.win_b, 0) AS winnear_b,
       if(n1_b > 0, t.vp_b, 0) AS vpnear_b,
       t.n, t.win_a, t.vp_a, t.win_b, t.vp_b
FROM held_a
FULL JOIN held_b USING (card, seed, game)
JOIN totals AS t USING (seed, game)
