-- One row a game and round: the scores at its end, before the final scoring, and who won in the end.
WITH seated AS (
  SELECT rules, players, policies, seed, deal, game,
         list(round_scores::BIGINT[] ORDER BY seat) AS courses,
         list(vp::BIGINT ORDER BY seat) AS final,
         list(round(win * 12)::BIGINT ORDER BY seat) AS wins
  FROM players GROUP BY ALL
), ends AS (
  SELECT * EXCLUDE (courses),
         generate_subscripts(courses[1], 1) AS round,
         unnest(list_transform(range(1, len(courses[1]) + 1),
                               lambda r: list_transform(courses, lambda one: one[r]))) AS scores
  FROM seated
), seen AS (
  SELECT *, len(scores) AS n, list_max(scores) AS best, list_sort(scores)[-2] AS second,
         list_filter(range(1, len(scores) + 1), lambda i: scores[i] = list_max(scores)) AS leaders,
         list_max(list_filter(scores, lambda s, i: wins[i] > 0)) AS winners,
         list_max(list_filter(scores, lambda s, i: wins[i] = 0)) AS losers,
         list_sum(scores) AS sum_x,
         list_sum(list_transform(scores, lambda s: s * s)) AS sum_xx,
         list_sum(final) AS sum_z,
         list_sum(list_transform(scores, lambda s, i: s * final[i])) AS sum_xz
  FROM ends
)
SELECT rules, players, policies, seed, deal, game, round, n,
       best - second AS lead,
       best - winners AS behind,
       winners - losers AS ahead,
       coalesce(winners - losers - lag(winners - losers, 1, 0) OVER rounds, 0) AS swing,
       (NOT coalesce(list_has_any(leaders, lag(leaders) OVER rounds), true))::BIGINT AS changed,
       (max(best - winners) OVER (rounds ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING) = 0
         )::BIGINT AS settled,
       (list_sum(list_transform(leaders, lambda i: wins[i])) * 12 // len(leaders))::BIGINT AS chance,
       (n * sum_xx - sum_x * sum_x)::BIGINT AS lead_square,
       (n * (sum_xz - sum_xx) - sum_x * (sum_z - sum_x))::BIGINT AS lead_gain
FROM seen
WINDOW rounds AS (PARTITION BY rules, players, policies, seed, game ORDER BY round)
