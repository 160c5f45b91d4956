import { isInteger, isText, shape } from '#domain/shape.ts';
import { parseJson } from '#domain/record.ts';
import { readText, removeText, writeText } from '#browser/web-storage.ts';

/** The key in local storage; login.ts removes it, too. */
export const UNFINISHED_KEY = 'unfinishedPayment';

/** A payment that the shopper came back from, and that has no order yet. */
export interface UnfinishedPayment {
  /** The payment session. */
  session: string;
  /** What the shopper is told. */
  text: string;
  /** What e-mails call the payment; `''` while the server has not said it. */
  reference: string;
  /** When the shopper came back, in milliseconds since 1970. */
  since: number;
}

const isUnfinishedPayment = shape<UnfinishedPayment>({
  session: isText,
  text: isText,
  reference: isText,
  since: isInteger,
});

/** The payment whose order this browser waits for, if any. */
export function readUnfinished(): UnfinishedPayment | null {
  const stored = parseJson(readText('local', UNFINISHED_KEY) ?? '');
  return isUnfinishedPayment(stored) ? stored : null;
}

/** Keeps a payment, in place of an earlier one. */
export function keepUnfinished(payment: UnfinishedPayment): void {
  writeText('local', UNFINISHED_KEY, JSON.stringify(payment));
}

/** Forgets the payment: its order is stored, or it was never paid. */
export function forgetUnfinished(): void {
  removeText('local', UNFINISHED_KEY);
}
