import { inlineHash } from './inline-hash.ts';

const META = /<meta http-equiv="content-security-policy"[^>]*>/;
const CHARSET = /<meta charset="utf-8"[^>]*>/i;

/**
 * Allows only the inline scripts and styles of this page; Astro lists those of the whole site. If a page
 * adds sources to a directive that is otherwise `'none'`, Astro keeps the `'none'` beside them: it is
 * dropped.
 */
function trimmed(policy: string, html: string): string {
  const inline = html.matchAll(/<(script|style)\b[^>]*>(.*?)<\/\1>/gs);
  const allowed = new Set([...inline].map(([, , text = '']) => `'${inlineHash(text)}'`));
  return policy
    .replace(/ 'none'(?= ')/g, '')
    .replace(/ ('sha256-[^']+')/g, (named, hash: string) => (allowed.has(hash) ? named : ''));
}

/**
 * Moves a page's Content-Security-Policy to the start of its head, after the encoding: a policy does not
 * apply to elements before it. Drops the hashes of other pages' scripts, which do not compress.
 * @throws Error for a page with a policy but no declared encoding.
 */
export function withOwnPolicy(html: string): string {
  const [policy] = META.exec(html) ?? [];
  if (policy === undefined) return html;
  const rest = html.replace(policy, () => '');
  if (!CHARSET.test(rest)) throw new Error('A page does not declare its encoding');
  return rest.replace(CHARSET, (charset) => charset + trimmed(policy, html));
}
