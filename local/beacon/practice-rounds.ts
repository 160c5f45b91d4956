import { createHash } from 'node:crypto';
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { roundMessage } from '#domain/draws/beacon.ts';
import { hexOfBytes } from '#domain/draws/hex.ts';

/** Secret of the practice chain: public, and so fit for tests only. */
const secret = createHash('sha256').update('minicia practice beacon').digest();
secret[0] = (secret[0] ?? 0) & 0x3f;

/** Signature of a round of the practice chain, the same on every machine. */
export async function practiceSignature(round: number): Promise<string> {
  const signed = bls12_381.shortSignatures.sign(await roundMessage(round), new Uint8Array(secret));
  return hexOfBytes(bls12_381.shortSignatures.Signature.toBytes(signed));
}
