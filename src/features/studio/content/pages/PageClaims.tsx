import { claimsText } from '#domain/catalogue/environmental-claims.ts';
import type { Content, ContentKey } from '#domain/site-content/content.ts';

interface Props {
  keys: readonly ContentKey[];
  draft: Content;
}

/** Warns of environmental words in the texts of a page, which can be published all the same. */
export function PageClaims({ keys, draft }: Props) {
  const warning = claimsText(JSON.stringify(keys.map((key) => draft[key])));
  return (
    <div aria-live="polite">
      {warning !== undefined && <p className="studio-warning">{warning}</p>}
    </div>
  );
}
