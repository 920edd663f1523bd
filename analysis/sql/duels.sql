-- One row a deal and pair of policies a < b that met on it: comparisons of their ranks in the same
-- games (met), and how often a was ahead, in halves (won2; a shared rank is half a win each).
WITH seats AS (
  SELECT seed, game, deal, policies, policy, rank
  FROM players
  JOIN (SELECT unnest($tables) AS policies, unnest($deals) AS most) USING (policies)
  WHERE rules = $rules AND players.players = $players AND deal < most
)
SELECT a.seed, a.deal, a.policy::VARCHAR AS a, b.policy::VARCHAR AS b, count(*) AS met,
       sum(CASE WHEN a.rank < b.rank THEN 2 WHEN a.rank = b.rank THEN 1 ELSE 0 END)::BIGINT AS won2
FROM seats AS a
JOIN seats AS b USING (seed, game, policies)
WHERE a.policy::VARCHAR < b.policy::VARCHAR
GROUP BY ALL
ORDER BY ALL
