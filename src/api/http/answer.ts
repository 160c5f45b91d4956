import { poundsToPence } from '#domain/money.ts';
import type { Pence } from '#domain/money.ts';
import { isRecord } from '#domain/record.ts';

/** The answer as an object. @throws TypeError when it is none. */
export function readRecord(body: unknown): Record<string, unknown> {
  if (!isRecord(body)) throw new TypeError('Not an object');
  return body;
}

/** The answer as a list of what `is` accepts. @throws TypeError when anything in it is not. */
export function readList<Item>(body: unknown, is: (value: unknown) => value is Item): Item[] {
  if (!Array.isArray(body) || !body.every(is)) throw new TypeError('Not a list of these');
  return body;
}

/** @throws TypeError when the value is not a text. */
export function readText(value: unknown): string {
  if (typeof value !== 'string') throw new TypeError('Not a text');
  return value;
}

/** @throws TypeError when the value is not a number. */
export function readNumber(value: unknown): number {
  if (typeof value !== 'number') throw new TypeError('Not a number');
  return value;
}

/** Pounds of the wire as pence. @throws TypeError or RangeError when they are not an amount. */
export function readPounds(value: unknown): Pence {
  return poundsToPence(readNumber(value));
}
