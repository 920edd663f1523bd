-- One row a seat of the games of one arm: who owns which entrance, and the result.
SELECT deal, seat, entrance::VARCHAR AS entrance, entrance_price, vp, tie_break
FROM players
WHERE rules = $rules AND players.players = $players AND policies = $policy
ORDER BY game, seat
