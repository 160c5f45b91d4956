import { z } from 'zod';
import { rowId } from './fields.ts';
import { HttpError } from './http-error.ts';

const Digits = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number)
  .pipe(rowId);

/**
 * A row's number out of the address; undefined when the address does not have it.
 * @throws HttpError 400 when it is no such number.
 */
export function queryNumber(request: Request, name: string): number | undefined {
  const text = new URL(request.url).searchParams.get(name);
  if (text === null) return undefined;
  const { data } = Digits.safeParse(text);
  if (data === undefined) throw new HttpError(400, { [name]: ['Not a valid id.'] });
  return data;
}
