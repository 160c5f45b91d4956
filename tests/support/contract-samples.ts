import * as z from 'zod';
import { isRecord } from '#domain/basics/record.ts';

type Json = Record<string, unknown>;
type Known = Record<string, unknown>;

const isList = (value: unknown): value is unknown[] => Array.isArray(value);

/** Fields whose value chooses what a call does: a sample is made for each. */
const choosing = new Set(['do', 'act', 'decision', 'kind']);

function ofObject({ properties, required }: Json, known: Known): unknown[] {
  const fields = isRecord(properties) ? properties : {};
  const names = isList(required) ? required.map(String) : [];
  const choices = names.map((name) => samples(fields[name], known, name));
  const first = Object.fromEntries(names.map((name, place) => [name, choices[place]?.[0]]));
  const others = names.flatMap((name, place) =>
    (choices[place] ?? []).slice(1).map((value) => Object.assign({}, first, { [name]: value })),
  );
  return [first, ...others];
}

function samples(schema: unknown, known: Known, key = ''): unknown[] {
  if (!isRecord(schema)) return [known[key] ?? null];
  const { type, enum: values, format, minItems, minimum } = schema;
  if ('const' in schema) return [schema['const']];
  const fits = type === undefined || (type === 'integer' ? 'number' : type) === typeof known[key];
  if (key in known && fits) return [known[key]];
  if (isList(values)) return choosing.has(key) ? values : values.slice(0, 1);
  const branches = schema['anyOf'] ?? schema['oneOf'];
  if (isList(branches)) {
    const all = branches.flatMap((branch) => samples(branch, known, key));
    if (all.includes(null)) return [null];
    return all.every(isRecord) ? all : all.slice(0, 1);
  }
  if (type === 'object') return ofObject(schema, known);
  if (type === 'array') {
    return [Number(minItems ?? 0) > 0 ? samples(schema['items'], known, key).slice(0, 1) : []];
  }
  if (type === 'boolean') return [true];
  if (type === 'integer' || type === 'number') return [Math.max(Number(minimum ?? 1), 1)];
  if (format === 'uuid') return ['00000000-0000-4000-8000-000000000000'];
  // A code, an id and a text.
  return [type === 'string' ? '123456' : null];
}

/**
 * Well-formed inputs of a contract with only their required fields: one for each branch and each value of a field that
 * chooses what the call does.
 * @param known values by key, for fields that a form alone does not describe.
 */
export function samplesOf(schema: z.ZodType, known: Known): unknown[] {
  return samples(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), known);
}
