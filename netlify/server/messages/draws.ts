import { z } from 'zod';
import { withFacts, type Words } from './messages.ts';

/** Refusals around draws. */
export const draws = {
  draw_closed: withFacts(
    z.object({ opens_at: z.string(), closes_at: z.string() }),
    ({ opens_at }) =>
      Date.parse(opens_at) > Date.now()
        ? 'This draw has not opened yet.'
        : 'This draw is closed: it takes no more entries.',
  ),
  draw_one_each: 'You have a piece of this draw already: there is one for each person.',
  draw_piece_gone:
    'This piece is no longer kept for you: its time is over, or it is being bought in another browser.',
  draw_pieces: withFacts(z.object({ colours: z.string() }), ({ colours }) => {
    return `A draw cannot have more pieces than are in stock: ${colours}.`;
  }),
  draw_running: 'This draw has opened, and stays as it was announced.',
  draw_times:
    'A draw opens in the future, and is open for an hour at least and 30 days at most. Correct its times.',
  product_unknown: 'There is no such product.',
} satisfies Words;
