-- One row a ruleset and deal: the share of its games that the stronger policy of the table won.
SELECT rules, deal, avg(win) AS share
FROM players
WHERE list_contains($rules, rules) AND players.players = $players AND policies = $policy
  AND policy = $stronger
GROUP BY rules, deal
ORDER BY rules, deal
