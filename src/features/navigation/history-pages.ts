/** The pages behind this document's history entries, so that Back shows them unchanged. */
import { whenIdle } from '#browser/when-idle.ts';
import type { PageContent } from './page-content.ts';

/** Maximum number of pages kept besides the current one. */
const MAX_KEPT = 6;

const byEntry = new Map<string, PageContent>();
/** Kept pages, the latest last. */
const kept = new Set<PageContent>();

function release(page: PageContent): void {
  kept.delete(page);
  for (const [key, other] of byEntry) if (other === page) byEntry.delete(key);
  // Ends what belongs to the page, such as React (hydrate-gallery.tsx).
  whenIdle(() => page.main.dispatchEvent(new Event('drop-page')));
}

/** Whether a page can be shown unchanged. The cart may be outdated. */
function canBeKept({ main }: PageContent): boolean {
  return !main.querySelector('[data-cart-page]');
}

/** Records that the current history entry shows a page. */
export function rememberPage(page: PageContent): void {
  const { currentEntry } = navigation;
  if (!currentEntry) return;
  byEntry.set(currentEntry.key, page);
  kept.delete(page);
  kept.add(page);
  for (const other of kept) {
    const isSurplus = kept.size > MAX_KEPT || !canBeKept(other);
    if (other !== page && isSurplus) release(other);
  }
}

/** The page of a history entry; `null` if it is not kept. */
export function pageOf(key: string): PageContent | null {
  return byEntry.get(key) ?? null;
}
