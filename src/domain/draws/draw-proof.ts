/**
 * The arithmetic of a draw, from its published record alone: in browsers, with nothing but WebCrypto. The twins in SQL
 * are in supabase/schemas/stock/draws.sql; public/check-draw.mjs is written independently.
 */
import type { DrawList, DrawRecord } from './draw-record.ts';
import { bytesOfHex, hexOfBytes } from './hex.ts';

/** Prefixes that keep hashes of one purpose from being taken for another's. */
const prefix = { leaf: '00', node: '01', rank: '02' } as const;

/** SHA-256 of bytes given in hexadecimal. */
async function hashOf(...parts: readonly string[]): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', bytesOfHex(parts.join('')));
  return hexOfBytes(new Uint8Array(digest));
}

const compareHex = (one: string, other: string) => (one < other ? -1 : Number(one > other));

/** Leaf of an entry (`draw_leaf`). @see https://www.rfc-editor.org/rfc/rfc6962#section-2.1 */
export function leafOf(draw: string, variant: number, receipt: string): Promise<string> {
  const id = draw.replaceAll('-', '');
  return hashOf(prefix.leaf, id, variant.toString(16).padStart(16, '0'), receipt);
}

/** Receipt of an entry: a commitment to its id and its owner's address. @param salt hexadecimal. */
export async function receiptOf(entry: string, salt: string, person: string): Promise<string> {
  const address = hexOfBytes(new TextEncoder().encode(person));
  return hashOf(entry.replaceAll('-', ''), await hashOf(salt, address));
}

/** All leaves of a draw, in the order of the tree. */
export async function leavesOf({ draw, lists }: Pick<DrawRecord, 'draw' | 'lists'>) {
  const leaves = await Promise.all(
    lists.flatMap(({ variant, receipts }) =>
      receipts.map((receipt) => leafOf(draw, variant, receipt)),
    ),
  );
  return leaves.toSorted(compareHex);
}

/** The levels of a Merkle tree, leaves first. The last of an odd number moves up as it is, as in RFC 6962. */
async function levelsOf(leaves: readonly string[]): Promise<string[][]> {
  const levels = [[...leaves]];
  for (let level = levels[0] ?? []; level.length > 1; levels.push(level)) {
    const pairs = Array.from({ length: Math.ceil(level.length / 2) }, (_, place) =>
      level.slice(2 * place, 2 * place + 2),
    );
    level = await Promise.all(
      pairs.map(async ([left = '', right]) =>
        right === undefined ? left : hashOf(prefix.node, left, right),
      ),
    );
  }
  return levels;
}

/** Merkle root of leaves in order (`draw_root`); null without leaves. */
export async function rootOf(leaves: readonly string[]): Promise<string | null> {
  return (await levelsOf(leaves)).at(-1)?.[0] ?? null;
}

/** A step from a leaf to the root: the hash beside it, and whether that is on the left. */
export interface ProofStep {
  hash: string;
  left: boolean;
}

/** The proof that a leaf is in the tree. @param place index of the leaf. */
export async function proofOf(leaves: readonly string[], place: number): Promise<ProofStep[]> {
  const levels = await levelsOf(leaves);
  return levels.flatMap((level, height) => {
    const own = Math.floor(place / 2 ** height);
    const hash = level[own ^ 1];
    return hash === undefined ? [] : [{ hash, left: own % 2 === 1 }];
  });
}

/** The root that a proof leads to. */
export async function rootOfProof(leaf: string, steps: readonly ProofStep[]): Promise<string> {
  let node = leaf;
  for (const { hash, left } of steps)
    node = await (left ? hashOf(prefix.node, hash, node) : hashOf(prefix.node, node, hash));
  return node;
}

/** The seed: SHA-256 of the beacon's signature, as drand defines a round's randomness. */
export function seedOf(signature: string): Promise<string> {
  return hashOf(signature);
}

interface Drawn {
  receipt: string;
  leaf: string;
}

/** Entries by rank (`draw_rank`), the smallest first; equal ranks by leaf. */
async function ranked(root: string, seed: string, entries: readonly Drawn[]) {
  const ranks = await Promise.all(
    entries.map(async (entry) => ({
      ...entry,
      rank: await hashOf(prefix.rank, root, seed, entry.leaf),
    })),
  );
  return ranks.toSorted(
    (one, other) => compareHex(one.rank, other.rank) || compareHex(one.leaf, other.leaf),
  );
}

/** Receipts of a colour in the order in which they are offered a piece. */
async function orderOf(
  { draw, root }: DrawRecord,
  seed: string,
  { variant, receipts }: DrawList,
): Promise<string[]> {
  const entries = await Promise.all(
    receipts.map(async (receipt) => ({ receipt, leaf: await leafOf(draw, variant, receipt) })),
  );
  return (await ranked(root ?? '', seed, entries)).map(({ receipt }) => receipt);
}

/** The parts of a record that do not follow from the rest, in words; empty if it is right. Does not check the signature. */
export async function recordFaults(record: DrawRecord): Promise<string[]> {
  const faults: string[] = [];
  const leaves = await leavesOf(record);
  if (leaves.length !== record.entries)
    faults.push('The number of entries is not the published one.');
  if (new Set(leaves).size !== leaves.length) faults.push('An entry is listed twice.');
  if ((await rootOf(leaves)) !== (record.root ?? null))
    faults.push('The entries do not have the published root.');
  if (!record.signature) return faults;
  const seed = await seedOf(record.signature);
  const orders = await Promise.all(record.lists.map((list) => orderOf(record, seed, list)));
  if (orders.some((order, place) => order.join() !== record.lists[place]?.order.join()))
    faults.push('The order of the winners does not follow from root and seed.');
  return faults;
}
