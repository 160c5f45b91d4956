/** drand, the public beacon whose randomness is the seed of a draw. Also loaded by browsers, when somebody checks a draw. */
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { bytesOfHex } from './hex.ts';

/** A chain of drand with short signatures (scheme `bls-unchained-g1-rfc9380`). */
export interface BeaconChain {
  /** The chain's hash, part of its addresses. */
  hash: string;
  /** On the group G2. */
  publicKey: string;
}

/**
 * quicknet, a round every 3 seconds by independent operators (the League of Entropy).
 * @see https://docs.drand.love/blog/2023/10/16/quicknet-is-live/ and
 *   https://api.drand.sh/52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971/info
 */
export const quicknet: BeaconChain = {
  hash: '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971',
  publicKey:
    '83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d106451' +
    '0d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a',
};

/** The stand-in on a developer's machine (local/beacon.ts): its secret is public, so it proves nothing. */
export const practice: BeaconChain = {
  hash: '00'.repeat(32),
  publicKey:
    '947df9c8898fa8edf136b9aa9c0ae0e912c8ef76eec3dcd808881e311d7827646d6a04d9d9cdf87c924d5ae88575c71f' +
    '0859b4ff5e382215b9d5775f6a756977a3f60989fd9de0ff7b5c7e2c502a97e88205c67061c9e6fdf9460f6b1c92df98',
};

/** Two independent operators of quicknet's API. */
export const beaconAddresses = ['https://api.drand.sh', 'https://drand.cloudflare.com'];

/** Domain separation of the signatures. @see https://www.rfc-editor.org/rfc/rfc9380 */
const suite = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_';

/** The message that a round signs: SHA-256 of its number in eight bytes, as a point of the curve. */
export async function roundMessage(round: number) {
  const number = bytesOfHex(round.toString(16).padStart(16, '0'));
  const digest = await crypto.subtle.digest('SHA-256', number);
  return bls12_381.shortSignatures.hash(new Uint8Array(digest), suite);
}

/** Whether a chain's operators signed a round. @param signature hexadecimal. */
export async function isSignedRound(
  { publicKey }: BeaconChain,
  round: number,
  signature: string,
): Promise<boolean> {
  const message = await roundMessage(round);
  try {
    return bls12_381.shortSignatures.verify(bytesOfHex(signature), message, bytesOfHex(publicKey));
  } catch {
    return false;
  }
}
