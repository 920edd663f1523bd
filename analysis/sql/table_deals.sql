-- One row a deal, mixed table and policy: its seats there (n) and their wins (twelfths).
SELECT seed, deal, policies::VARCHAR AS policies, policy::VARCHAR AS policy, count(*) AS n,
       sum(round(win * 12)::BIGINT)::BIGINT AS win
FROM players
JOIN (SELECT unnest($tables) AS policies, unnest($deals) AS most) USING (policies)
WHERE rules = $rules AND players.players = $players AND deal < most
GROUP BY ALL
ORDER BY ALL
