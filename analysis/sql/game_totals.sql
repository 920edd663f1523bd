-- One row a game: number of seats, wins (twelfths, 12 a game) and victory points of all seats.
SELECT count(*) AS n, sum(round(win * 12)::BIGINT)::BIGINT AS win, sum(vp)::BIGINT AS vp
FROM players
WHERE rules = $rules AND players.players = $players AND policies = $policy
GROUP BY seed, game
