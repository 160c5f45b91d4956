import { claimsText } from '#domain/catalogue/environmental-claims.ts';
import type { Warning } from './release-kind.ts';

/** The warning for texts with environmental words; none without such words. @param name names what has the texts. */
export function claimsWarning(name: string, texts: string): Warning[] {
  const claims = claimsText(texts);
  return claims === undefined
    ? []
    : [{ key: `claims ${name} ${claims}`, text: `${name}: ${claims}` }];
}
