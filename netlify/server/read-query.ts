import type { z } from 'zod';
import { problems } from './request-body.ts';

/**
 * Reads a request's query string and checks it against the call's schema; of a parameter that is given
 * several times, the last counts.
 * @throws HttpError 400 against the schema.
 */
export function readQuery<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
): z.output<Schema> {
  const { data, error } = schema.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (error) throw problems(error);
  return data;
}
