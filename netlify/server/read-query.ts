import type { z } from 'zod';
import { problems } from './request-body.ts';

/**
 * Reads a request's query string and validates it against the call's schema; of a parameter given
 * several times, the last counts.
 * @throws HttpError 400 if it does not match the schema.
 */
export function readQuery<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
): z.output<Schema> {
  const { data, error } = schema.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (error) throw problems(error);
  return data;
}
