import { expect, test } from 'vitest';
import { refuseCommonPassword } from './common-password.ts';

test.each([
  'Password123',
  'aaaaaaaa',
  '12121212',
  'minicia123',
  'Minicia2026!',
  '2026-M1n1c1a',
  'm!nicia.hats',
  'iloveminicia',
])('%s is refused', (password) => {
  expect(() => refuseCommonPassword(password)).toThrow(
    expect.objectContaining({ body: { password: ['Choose a less common password.'] } }),
  );
});

test.each(['correct horse battery', 'a hat from minicia in May', 'mini cia 4711 stapler'])(
  '%s is fit',
  (password) => {
    expect(() => refuseCommonPassword(password)).not.toThrow();
  },
);
