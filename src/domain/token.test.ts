import { describe, expect, test } from 'vitest';
import { isTokenLive, tokenExpiry } from './token.ts';
import { tokenWith } from '#tests/support/sample-token.ts';

const NOW = Date.UTC(2026, 10, 20);

describe('a token', () => {
  test('is live until its expiry and not after', () => {
    const token = tokenWith({ exp: NOW / 1000 });
    expect(tokenExpiry(token)).toBe(NOW / 1000);
    expect(isTokenLive(token, NOW - 1)).toBe(true);
    expect(isTokenLive(token, NOW)).toBe(false);
    expect(isTokenLive(token, NOW + 1)).toBe(false);
  });

  test('may carry any letters in its payload', () => {
    expect(tokenExpiry(tokenWith({ exp: 5, name: 'Zoë ÿÿÿ>>>???' }))).toBe(5);
  });

  test.each([
    ['no text', ''],
    ['no parts', 'abc'],
    ['a payload that is not base64', 'a.%%%.c'],
    ['a payload that is not JSON', `a.${btoa('hello')}.c`],
    ['a payload that is no object', `a.${btoa('null')}.c`],
    ['no expiry', tokenWith({})],
    ['an expiry of text', tokenWith({ exp: '99999999999' })],
  ])('with %s is not live', (_, token) => {
    expect(tokenExpiry(token)).toBeNull();
    expect(isTokenLive(token, NOW)).toBe(false);
  });
});
