-- One row a (guest, block of deals) over the positions in which it had just come in, on the first
-- place of the row. n and used: these; lead: what taking it changes in the lead against taking none,
-- times (players - 1). Blocks share no deal.
SELECT item::VARCHAR AS item, deal % $blocks AS block, count(*) AS n, count(*) AS used,
       sum(lead - lead_none)::BIGINT AS lead
FROM read_parquet($files)
WHERE place = 0
GROUP BY ALL
