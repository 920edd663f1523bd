-- One row a (ruleset, game): every measure of metrics.py as a whole number; sums over the seats
-- for measures per seat.
SELECT p.rules, p.seed, p.game, count(*) AS n,
       sum(p.vp)::BIGINT AS vp,
       max(p.vp)::BIGINT AS vp_winner,
       (max(p.vp) - min(p.vp))::BIGINT AS vp_spread,
       any_value(g.rerolls)::BIGINT AS rerolls,
       any_value(g.turns)::BIGINT AS turns,
       sum(p.guests_housed)::BIGINT AS guests_housed,
       sum(p.staff_in_play)::BIGINT AS staff_in_play,
       sum(p.occupied)::BIGINT AS occupied,
       sum(p.vp_guests)::BIGINT AS vp_guests,
       sum(p.vp_staff)::BIGINT AS vp_staff,
       sum(p.vp_politics)::BIGINT AS vp_politics,
       sum(p.vp_emperor_track)::BIGINT AS vp_emperor_track,
       sum(p.vp_emperor_tiles)::BIGINT AS vp_emperor_tiles,
       sum(p.vp_occupancy)::BIGINT AS vp_occupancy,
       sum(p.vp_cells)::BIGINT AS vp_cells,
       sum(p.vp_floors)::BIGINT AS vp_floors,
       sum(p.vp_leftovers)::BIGINT AS vp_leftovers,
       sum(p.vp_stranded)::BIGINT AS vp_stranded
FROM players AS p
JOIN games AS g USING (rules, players, policies, seed, game)
WHERE rules IN ($rules_a, $rules_b) AND players = $players AND policies = $policy
GROUP BY p.rules, p.seed, p.game
