import { beforeAll, describe, expect, test, vi } from 'vitest';
import { callerHash, foldedName, networkOf } from './caller-hash.ts';
import { shopEnvironment } from '#harness/test-keys.ts';

beforeAll(() => {
  const unused = 'http://127.0.0.1:9';
  for (const [name, value] of Object.entries(shopEnvironment(unused, unused))) {
    vi.stubEnv(name, value);
  }
});

describe('a caller', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:DB8:1:2:ffff::1', '2001:db8:1:2'],
    ['2001:0db8:0001:0002::', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['::1', '0:0:0:0'],
    ['', 'unknown'],
    ['nonsense', 'unknown'],
    ['203.0.113.7, 198.51.100.1', 'unknown'],
  ])('at %j counts as %s', (ip, network) => {
    expect(networkOf(ip)).toBe(network);
  });

  test.each([
    ['Ada', 'ada'],
    [' ada ', 'ADA'],
    ['Zoë', 'zoe\u0308'],
    ['\u212Bngstro\u0308m', 'ångström'],
    ['ΟΔΥΣΣΕΥΣ', 'οδυσσευς'],
    ['\u0130an', 'ian'],
    ['STRA\u1E9EE', 'straße'],
  ])('named %j counts as %j', (one, other) => {
    expect(foldedName(one)).toBe(foldedName(other));
  });

  test('with another name is another caller', () => {
    expect(foldedName('ada')).not.toBe(foldedName('adam'));
  });

  test('is stored as a hash that keeps its parts apart', () => {
    expect(callerHash('203.0.113.7')).toMatch(/^[\w-]{43}$/);
    expect(callerHash('a', 'b')).toBe(callerHash('a', 'b'));
    expect(callerHash('a', 'b')).not.toBe(callerHash('ab'));
    expect(callerHash('a', 'bc')).not.toBe(callerHash('ab', 'c'));
  });
});
