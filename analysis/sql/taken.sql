-- One row a deal and guest that could be taken: what taking it changes against taking none (taking),
-- and against the mean of the others that could be taken (instead; 0 where there are none: others),
-- in lead times (players - 1) and in wins (twelfths); used: does the player itself take it.
SELECT deal, item, price, chosen AS used, (ways IS NOT NULL)::INT AS others, lead - lead_none AS lead_taking,
       win - win_none AS win_taking,
       coalesce((lead * ways - lead_all) / (ways - 1), 0) AS lead_instead,
       coalesce((win * ways - win_all) / (ways - 1), 0) AS win_instead
FROM (
    SELECT *, nullif(count(*) OVER same, 1) AS ways,
           sum(lead) OVER same AS lead_all, sum(win) OVER same AS win_all
    FROM read_parquet($files)
    WINDOW same AS (PARTITION BY deal)
)
