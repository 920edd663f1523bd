-- One row a (kind, card, round): how often a card that came to a player was used in that round;
-- round 0: never.
SELECT kind, card::VARCHAR AS key, used_round::BIGINT AS round, count(*)::BIGINT AS times
FROM cards
WHERE rules = $rules AND cards.players = $players AND policies = $policy
GROUP BY kind, card, used_round
ORDER BY kind, card, used_round
