-- One row a game: how it went from round to round, seen from who won in the end.
SELECT rules, players, policies, seed, deal, game,
       sum(changed)::BIGINT AS lead_changes,
       sum((behind > 0)::BIGINT)::BIGINT AS rounds_behind,
       sum(behind)::BIGINT AS behind_sum,
       max(behind)::BIGINT AS behind_most,
       round(1000 * coalesce(avg(sqrt(behind)) FILTER (behind > 0), 0))::BIGINT AS drama,
       (1 + count(*) - sum(settled))::BIGINT AS decided,
       max(swing)::BIGINT AS swing_most,
       arg_max(behind > 0, round)::BIGINT AS turned_at_end,
       round(6048 * any_value(n) / (any_value(n) - 1) * (1 - avg(chance) / 144))::BIGINT
         AS uncertain,
       count(*) AS rounds_played
FROM rounds GROUP BY ALL
