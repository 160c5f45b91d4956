import type { z } from 'zod';
import { checked } from './request-body.ts';

/**
 * Reads a request's query string and validates it against the call's schema; of a parameter given
 * several times, the last counts.
 * @throws HttpError 400 if it does not match the schema, or has text that PostgreSQL cannot take.
 */
export function readQuery<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
): z.output<Schema> {
  return checked(Object.fromEntries(new URL(request.url).searchParams), schema);
}
