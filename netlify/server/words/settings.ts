import type { Words } from './words.ts';

/** Refusals to change taxes and terms. */
export const settings = {
  taxes_changed: 'The taxes have changed in the meantime. Reload the page.',
  terms_kept: 'Orders refer to these terms, so they cannot be changed.',
} satisfies Words;
