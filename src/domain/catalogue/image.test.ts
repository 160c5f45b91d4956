import { describe, expect, test } from 'vitest';
import { imageAddress, imagePath, srcSet } from './image.ts';

describe('a picture’s URL', () => {
  test.each([
    ['/a.jpg', '', '/a.jpg'],
    ['a.jpg', '', '/a.jpg'],
    ['/a.jpg', 'https://api.example', 'https://api.example/a.jpg'],
    ['a.jpg', 'https://api.example/', 'https://api.example/a.jpg'],
    ['http://cdn.example/a.jpg', 'https://api.example', 'http://cdn.example/a.jpg'],
    ['https://cdn.example/a.jpg', '', 'https://cdn.example/a.jpg'],
    ['', 'https://api.example', '/placeholder.jpg'],
    ['  ', '', '/placeholder.jpg'],
  ])('%j on host %j is %j', (image, host, address) => {
    expect(imagePath({ image }, host)).toBe(address);
  });

  test('is the placeholder when there is no picture', () => {
    expect(imagePath(undefined, 'https://api.example')).toBe('/placeholder.jpg');
  });

  test('goes through the image CDN at the requested widths', () => {
    expect(imageAddress('/a b.jpg?x=1&y', 320)).toBe(
      '/.netlify/images?url=%2Fa%20b.jpg%3Fx%3D1%26y&w=320',
    );
    expect(srcSet('/a.jpg', [320, 640])).toBe(
      '/.netlify/images?url=%2Fa.jpg&w=320 320w, /.netlify/images?url=%2Fa.jpg&w=640 640w',
    );
  });
});
