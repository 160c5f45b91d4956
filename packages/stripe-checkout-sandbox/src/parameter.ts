import { invalidRequest } from './api-error.ts';
import type { FormRecord, FormValue } from './form-body.ts';

/** Parses a parameter, or throws Stripe's error. `path` is its full bracketed name. */
export interface Parameter<T> {
  read(value: FormValue, path: string): T;
}

/** A field of a shape: its parameter, and its value when absent. */
export interface Field<T> {
  whenAbsent(path: string): T;
  readonly parameter: Parameter<T>;
}

/** The parsed type of a shape. */
export type ShapeOutput<F extends Record<string, Field<unknown>>> = {
  [K in keyof F]: F[K] extends Field<infer T> ? T : never;
};

/** The parsed type of a parameter. */
export type Read<P> = P extends Parameter<infer T> ? T : never;

/** A required field. */
export function required<T>(parameter: Parameter<T>): Field<T> {
  return {
    parameter,
    whenAbsent(path) {
      throw invalidRequest(`Missing required param: ${path}.`, {
        code: 'parameter_missing',
        param: path,
      });
    },
  };
}

/** An optional field, `undefined` when omitted. */
export function optional<T>(parameter: Parameter<T>): Field<T | undefined> {
  return { parameter, whenAbsent: () => undefined };
}

/** A field of Stripe's API that the sandbox does not implement: an error, never silently ignored. */
export function unsupported(): Field<undefined> {
  return {
    whenAbsent: () => undefined,
    parameter: {
      read(_value, path) {
        throw invalidRequest(`The local Stripe sandbox does not support this parameter: ${path}`, {
          param: path,
        });
      },
    },
  };
}

function rejectUnknown(record: FormRecord, known: object, path: string): void {
  const unknown = Object.keys(record)
    .filter((name) => !Object.hasOwn(known, name))
    .map((name) => (path === '' ? name : `${path}[${name}]`));
  const [first] = unknown;
  if (first === undefined) return;
  const noun = unknown.length === 1 ? 'parameter' : 'parameters';
  throw invalidRequest(`Received unknown ${noun}: ${unknown.join(', ')}`, {
    code: 'parameter_unknown',
    param: first,
  });
}

/** A record with exactly these fields. The whole request is a shape at path `''`. */
export function shape<F extends Record<string, Field<unknown>>>(
  fields: F,
): Parameter<ShapeOutput<F>> {
  return {
    read(value, path) {
      if (typeof value === 'string') throw invalidRequest('Invalid object', { param: path });
      rejectUnknown(value, fields, path);
      const output: Record<string, unknown> = {};
      for (const [name, field] of Object.entries(fields)) {
        const inner = path === '' ? name : `${path}[${name}]`;
        const sent = value[name];
        output[name] =
          sent === undefined ? field.whenAbsent(inner) : field.parameter.read(sent, inner);
      }
      return completed<F>(output);
    },
  };
}

/** Asserts the type: the record was filled from the same fields that define it. */
function completed<F extends Record<string, Field<unknown>>>(
  output: Record<string, unknown>,
): ShapeOutput<F>;
function completed(output: unknown): unknown {
  return output;
}

/** A list of at most `max` items, sent as `name[0]`, `name[1]` …. */
export function list<T>(item: Parameter<T>, max: number): Parameter<T[]> {
  return {
    read(value, path) {
      if (typeof value === 'string') throw invalidRequest('Invalid array', { param: path });
      const indexes = Object.keys(value).map(Number);
      if (indexes.some((index) => !Number.isInteger(index) || index < 0)) {
        throw invalidRequest('Invalid array', { param: path });
      }
      if (indexes.length > max) {
        throw invalidRequest(`Array must contain at most ${max} elements: ${path}`, {
          param: path,
        });
      }
      return Object.entries(value)
        .toSorted(([a], [b]) => Number(a) - Number(b))
        .map(([index, inner]) => item.read(inner, `${path}[${index}]`));
    },
  };
}
