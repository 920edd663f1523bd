-- One row a seat of the first $games games of a run, as the design has them.
SELECT game, seat, vp, win
FROM players
WHERE rules = $rules AND players.players = $players AND policies = $policy AND game < $games
