import { createHash } from 'node:crypto';

/** The hash that allows an inline script or style in a Content-Security-Policy. */
export function inlineHash(text: string): `sha256-${string}` {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
