import { isSignedRound, practice, quicknet } from '#domain/draws/beacon.ts';
import {
  leafOf,
  leavesOf,
  proofOf,
  type ProofStep,
  recordFaults,
  rootOfProof,
} from '#domain/draws/draw-proof.ts';
import type { DrawRecord } from '#domain/draws/draw-record.ts';
import { isLoopback } from '#domain/basics/loopback.ts';

/** An entry's way through the published list. */
interface OwnProof {
  leaf: string;
  /** From the leaf to the root. */
  steps: readonly ProofStep[];
  /** Place in the drawn order, from 1; null before the draw. */
  place: number | null;
}

/** The result of checking a record in this browser. */
export interface DrawCheck {
  /** In words; empty if all is right. */
  faults: readonly string[];
  /** Null without a receipt, or if it is not in the list. */
  own: OwnProof | null;
}

/** Recomputes a draw from its record alone. Loaded on demand, with the arithmetic of the beacon's signatures. */
export async function checkDraw(record: DrawRecord, receipt: string | null): Promise<DrawCheck> {
  const faults = await recordFaults(record);
  // A developer's machine has a beacon of its own.
  const chain = isLoopback(location.href) ? practice : quicknet;
  if (record.signature && !(await isSignedRound(chain, record.seed_round, record.signature)))
    faults.push('The random number is not signed by drand.');
  const list = record.lists.find(({ receipts }) => receipt !== null && receipts.includes(receipt));
  if (receipt === null) return { faults, own: null };
  if (!list) return { faults: [...faults, 'Your receipt is not in the list.'], own: null };
  const leaf = await leafOf(record.draw, list.variant, receipt);
  const leaves = await leavesOf(record);
  const steps = await proofOf(leaves, leaves.indexOf(leaf));
  if ((await rootOfProof(leaf, steps)) !== record.root)
    faults.push('Your entry does not lead to the published root.');
  return { faults, own: { leaf, steps, place: list.order.indexOf(receipt) + 1 || null } };
}
