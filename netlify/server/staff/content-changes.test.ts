import { expect, test } from 'vitest';
import { requireContent } from './content-changes.ts';

const focus = { x: 50, y: 50 };
const hero = {
  picture: '/catalogue/pages/front.webp',
  alt: ' A hat ',
  focus,
  text: '',
  button: '',
  link: '',
};

test('a draft keeps new content as pages need it, and the content it replaces unchanged', () => {
  const seen = { picture: 'of an older kind', removed: true };
  expect(requireContent({ hero: { seen, now: hero } })).toEqual({
    hero: { seen, now: { ...hero, alt: 'A hat' } },
  });
  expect(requireContent({})).toEqual({});
});

test.each([
  [{ hero: { now: { ...hero, alt: 'x'.repeat(201) } } }, 'hero, alt: At most 200 characters.'],
  [{ hero: { now: { ...hero, picture: 'https://elsewhere/x.jpg' } } }, 'hero, picture: Choose'],
  [{ hero: {} }, 'hero: '],
  [{ motto: { now: 'Hats.' } }, 'motto'],
  ['all of it', 'expected object'],
])('%j is refused in words', (content, detail) => {
  let refusal: unknown;
  try {
    requireContent(content);
  } catch (error) {
    refusal = error;
  }
  expect(refusal).toMatchObject({
    status: 400,
    body: { detail: expect.stringContaining(detail), reason: 'content_invalid' },
  });
});
