-- One row a game: number of winning and other seats and the VP of each source on either side.
SELECT deal, sum((win > 0)::BIGINT)::BIGINT AS n_w, sum((win = 0)::BIGINT)::BIGINT AS n_o,
       sum(CASE WHEN win > 0 THEN vp ELSE 0 END)::BIGINT AS vp_w,
       sum(CASE WHEN win = 0 THEN vp ELSE 0 END)::BIGINT AS vp_o,
       sum(CASE WHEN win > 0 THEN vp_guests ELSE 0 END)::BIGINT AS vp_guests_w,
       sum(CASE WHEN win = 0 THEN vp_guests ELSE 0 END)::BIGINT AS vp_guests_o,
       sum(CASE WHEN win > 0 THEN vp_staff ELSE 0 END)::BIGINT AS vp_staff_w,
       sum(CASE WHEN win = 0 THEN vp_staff ELSE 0 END)::BIGINT AS vp_staff_o,
       sum(CASE WHEN win > 0 THEN vp_politics ELSE 0 END)::BIGINT AS vp_politics_w,
       sum(CASE WHEN win = 0 THEN vp_politics ELSE 0 END)::BIGINT AS vp_politics_o,
       sum(CASE WHEN win > 0 THEN vp_emperor_track ELSE 0 END)::BIGINT AS vp_emperor_track_w,
       sum(CASE WHEN win = 0 THEN vp_emperor_track ELSE 0 END)::BIGINT AS vp_emperor_track_o,
       sum(CASE WHEN win > 0 THEN vp_emperor_tiles ELSE 0 END)::BIGINT AS vp_emperor_tiles_w,
       sum(CASE WHEN win = 0 THEN vp_emperor_tiles ELSE 0 END)::BIGINT AS vp_emperor_tiles_o,
       sum(CASE WHEN win > 0 THEN vp_occupancy ELSE 0 END)::BIGINT AS vp_occupancy_w,
       sum(CASE WHEN win = 0 THEN vp_occupancy ELSE 0 END)::BIGINT AS vp_occupancy_o,
       sum(CASE WHEN win > 0 THEN vp_cells ELSE 0 END)::BIGINT AS vp_cells_w,
       sum(CASE WHEN win = 0 THEN vp_cells ELSE 0 END)::BIGINT AS vp_cells_o,
       sum(CASE WHEN win > 0 THEN vp_floors ELSE 0 END)::BIGINT AS vp_floors_w,
       sum(CASE WHEN win = 0 THEN vp_floors ELSE 0 END)::BIGINT AS vp_floors_o,
       sum(CASE WHEN win > 0 THEN vp_leftovers ELSE 0 END)::BIGINT AS vp_leftovers_w,
       sum(CASE WHEN win = 0 THEN vp_leftovers ELSE 0 END)::BIGINT AS vp_leftovers_o,
       sum(CASE WHEN win > 0 THEN vp_stranded ELSE 0 END)::BIGINT AS vp_stranded_w,
       sum(CASE WHEN win = 0 THEN vp_stranded ELSE 0 END)::BIGINT AS vp_stranded_o
FROM players
WHERE rules = $rules AND players.players = $players AND policies = $policy
GROUP BY seed, deal, game
