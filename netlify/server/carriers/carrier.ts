import type { ShopRow } from '../database-shapes.ts';

/** A parcel to send, as `parcels_to_label` has it. */
export type Parcel = ShopRow<'labels_to_print'>;

/** A price for a parcel, or the reason that it cannot be sent, as a sentence. */
export type Quote =
  | {
      /** The carrier's id of the quote; empty if it makes none. */
      quote: string;
      service: string;
      /** Name of the carrier that moves the parcel, and its name in calls of `track`. */
      posted_with: string;
      tracker: string;
      /** Null if the carrier states no price before its invoice. */
      pence: number | null;
    }
  | { refused: string };

/** A label that was bought. */
interface Bought {
  /** The carrier's id of the purchase. */
  purchase: string;
  /** Null for post without tracking. */
  tracking_number: string | null;
  /** Whether the carrier also takes a QR code, shown on a telephone, in place of the paper. */
  has_code: boolean;
}

/** The answer to a purchase. `waits`: the carrier is working on it. */
export type Purchase = Bought | { refused: string } | 'waits';

/** The answer to giving a label back. */
export type Voided = 'voided' | 'waits' | { refused: string };

/** A label to be bought: `reference` is the shop's own, at most 40 characters. */
interface Order {
  reference: string;
  quote: string;
}

/** The newest event of a parcel's journey. */
export interface Scan {
  scan: 'announced' | 'on_the_way' | 'delivered' | 'returned' | 'failed';
  /** ISO 8601. */
  at: string;
}

/**
 * A carrier's API. None has idempotency keys, so `find` is asked before a purchase is tried again. Every call throws
 * `CarrierAway` if the carrier gives no usable answer, and ends within 20 seconds.
 */
export interface Carrier {
  /**
   * Validates the customer's address, and prices the parcel; buys nothing.
   * @param isReturn whether it goes from the customer to the shop.
   */
  quote(parcel: Parcel, isReturn?: boolean): Promise<Quote>;
  /** An earlier purchase of this label; null without one. */
  find(order: Order): Promise<Purchase | null>;
  buy(order: Order, parcel: Parcel): Promise<Purchase>;
  /** The label, as a PDF. */
  paper(purchase: string): Promise<Uint8Array>;
  /** URL of the QR code; null without one. It may work for some minutes only. */
  code(purchase: string): Promise<string | null>;
  /** Gives an unused label back. Repeated, it returns how far that is. */
  giveBack(purchase: string): Promise<Voided>;
  /** Null before the first scan. */
  track(tracker: string, trackingNumber: string): Promise<Scan | null>;
}

/** The carrier gave no usable answer: whether the call took effect is unknown. */
export class CarrierAway extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.name = 'CarrierAway';
  }
}
