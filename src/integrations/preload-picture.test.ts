import { expect, test } from 'vitest';
import { withPicturePreload } from './preload-picture.ts';

const viewport = '<meta name="viewport" content="width=device-width">';

function page(...pictures: string[]): string {
  return `<head><meta charset="utf-8">${viewport}<style></style></head>${pictures.join('')}`;
}

function picture(name: string, priority = ''): string {
  return `<img src="/${name}" srcset="/${name}?w=240&amp;f 240w, /${name}?w=480 480w" sizes="50vw"${priority}>`;
}

test('the first high-priority picture is preloaded right after the viewport, with its candidates', () => {
  const html = withPicturePreload(
    page(
      picture('logo'),
      picture('hat', ' fetchpriority="high"'),
      picture('cap', ' fetchPriority="high"'),
    ),
  );
  const link = `<link rel="preload" as="image" imagesrcset="/hat?w=240&amp;f 240w, /hat?w=480 480w" imagesizes="50vw" fetchpriority="high">`;
  expect(html).toContain(viewport + link);
  expect(html.match(/rel="preload"/g)).toHaveLength(1);
});

test('React’s spelling of the attributes is recognised', () => {
  const html = withPicturePreload(
    page('<img srcSet="/hat 480w" sizes="100vw" fetchPriority="high"/>'),
  );
  expect(html).toContain('imagesrcset="/hat 480w" imagesizes="100vw"');
});

test('a page without such a picture is unchanged', () => {
  const html = page(picture('hat'));
  expect(withPicturePreload(html)).toBe(html);
});
