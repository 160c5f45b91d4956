import * as fc from 'fast-check';
import type { Arbitrary } from 'fast-check';
import * as z from 'zod';
import { isRecord } from '#domain/basics/record.ts';
import { hostileTexts } from './hostile-json.ts';

/** Values of a sound request by key, such as the ids of rows that exist. */
type Known = Map<string, unknown[]>;

function collect(value: unknown, known: Known, key = ''): Known {
  if (Array.isArray(value)) for (const item of value) collect(item, known, key);
  else if (isRecord(value)) {
    for (const [name, item] of Object.entries(value)) collect(item, known, name);
  } else known.set(key, [...(known.get(key) ?? []), value]);
  return known;
}

const isList = (value: unknown): value is unknown[] => Array.isArray(value);
const numberOr = (value: unknown, other: number) => (typeof value === 'number' ? value : other);

function text({ format, maxLength }: Record<string, unknown>): Arbitrary<string> {
  const longest = numberOr(maxLength, 100);
  const usual = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: Math.min(longest, 60) }),
    fc.constantFrom('x'.repeat(longest), '1', 'ada@example.com', ...hostileTexts),
  );
  if (format === 'uuid') return fc.uuid();
  if (format === 'date-time') {
    return fc
      .date({ min: new Date('1970-01-01'), max: new Date('2099-01-01'), noInvalidDate: true })
      .map((day) => day.toISOString());
  }
  return usual;
}

function number({ minimum, maximum }: Record<string, unknown>): Arbitrary<number> {
  const [least, most] = [numberOr(minimum, -9), numberOr(maximum, 2 ** 31)];
  return fc.oneof(
    fc.constantFrom(least, most),
    fc.integer({ min: Math.ceil(least), max: Math.floor(Math.max(most, least)) }),
  );
}

/** Values of a JSON schema; anything where it says nothing. */
function fittingJson(schema: unknown, known: Known, key = ''): Arbitrary<unknown> {
  if (!isRecord(schema)) return fc.jsonValue();
  const { type, anyOf, oneOf, properties, required, items, enum: choices } = schema;
  const branches = anyOf ?? oneOf;
  if ('const' in schema) return fc.constant(schema['const']);
  if (isList(choices)) return fc.constantFrom(...choices);
  if (isList(branches)) {
    return fc.oneof(...branches.map((branch) => fittingJson(branch, known, key)));
  }
  if (type === 'object') {
    const fields = Object.entries(isRecord(properties) ? properties : {});
    return fc.record(
      Object.fromEntries(fields.map(([name, field]) => [name, fittingJson(field, known, name)])),
      { requiredKeys: isList(required) ? required.map(String) : [], noNullPrototype: true },
    );
  }
  if (type === 'array') {
    return fc.array(fittingJson(items, known, key), {
      minLength: numberOr(schema['minItems'], 0),
      maxLength: 3,
    });
  }
  if (type === 'boolean') return fc.boolean();
  if (type === 'null') return fc.constant(null);
  if (type !== 'string' && type !== 'number' && type !== 'integer') return fc.jsonValue();
  const own = type === 'string' ? text(schema) : number(schema);
  const sound = (known.get(key) ?? []).filter(
    (value) => typeof value === (type === 'string' ? 'string' : 'number'),
  );
  return sound.length === 0
    ? own
    : fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...sound) }, { weight: 1, arbitrary: own });
}

/**
 * Inputs that fit a contract in form: every branch of a union, every choice, with and without optional fields.
 * @param sample a sound input, whose ids and texts are reused.
 */
export function fitting(schema: z.ZodType, sample: unknown): Arbitrary<unknown> {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return fittingJson(json, collect(sample, new Map()));
}
