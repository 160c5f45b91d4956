import { expect, test } from 'vitest';
import { formatFor } from './image-cdn.ts';

/** What browsers ask for: Chromium, Safari 14, and one that knows neither WebP nor AVIF. */
test.each([
  ['image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8', 'webp'],
  ['image/webp,image/png,image/svg+xml,image/*;q=0.8', 'webp'],
  ['image/avif,image/*;q=0.8', 'avif'],
  ['image/png,image/*;q=0.8', 'jpeg'],
])('pictures for "%s" are %s, as at Netlify', (accept, format) => {
  expect(formatFor(accept)).toBe(format);
});
