import { isInteger, isText, listOf, nullish, shape } from '../basics/shape.ts';

/** A draw's published record (`draw_record`): everything that its winners follow from. Hashes are hexadecimal. */
export interface DrawRecord {
  /** UUID. */
  draw: string;
  entries: number;
  /** Null without entries. */
  root?: string | null | undefined;
  /** Round of the beacon whose randomness is the seed. */
  seed_round: number;
  /** The beacon's signature of that round; null before. */
  signature?: string | null | undefined;
  /** ISO 8601. */
  sealed_at: string;
  lists: DrawList[];
}

/** The entries for one colour. */
export interface DrawList {
  /** The colour's id. */
  variant: number;
  pieces: number;
  /** In the order of their leaves. */
  receipts: string[];
  /** In the order in which they are offered a piece; empty before the draw. */
  order: string[];
}

export const isDrawRecord = shape<DrawRecord>({
  draw: isText,
  entries: isInteger,
  root: nullish(isText),
  seed_round: isInteger,
  signature: nullish(isText),
  sealed_at: isText,
  lists: listOf(
    shape<DrawList>({
      variant: isInteger,
      pieces: isInteger,
      receipts: listOf(isText),
      order: listOf(isText),
    }),
  ),
});
