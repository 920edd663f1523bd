-- Scores: how many seats, and how many winning seats (shared wins count each), scored each VP.
SELECT vp::BIGINT AS vp, count(*)::BIGINT AS seats, sum((win > 0)::BIGINT)::BIGINT AS winners
FROM players
WHERE rules = $rules AND players.players = $players AND policies = $policy
GROUP BY vp
ORDER BY vp
