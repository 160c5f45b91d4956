import { expect, test } from 'vitest';
import { formatFor } from './image-cdn.ts';

/** Accept headers of Chromium, Safari 14, and a browser without WebP and AVIF. */
test.each([
  ['image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8', 'webp'],
  ['image/webp,image/png,image/svg+xml,image/*;q=0.8', 'webp'],
  ['image/avif,image/*;q=0.8', 'avif'],
  ['image/png,image/*;q=0.8', 'jpeg'],
])('Accept "%s" gets %s, as at Netlify', (accept, format) => {
  expect(formatFor(null, accept)).toBe(format);
});

test('a requested format goes before those of the browser', () => {
  expect(formatFor('avif', 'image/webp')).toBe('avif');
  expect(formatFor('jpg', 'image/webp')).toBe('jpeg');
});
