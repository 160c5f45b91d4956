import { isRecord } from './record.ts';

/** Whether a value from storage or the network is a `Value`. */
export type Guard<Value> = (value: unknown) => value is Value;

/** A guard for every field, so that a new field does not compile without one. */
type Guards<Value> = { [Field in keyof Required<Value>]: Guard<Value[Field]> };

/** Builds a guard for objects from guards for their fields. Unknown fields are ignored. */
export function shape<Value extends object>(fields: Guards<Value>): Guard<Value> {
  const guards: [string, (value: unknown) => boolean][] = Object.entries(fields);
  return (value): value is Value =>
    isRecord(value) && guards.every(([name, is]) => is(value[name]));
}

/** A guard for lists. */
export function listOf<Item>(is: Guard<Item>): Guard<Item[]> {
  return (value): value is Item[] => Array.isArray(value) && value.every(is);
}

/** A guard for a value that may be null or missing. */
export function nullish<Value>(is: Guard<Value>): Guard<Value | null | undefined> {
  return (value): value is Value | null | undefined => value == null || is(value);
}

export function isText(value: unknown): value is string {
  return typeof value === 'string';
}

export function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}

/** Whether a value is an integer that a number represents exactly. */
export function isInteger(value: unknown): value is number {
  return Number.isSafeInteger(value);
}
