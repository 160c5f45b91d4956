import type { HidingReason } from '../enums.ts';

/** The only reasons for which a review is hidden, as its writer and the page about reviews read them. */
export const hidingWords: Readonly<Record<HidingReason, string>> = {
  personal_data: 'It contains personal data',
  abuse: 'It is abusive, hateful or obscene',
  unlawful: 'It, or a photo in it, breaks the law or somebody’s rights',
  other_subject: 'It is not about the product',
  advertising: 'It advertises something else',
};
