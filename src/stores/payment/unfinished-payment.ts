import { isInteger, isText, shape } from '#domain/basics/shape.ts';
import { parseJson } from '#domain/basics/record.ts';
import { readText, removeText, writeText } from '#browser/web-storage.ts';

/** The key in local storage; login.ts removes it as well. */
export const UNFINISHED_KEY = 'unfinishedPayment';

/** A payment the shopper has returned from, without an order yet. */
export interface UnfinishedPayment {
  /** The payment session. */
  session: string;
  /** The message for the shopper. */
  text: string;
  /** The payment's reference in e-mails; `''` until the server has sent it. */
  reference: string;
  /** The shopper's return, in milliseconds since 1970. */
  since: number;
}

const isUnfinishedPayment = shape<UnfinishedPayment>({
  session: isText,
  text: isText,
  reference: isText,
  since: isInteger,
});

/** The payment whose order this browser is waiting for, if any. */
export function readUnfinished(): UnfinishedPayment | null {
  const stored = parseJson(readText('local', UNFINISHED_KEY) ?? '');
  return isUnfinishedPayment(stored) ? stored : null;
}

/** Stores a payment, replacing an earlier one. */
export function keepUnfinished(payment: UnfinishedPayment): void {
  writeText('local', UNFINISHED_KEY, JSON.stringify(payment));
}

/** Drops the payment: its order is stored, or it was never paid. */
export function forgetUnfinished(): void {
  removeText('local', UNFINISHED_KEY);
}
