import { z } from 'zod';
import { withFacts, type Words } from './messages.ts';

/** Refusals to change settings, terms and discounts. */
export const settings = {
  discount_code_taken: withFacts(
    z.object({ code: z.string() }),
    ({ code }) => `There is a code ${code} already. Choose another.`,
  ),
  codes_too_many: 'Make from 1 to 10,000 codes at a time.',
  discount_end_not_later: 'It ends then or later already. Choose a later end.',
  discount_over: 'This discount is over. Make a new one.',
  discount_ends_first: 'It would end before it starts. Choose a later end.',
  discount_goods_gone:
    'Some of the products or categories are no longer in the shop. Reload the page.',
  discount_unknown: 'There is no such discount.',
  settings_changed: 'The settings have changed in the meantime. Reload the page.',
  terms_kept: 'Orders refer to these terms, so they cannot be changed.',
} satisfies Words;
