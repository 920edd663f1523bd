-- One row a deal of a table with one seat of `mine`: its VP and wins (twelfths), and those of the
-- other seats, summed over the games of the deal; n, others: how many seats these are.
SELECT deal, sum((policy = $mine)::BIGINT)::BIGINT AS n,
       sum(CASE WHEN policy = $mine THEN vp ELSE 0 END)::BIGINT AS vp,
       sum(CASE WHEN policy = $mine THEN round(win * 12) ELSE 0 END)::BIGINT AS win,
       sum((policy <> $mine)::BIGINT)::BIGINT AS others,
       sum(CASE WHEN policy <> $mine THEN vp ELSE 0 END)::BIGINT AS vp_others,
       sum(CASE WHEN policy <> $mine THEN round(win * 12) ELSE 0 END)::BIGINT AS win_others
FROM players
WHERE rules = $rules AND players.players = $players AND policies = $policies
GROUP BY deal
ORDER BY deal
