import type { APIRoute } from 'astro';
import { company } from '#brand/company.ts';

/** Lifetime in days, renewed by each build; the standard recommends less than a year. */
const DAYS = 330;

const DAY_MS = 24 * 60 * 60 * 1000;

/** Contact for reporting vulnerabilities: https://www.rfc-editor.org/rfc/rfc9116 */
export const GET: APIRoute = ({ site }) => {
  // Counted from the start of the day, so that builds on the same day are identical.
  const today = Math.floor(Date.now() / DAY_MS);
  const expires = new Date((today + DAYS) * DAY_MS);
  return new Response(
    [
      `Contact: mailto:${company.email}`,
      `Expires: ${expires.toISOString()}`,
      'Preferred-Languages: en',
      `Canonical: ${new URL('/.well-known/security.txt', site).href}`,
      '',
    ].join('\n'),
  );
};
