import { describe, expect, test } from 'vitest';
import {
  imageAddress,
  imagePath,
  isMadePicture,
  jpegAddress,
  sharedAddress,
  srcSet,
} from './image.ts';

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

  test('is a JPEG, cropped for a shared link, where newer formats may be unknown', () => {
    expect(jpegAddress('/a.jpg', 640)).toBe('/.netlify/images?url=%2Fa.jpg&w=640&fm=jpg');
    expect(sharedAddress('/a.jpg')).toBe(
      '/.netlify/images?url=%2Fa.jpg&w=1200&h=630&fit=cover&fm=jpg',
    );
  });
});

const queryOf = (address: string) => address.slice(address.indexOf('?'));

describe('the Image CDN makes', () => {
  const stored = 'https://data.minicia.example/storage/v1/object/public/catalogue/a-1.4f2a.webp';

  test.each([
    imageAddress('/catalogue/a/rust-1.jpg', 320),
    jpegAddress(stored, 992),
    sharedAddress('/placeholder.jpg'),
    '?w=320&url=/a.jpg&q=60&fm=avif',
  ])('%s', (address) => {
    expect(isMadePicture(queryOf(address))).toBe(true);
  });
});

describe('the Image CDN does not make', () => {
  const known = imageAddress('/a.jpg', 320);

  test.each([
    ['another width', known.replace('320', '321')],
    ['a width of another format', jpegAddress('/a.jpg', 640).replace('640', '320')],
    ['two widths', `${known}&w=640`],
    ['no width', known.replace('&w=320', '')],
    ['another quality', known.replace('60', '100')],
    ['another format', known.replace('avif', 'png')],
    ['a height', `${known}&h=320`],
    ['another parameter', `${known}&v=2`],
    ['no picture', known.replace('%2Fa.jpg', '')],
    ['a page', known.replace('a.jpg', 'all-products')],
    ['a call', known.replace('a.jpg', 'api%2Flisting%2FproductListing%2F')],
    ['a picture with a query', known.replace('a.jpg', 'a.jpg%3Fv%3D2.jpg')],
    ['a picture of Netlify’s own', known.replace('a.jpg', '.netlify%2Fimages%2Fa.jpg')],
    ['another site’s', known.replace('%2Fa.jpg', 'https%3A%2F%2Fevil.example%2Fa.jpg')],
    ['another site’s without a scheme', known.replace('%2Fa.jpg', '%2F%2Fevil.example%2Fa.jpg')],
    ['a folder above', known.replace('a.jpg', '..%2Fa.jpg')],
  ])('%s', (_what, address) => {
    expect(isMadePicture(queryOf(address))).toBe(false);
  });
});
