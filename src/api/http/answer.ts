import { poundsToPence } from '#domain/money.ts';
import type { Pence } from '#domain/money.ts';
import { isRecord } from '#domain/record.ts';
import { isNumber, isText, listOf } from '#domain/shape.ts';
import type { Guard } from '#domain/shape.ts';

/** A part of an answer, checked. @throws TypeError when it is not what `is` accepts. */
function read<Value>(value: unknown, is: Guard<Value>): Value {
  if (!is(value)) throw new TypeError('Unexpected answer');
  return value;
}

/** The answer as an object. @throws TypeError when it is none. */
export function readRecord(body: unknown): Record<string, unknown> {
  return read(body, isRecord);
}

/** The answer as a list of what `is` accepts. @throws TypeError when anything in it is not. */
export function readList<Item>(body: unknown, is: Guard<Item>): Item[] {
  return read(body, listOf(is));
}

/** @throws TypeError when the value is not a text. */
export function readText(value: unknown): string {
  return read(value, isText);
}

/** @throws TypeError when the value is not a number. */
export function readNumber(value: unknown): number {
  return read(value, isNumber);
}

/** Pounds of the wire as pence. @throws TypeError or RangeError when they are not an amount. */
export function readPounds(value: unknown): Pence {
  return poundsToPence(readNumber(value));
}
