import { HttpError } from './http-error.ts';
import { rowNumber } from './row-number.ts';

/**
 * A row's number out of the address; undefined when the address does not have it.
 * @throws HttpError 400 when it is no such number.
 */
export function queryNumber(request: Request, name: string): number | undefined {
  const text = new URL(request.url).searchParams.get(name);
  if (text === null) return undefined;
  const number = rowNumber(text);
  if (number === null) throw new HttpError(400, { [name]: ['Not a valid id.'] });
  return number;
}
