import type { APIRoute } from 'astro';
import { company } from '#company';

/** Each build says it anew; the standard wants less than a year. */
const DAYS = 330;

/** Where to report a vulnerability: https://www.rfc-editor.org/rfc/rfc9116 */
export const GET: APIRoute = ({ site }) => {
  const expires = new Date(Date.now() + DAYS * 24 * 60 * 60 * 1000);
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
