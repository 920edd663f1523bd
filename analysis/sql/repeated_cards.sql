-- Did a card of these kinds come to more than one seat of a game? Where none did, a row of cards is
-- all that a game says of a card.
SELECT coalesce(bool_or(came > cards), false) AS repeated
FROM (
  SELECT count(*) AS came, bit_count(bitstring_agg(card, 0, 1023)) AS cards
  FROM cards WHERE list_contains($kinds, kind)
  GROUP BY rules, players, policies, seed, game, kind
)
