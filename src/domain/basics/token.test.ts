import { describe, expect, test } from 'vitest';
import { isTokenLive, tokenTimes } from './token.ts';
import { tokenWith } from '#tests/support/sample-token.ts';

const NOW = Date.UTC(2026, 10, 20);

describe('a token', () => {
  test('is live until its expiry', () => {
    const token = tokenWith({ exp: NOW / 1000 });
    expect(tokenTimes(token).expiry).toBe(NOW / 1000);
    expect(isTokenLive(token, NOW - 1)).toBe(true);
    expect(isTokenLive(token, NOW)).toBe(false);
    expect(isTokenLive(token, NOW + 1)).toBe(false);
  });

  test('may contain any characters in its payload', () => {
    expect(tokenTimes(tokenWith({ exp: 5, name: 'Zoë ÿÿÿ>>>???' })).expiry).toBe(5);
  });

  test('is not live if the clock is minutes behind its issue', () => {
    const token = tokenWith({ iat: NOW / 1000, exp: NOW / 1000 + 3600 });
    expect(isTokenLive(token, NOW - 60_000)).toBe(true);
    expect(isTokenLive(token, NOW - 180_000)).toBe(false);
  });

  test.each([
    ['no text', ''],
    ['no parts', 'abc'],
    ['a payload that is not base64', 'a.%%%.c'],
    ['a payload that is not JSON', `a.${btoa('hello')}.c`],
    ['a payload that is not an object', `a.${btoa('null')}.c`],
    ['no expiry', tokenWith({})],
    ['a text expiry', tokenWith({ exp: '99999999999' })],
  ])('with %s is not live', (_, token) => {
    expect(tokenTimes(token).expiry).toBe(0);
    expect(isTokenLive(token, NOW)).toBe(false);
  });
});
