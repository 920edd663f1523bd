-- One row a game and guest that lay there (the table openings: item, deal): the seat $seat, which
-- might take it before all others (one_seat), and used: did it, by $came in round $round.
SELECT o.item, u.deal, 1 AS n_1, u.lead AS lead_1, u.win AS win_1,
       1 AS n, u.lead, u.win, (c.card IS NOT NULL)::BIGINT AS used
FROM openings AS o
JOIN one_seat AS u USING (deal)
LEFT JOIN (
    SELECT game, seat, card FROM cards
    WHERE rules = $rules AND cards.players = $players AND policies = $policy
      AND kind = 'guest' AND came = $came AND came_round = $round
) AS c ON c.game = u.game AND c.seat = u.seat AND c.card = o.item
