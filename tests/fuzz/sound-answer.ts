import { z } from 'zod';
import type { Call } from './calls.ts';
import type { Sent } from './hostile-request.ts';
import type { Answer } from './senders.ts';

/** Internal details: stacks, files, SQL, names of tables and libraries. */
const inside =
  /\bat \S+ ?\(|node_modules|\.[jt]s\b|\b[A-Z]\w*Error\b|\b(select|insert|delete|update)\b .* (from|into|set)\b|syntax error|violates|duplicate key|invalid input syntax|relation "|public\.|auth\.|PGRST|PT\d{3}|postgres|supabase|\bp_[a-z]+|color_variants|checkouts|billing_infos|sb_secret|sk_test|whsec/i;

/** The specified error formats: one sentence, or messages per field. */
const Refusal = z.union([
  z.looseObject({ detail: z.string().min(1) }),
  z
    .record(z.string(), z.array(z.string().min(1)).min(1))
    .refine((fields) => Object.keys(fields).length > 0),
]);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The only cookie that calls set: sent only to the auth calls and unreadable for scripts. */
const loginCookie = /^refresh=[\w-]*; Path=\/api\/auth; Max-Age=\d+; HttpOnly; SameSite=Strict$/;

/** Fault of a response; undefined if it is sound. */
export function faultOf(
  { method }: Pick<Sent, 'method'>,
  { status, headers, text }: Answer,
  { answers }: Pick<Call, 'answers'>,
): string | null {
  const type = headers.get('content-type') ?? '';
  if (status >= 500) return 'it is a failure of ours';
  const cookies = headers.getSetCookie();
  if (!cookies.every((cookie) => loginCookie.test(cookie))) return 'it sets another cookie';
  if (headers.get('x-content-type-options') !== 'nosniff') return 'browsers may guess its type';
  if (status >= 300 && status < 400) {
    return answers === 'redirect' && status === 303 ? null : 'it leads elsewhere';
  }
  const page = /^(?:text\/(?:html|csv)|application\/(?:xml|pdf)|image\/jpeg)/;
  if (answers === 'page' && page.test(type)) return null;
  if (!type.startsWith('application/json')) return `its type is ${type}`;
  if (method !== 'HEAD' && parsed(text) === undefined) return 'it is no JSON';
  if (status < 400) return null;
  // A 404 of the catalogue is kept for a minute (answer.ts).
  const isKept = status === 404 && headers.get('netlify-cache-tag') === 'catalogue';
  if (!isKept && headers.get('cache-control') !== 'no-store') return 'it may be kept';
  if (status === 429 && !/^\d+$/.test(headers.get('retry-after') ?? '')) return 'it says not when';
  if (method === 'HEAD') return null;
  if (!Refusal.safeParse(parsed(text)).success) return 'it is not of the form of a refusal';
  const leaked = inside.exec(text)?.[0];
  return leaked === undefined ? null : `it gives away "${leaked}"`;
}
