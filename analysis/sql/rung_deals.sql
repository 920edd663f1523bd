-- One row a deal and policy: its seats at mixed tables (n), their wins (twelfths) and VP.
SELECT seed, deal, policy::VARCHAR AS policy, count(*) AS n, count(DISTINCT (policies, game)) AS games,
       sum(round(win * 12)::BIGINT)::BIGINT AS win, sum(vp::BIGINT)::BIGINT AS vp
FROM players
JOIN (SELECT unnest($tables) AS policies, unnest($deals) AS most) USING (policies)
WHERE rules = $rules AND players.players = $players AND deal < most
GROUP BY ALL
ORDER BY ALL
