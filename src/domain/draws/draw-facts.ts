import type { DrawPlaceState } from '../enums.ts';
import { isInteger, isText, listOf, nullish, shape } from '../basics/shape.ts';

/** Everything that anyone may know of a draw (`draw_facts`). Times are ISO 8601. */
export interface DrawFacts {
  /** UUID. */
  draw: string;
  product: number;
  product_name: string;
  opens_at: string;
  closes_at: string;
  seed_round: number;
  /** When that round is published. */
  seed_at: string;
  /** When the root was published; null before. */
  sealed_at?: string | null | undefined;
  entries?: number | null | undefined;
  /** Hexadecimal; null before, and without entries. */
  root?: string | null | undefined;
  drawn_at?: string | null | undefined;
  /** When the last piece was bought or given up. */
  ended_at?: string | null | undefined;
  colours: DrawColour[];
}

/** A colour of a drawn product. */
interface DrawColour {
  variant: number;
  color_name: string;
  pieces: number;
  /** Path or URL of its main picture; null without one. */
  image?: string | null | undefined;
}

export const isDrawFacts = shape<DrawFacts>({
  draw: isText,
  product: isInteger,
  product_name: isText,
  opens_at: isText,
  closes_at: isText,
  seed_round: isInteger,
  seed_at: isText,
  sealed_at: nullish(isText),
  entries: nullish(isInteger),
  root: nullish(isText),
  drawn_at: nullish(isText),
  ended_at: nullish(isText),
  colours: listOf(
    shape<DrawColour>({
      variant: isInteger,
      color_name: isText,
      pieces: isInteger,
      image: nullish(isText),
    }),
  ),
});

/** The number of entries in words. */
export function entriesText(count: number): string {
  return count === 1 ? '1 entry' : `${count.toLocaleString('en-GB')} entries`;
}

/** An entry, as its owner sees it (`draw_entry`). */
export interface DrawEntry {
  id: string;
  draw: string;
  product: number;
  product_name: string;
  variant: number;
  color_name: string;
  closes_at: string;
  pieces: number;
  /** Null once it was withdrawn. */
  email?: string | null | undefined;
  confirmed_at?: string | null | undefined;
  /** Hexadecimal, with which anyone who knows the address can check the receipt; null once it was withdrawn. */
  salt?: string | null | undefined;
  receipt?: string | null | undefined;
  leaf?: string | null | undefined;
  /** Place in the drawn order, from 1; null before the draw. */
  place?: number | null | undefined;
  state?: DrawPlaceState | null | undefined;
  /** Until when its piece is kept. */
  ends_at?: string | null | undefined;
}

export const isDrawEntry = shape<DrawEntry>({
  id: isText,
  draw: isText,
  product: isInteger,
  product_name: isText,
  variant: isInteger,
  color_name: isText,
  closes_at: isText,
  pieces: isInteger,
  email: nullish(isText),
  confirmed_at: nullish(isText),
  salt: nullish(isText),
  receipt: nullish(isText),
  leaf: nullish(isText),
  place: nullish(isInteger),
  state: (value): value is DrawPlaceState | null | undefined => value == null || isText(value),
  ends_at: nullish(isText),
});
