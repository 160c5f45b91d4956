import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { isSignedRound, practice, quicknet } from './beacon.ts';
import { leafOf, proofOf, rootOf, rootOfProof, seedOf } from './draw-proof.ts';

const sha256 = (...parts: string[]) =>
  createHash('sha256')
    .update(Buffer.from(parts.join(''), 'hex'))
    .digest('hex');
const leaves = Array.from({ length: 13 }, (_, place) =>
  sha256(`0${place.toString(16)}`),
).toSorted();

/** The definition of RFC 6962, section 2.1, in which the left half is the largest power of two below the whole. */
function rootByDefinition(hashes: readonly string[]): string {
  const [only = ''] = hashes;
  if (hashes.length === 1) return only;
  const half = 2 ** Math.ceil(Math.log2(hashes.length) - 1);
  const [left, right] = [hashes.slice(0, half), hashes.slice(half)].map(rootByDefinition);
  return sha256('01', left ?? '', right ?? '');
}

test.each(leaves.map((_, place) => place + 1))(
  'the tree of %i leaves is that of RFC 6962, and each leaf has a proof',
  async (count) => {
    const own = leaves.slice(0, count);
    const root = await rootOf(own);
    expect(root).toBe(rootByDefinition(own));
    for (const [place, leaf] of own.entries()) {
      const proof = await proofOf(own, place);
      expect(await rootOfProof(leaf, proof)).toBe(root);
      expect(await rootOfProof(sha256('ff'), proof)).not.toBe(root);
    }
  },
);

test('a leaf is of one draw and one colour', async () => {
  const [one, other] = [
    '6f1c0f3c-1f0e-4a55-9a53-2f3f6c0ad7a1',
    '7f1c0f3c-1f0e-4a55-9a53-2f3f6c0ad7a1',
  ];
  const receipt = sha256('aa');
  const all = await Promise.all([
    leafOf(one, 1, receipt),
    leafOf(other, 1, receipt),
    leafOf(one, 2, receipt),
  ]);
  expect(new Set(all).size).toBe(3);
});

test('a round counts only with the signature of the League of Entropy', async () => {
  // https://api.drand.sh/52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971/public/1000
  const signature =
    'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39';
  expect(await isSignedRound(quicknet, 1000, signature)).toBe(true);
  expect(await isSignedRound(quicknet, 1001, signature)).toBe(false);
  expect(await isSignedRound(practice, 1000, signature)).toBe(false);
  expect(await isSignedRound(quicknet, 1000, signature.replace('b4', 'b5'))).toBe(false);
  expect(await isSignedRound(quicknet, 1000, 'no signature')).toBe(false);
  expect(await seedOf(signature)).toBe(
    'fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd',
  );
});
