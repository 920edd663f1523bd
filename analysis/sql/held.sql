-- One row a (kind, key, game) for what a seat has of its own: rehearsal room, entrance, celebrities.
-- n: seats that had it; win (twelfths), vp: theirs; price: krones bid for an entrance
WITH seats AS (
    SELECT seed, deal, game, round(win * 12)::BIGINT AS win, vp::BIGINT AS vp,
           entrance_price::BIGINT AS price, rehearsal_room, entrance, celebrities
    FROM players
    WHERE rules = $rules AND players.players = $players AND policies = $policy
),
held AS (
    SELECT 'rehearsal_room' AS kind, rehearsal_room AS key, * FROM seats
    UNION ALL
    SELECT 'entrance' AS kind, entrance AS key, * FROM seats
    UNION ALL
    SELECT 'celebrity' AS kind, unnest(celebrities) AS key, * FROM seats
)
SELECT kind, key, deal, game, count(*) AS n, sum(win)::BIGINT AS win, sum(vp)::BIGINT AS vp,
       sum(price)::BIGINT AS price
FROM held
WHERE key IS NOT NULL
GROUP BY kind, key, seed, deal, game
