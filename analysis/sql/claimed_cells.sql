-- One row a (politics card, block of deals). n: deals that laid it out; used: how many of their seats
-- claimed it where they might, as the mean of the seats; lead: what that right changes in the lead
-- against the same deal without it, times (players - 1), likewise. Blocks share no deal.
SELECT item::VARCHAR AS item, deal % $blocks AS block, count(DISTINCT deal) AS n,
       sum(claimed)::DOUBLE / count(DISTINCT seat) AS used,
       sum(lead - lead_barred)::DOUBLE / count(DISTINCT seat) AS lead
FROM read_parquet($files)
GROUP BY ALL
