import { describe, expect, test } from 'vitest';
import { imageAddress, imagePath, jpegAddress, srcSet } from './image.ts';

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
      '/.netlify/images?fm=avif&q=60&url=%2Fa%20b.jpg%3Fx%3D1%26y&w=320',
    );
    expect(srcSet('/a.jpg', [320, 640])).toBe(
      `${imageAddress('/a.jpg', 320)} 320w, ${imageAddress('/a.jpg', 640)} 640w`,
    );
  });

  test('is a JPEG, cropped if a height is given, where newer formats may be unknown', () => {
    expect(jpegAddress('/a.jpg', 320)).toBe('/.netlify/images?url=%2Fa.jpg&w=320&fm=jpg');
    expect(jpegAddress('/a.jpg', 1200, 630)).toBe(
      '/.netlify/images?url=%2Fa.jpg&w=1200&h=630&fit=cover&fm=jpg',
    );
  });
});
