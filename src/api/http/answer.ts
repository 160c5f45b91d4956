import { poundsToPence } from '#domain/money/money.ts';
import type { Pence } from '#domain/money/money.ts';
import { isRecord } from '#domain/basics/record.ts';
import { isNumber, isText, listOf } from '#domain/basics/shape.ts';
import type { Guard } from '#domain/basics/shape.ts';

/** Validates part of a response. @throws TypeError when `is` rejects it. */
function read<Value>(value: unknown, is: Guard<Value>): Value {
  if (!is(value)) throw new TypeError('Unexpected answer');
  return value;
}

/** The response as an object. @throws TypeError when it is not one. */
export function readRecord(body: unknown): Record<string, unknown> {
  return read(body, isRecord);
}

/** A list from a response. @throws TypeError when `is` rejects any of its items. */
export function readList<Item>(body: unknown, is: Guard<Item>): Item[] {
  return read(body, listOf(is));
}

/** @throws TypeError when the value is not a string. */
export function readText(value: unknown): string {
  return read(value, isText);
}

/** @throws TypeError when the value is not a number. */
export function readNumber(value: unknown): number {
  return read(value, isNumber);
}

/** Converts pounds from the wire to pence. @throws TypeError or RangeError when they are not an amount. */
export function readPounds(value: unknown): Pence {
  return poundsToPence(readNumber(value));
}
