import { expect, test } from 'vitest';
import { publicPicture } from './public-picture.ts';

test.each([
  ['https://cdn.example/hat.jpg', 'https://shop.example', 'https://cdn.example/hat.jpg'],
  ['/images/hat 1.jpg', 'https://shop.example', 'https://shop.example/images/hat%201.jpg'],
  ['images/hat.jpg', 'http://localhost:8888', undefined],
  ['images/hat.jpg', 'https://localhost:8888', undefined],
  ['http://cdn.example/hat.jpg', 'https://shop.example', undefined],
  ['https://127.0.0.1/hat.jpg', 'https://shop.example', undefined],
  ['https://[::1]/hat.jpg', 'https://shop.example', undefined],
  ['https://192.168.1.7/hat.jpg', 'https://shop.example', undefined],
  ['https://', 'https://shop.example', undefined],
  [null, 'https://shop.example', undefined],
])('for the picture %s of the shop at %s Stripe gets %s', (image, origin, told) => {
  expect(publicPicture(image, origin)).toBe(told);
});
