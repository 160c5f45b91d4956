import { z } from 'zod';
import { countText } from '#domain/basics/count-text.ts';
import { withFacts, type Words } from './messages.ts';

/** Refusals to change stock. */
export const stock = {
  colour_unknown: 'There is no such colour.',
  delivery_closed: withFacts(z.object({ arrived: z.int() }), ({ arrived }) =>
    arrived === 0
      ? 'This delivery has been called off.'
      : `${countText(arrived, 'unit')} of this delivery have been put into stock already.`,
  ),
  delivery_unknown: 'There is no such delivery.',
  stock_reason_unknown: 'Choose a reason: counted, damaged, sample or found.',
  stock_short: withFacts(z.object({ name: z.string(), free: z.int() }), ({ name, free }) => {
    return `Nothing was changed. Of ${name}, only ${countText(free, 'unit')} can be taken away: the others are sold, or being paid for right now. Cancel orders first, or try again in half an hour.`;
  }),
} satisfies Words;
