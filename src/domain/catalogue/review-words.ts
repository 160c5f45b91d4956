import type { HidingReason, ReviewFit } from '../enums.ts';

/** Maximum photos of a review; the database enforces it as well (`review_photo_is_known`). */
export const mostReviewPhotos = 3;

/** How a hat fits. */
export const fitWords: Readonly<Record<ReviewFit, string>> = {
  small: 'Small',
  true: 'True to size',
  large: 'Large',
};

/** The only reasons for which a review is hidden, as its writer and the page about reviews read them. */
export const hidingWords: Readonly<Record<HidingReason, string>> = {
  personal_data: 'It contains personal data',
  abuse: 'It is abusive, hateful or obscene',
  unlawful: 'It, or a photo in it, breaks the law or somebody’s rights',
  other_subject: 'It is not about the product',
  advertising: 'It advertises something else',
};

/** A number of stars in words: "4 out of 5 stars". @param stars a whole number, or a mean. */
export function starWords(stars: number): string {
  return `${stars} out of 5 stars`;
}

/** A mean as pages show it, with one decimal. @param hundredths hundredths of a star. */
export function meanText(hundredths: number): string {
  return (Math.round(hundredths / 10) / 10).toFixed(1);
}
