import { z } from 'zod';
import { withFacts, type Words } from './messages.ts';

/** Refusals to change or send a mailing, and to answer what people wrote. */
export const mailings = {
  audience_changed: withFacts(z.object({ people: z.int() }), ({ people }) => {
    const are = people === 1 ? '1 person is' : `${people} people are`;
    return `${are} on the list now. Check the number before you send.`;
  }),
  complaint_missing: 'There is no such complaint.',
  mailing_changed: 'This mailing has changed in the meantime. Load it again.',
  mailing_missing: 'This mailing no longer exists.',
  mailing_released: 'This mailing is no longer a draft.',
  to_nobody: 'Nobody is among the recipients yet.',
  nothing_opens:
    'All products of this mailing are on sale already, or it has none. Choose another time.',
  time_past: 'Choose a time in the future, within a year.',
} satisfies Words;
