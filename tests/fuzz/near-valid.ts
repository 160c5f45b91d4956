import * as fc from 'fast-check';
import type { Arbitrary } from 'fast-check';
import { isRecord } from '#domain/basics/record.ts';
import { oddKey, valueText } from './hostile-json.ts';

/** A fault in an otherwise valid body, at its `place`-th value in depth-first order. */
type Fault = { place: number } & (
  | { kind: 'replaced'; by: string }
  | { kind: 'nearly'; miss: number }
  | { kind: 'missing' }
  | { kind: 'more'; key: string; value: string }
  | { kind: 'twice'; value: string; first: boolean }
);

const place = fc.nat(1000);
const fault: Arbitrary<Fault> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ place, kind: fc.constant('replaced'), by: valueText }),
  },
  { weight: 4, arbitrary: fc.record({ place, kind: fc.constant('nearly'), miss: fc.nat(100) }) },
  { weight: 1, arbitrary: fc.record({ place, kind: fc.constant('missing') }) },
  {
    weight: 2,
    arbitrary: fc.record({ place, kind: fc.constant('more'), key: oddKey, value: valueText }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      place,
      kind: fc.constant('twice'),
      value: valueText,
      first: fc.boolean(),
    }),
  },
);

/** Values close to a valid one. */
function nearMisses(value: unknown): unknown[] {
  if (typeof value === 'number') {
    return [value + 1, value - 1, -value, value + 0.001, value * 1e9, String(value), [value], 2e15];
  }
  if (typeof value === 'string') {
    const half = value.slice(0, value.length / 2);
    const joined = [' ', '\n', '\u0000', '\ud800', '\u200b', "'--", value].map(
      (end) => value + end,
    );
    const forms = [value.toUpperCase(), value.normalize('NFD'), value.replaceAll(/\d/g, '0')];
    const others = [` ${value}`, `\u202e${value}`, half, value.repeat(40), [value], { value }];
    return [...joined, ...forms, ...others];
  }
  return [[value], { 0: value }, JSON.stringify(value), null];
}

/** Serialises JSON with the faults applied. */
function write(body: unknown, faults: readonly Fault[]): string {
  let places = 0;
  const count = (value: unknown): number =>
    1 +
    (Array.isArray(value) ? value : isRecord(value) ? Object.values(value) : [])
      .map(count)
      .reduce((sum, one) => sum + one, 0);
  const total = count(body);

  /** One value as text, with its key if any; empty if it is missing. */
  function entry(key: string | null, value: unknown): string[] {
    const here = places++;
    const wrong = faults.find((one) => one.place % total === here);
    const named = (text: string) => (key === null ? text : `${JSON.stringify(key)}:${text}`);
    const more = wrong?.kind === 'more' ? [`${JSON.stringify(wrong.key)}:${wrong.value}`] : [];
    const right = Array.isArray(value)
      ? `[${value.flatMap((item) => entry(null, item)).join(',')}]`
      : isRecord(value)
        ? `{${[...Object.entries(value).flatMap(([name, item]) => entry(name, item)), ...more].join(',')}}`
        : (JSON.stringify(value) ?? 'null');
    switch (wrong?.kind) {
      case 'missing':
        return [];
      case 'replaced':
        return [named(wrong.by)];
      case 'nearly': {
        const misses = nearMisses(value);
        return [named(JSON.stringify(misses[wrong.miss % misses.length]))];
      }
      case 'twice':
        return wrong.first
          ? [named(wrong.value), named(right)]
          : [named(right), named(wrong.value)];
      default:
        return [named(right)];
    }
  }
  return entry(null, body).join(',');
}

/** A valid body with one or two faults. */
export function nearlyValid(body: unknown): Arbitrary<string> {
  return fc.array(fault, { minLength: 1, maxLength: 2 }).map((faults) => write(body, faults));
}
