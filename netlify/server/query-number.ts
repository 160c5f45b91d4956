import { HttpError } from './http-error.ts';
import { rowNumber } from '#domain/basics/row-number.ts';
import { requestMessages } from './messages/requests.ts';

/**
 * Reads a positive integer from the query string; undefined when it is absent.
 * @throws HttpError 400 when it is not one.
 */
export function queryNumber(request: Request, name: string): number | undefined {
  const text = new URL(request.url).searchParams.get(name);
  if (text === null) return undefined;
  const number = rowNumber(text);
  if (number === null) throw new HttpError(400, { [name]: [requestMessages.idInvalid] });
  return number;
}
