-- One row a game: seat $seat. lead: its VP less the mean of the other seats, times (players - 1);
-- win: its win in twelfths.
SELECT p.deal, p.game, p.seat, p.vp::BIGINT * $players - t.vp AS lead,
       round(p.win * 12)::BIGINT AS win
FROM players AS p
JOIN (
    SELECT game, sum(vp)::BIGINT AS vp FROM players
    WHERE rules = $rules AND players.players = $players AND policies = $policy
    GROUP BY game
) AS t USING (game)
WHERE p.rules = $rules AND p.players = $players AND p.policies = $policy AND p.seat = $seat
