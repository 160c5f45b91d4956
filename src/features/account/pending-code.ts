import { readText, removeText, writeText } from '#browser/web-storage.ts';
import { parseJson } from '#domain/basics/record.ts';
import { isNumber, isText, shape } from '#domain/basics/shape.ts';

/** A code that this tab has asked for: kept, because reading the e-mail may reload the page on a phone. */
export interface PendingCode {
  request: string;
  email: string;
  /** Milliseconds since 1970, by this device's clock. */
  askedAt: number;
}

const KEY = 'loginCode';
/** As `login_code_life` in SQL, in milliseconds. */
const LIFE_MS = 600_000;

const isPending = shape<PendingCode>({ request: isText, email: isText, askedAt: isNumber });

/** The code this tab waits for, if any. */
export function pendingCode(): PendingCode | null {
  const stored: unknown = parseJson(readText('session', KEY) ?? '');
  return isPending(stored) ? stored : null;
}

/** Whether a code no longer works. */
export function isExpired({ askedAt }: PendingCode): boolean {
  return Date.now() - askedAt >= LIFE_MS;
}

/** Remembers a code that was just asked for. */
export function keepPending(request: string, email: string): PendingCode {
  const pending = { request, email, askedAt: Date.now() };
  writeText('session', KEY, JSON.stringify(pending));
  return pending;
}

/** Forgets it: used, or no longer wanted. */
export function forgetPending(): void {
  removeText('session', KEY);
}
