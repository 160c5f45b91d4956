import { createHash } from 'node:crypto';

/** What a page's policy names an inline script or style by. */
export function inlineHash(text: string): `sha256-${string}` {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
