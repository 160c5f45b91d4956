import type { z } from 'zod';
import { HttpError } from './http-error.ts';
import { requestMessages } from './messages/requests.ts';

/** Bytes; the largest legitimate body is a cart of a hundred lines. */
export const maxBodyBytes = 100_000;

/**
 * Reads a request's body, whatever its `Content-Length` claims.
 * @param limit in bytes.
 * @throws HttpError 413 above the limit.
 */
export async function readBytes(request: Request, limit: number): Promise<Buffer> {
  const tooLarge = new HttpError(413, requestMessages.tooLarge);
  if (Number(request.headers.get('content-length')) > limit) throw tooLarge;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > limit) throw tooLarge;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function readText(request: Request, limit: number): Promise<string> {
  const bytes = await readBytes(request, limit);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new HttpError(400, requestMessages.jsonInvalid);
  }
}

/** The error format of the spec's client: a list of messages per field, or one detail. */
export function problems(error: z.ZodError): HttpError {
  const fields: Record<string, string[]> = {};
  for (const issue of error.issues) {
    const [field] = issue.path;
    if (typeof field !== 'string') return new HttpError(400, issue.message);
    (fields[field] ??= []).push(issue.message);
  }
  return new HttpError(400, fields);
}

/** Whether PostgreSQL can store a value's texts, field names included: no NUL or half surrogate pair. */
function canBeKept(value: unknown): boolean {
  if (typeof value === 'string') return !value.includes('\0') && value.isWellFormed();
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every(canBeKept);
  return Object.entries(value).every((entry) => entry.every(canBeKept));
}

/**
 * Validates a request's input against the call's schema.
 * @throws HttpError 400 if it does not match, or contains text that PostgreSQL cannot store.
 */
export function checked<Schema extends z.ZodType>(
  value: unknown,
  schema: Schema,
): z.output<Schema> {
  const { data, error } = schema.safeParse(value);
  if (error) throw problems(error);
  // Fields have their own sentences for it; this covers values passed on as they are.
  if (!canBeKept(data)) throw new HttpError(400, requestMessages.textUnstorable);
  return data;
}

/**
 * Reads a request's JSON body and validates it against the call's schema.
 * @param limit in bytes.
 * @throws HttpError 415 not JSON, 413 too large, 400 malformed or not matching the schema.
 */
export async function readBody<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
  limit = maxBodyBytes,
): Promise<z.output<Schema>> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') throw new HttpError(415, requestMessages.typeInvalid);
  let json: unknown;
  try {
    json = JSON.parse(await readText(request, limit));
  } catch (error) {
    if (error instanceof HttpError) throw error;
    throw new HttpError(400, requestMessages.jsonInvalid);
  }
  return checked(json, schema);
}

/**
 * Reads a form that a browser has submitted by itself, and validates it against the call's schema.
 * @throws HttpError 413 too large, 400 not matching the schema.
 */
export async function readForm<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
): Promise<z.output<Schema>> {
  const fields = new URLSearchParams(await readText(request, maxBodyBytes));
  return checked(Object.fromEntries(fields), schema);
}
