/** The pages behind this document's history entries, so that Back shows them unchanged. */
import { whenIdle } from '#browser/when-idle.ts';
import type { PageContent } from './page-content.ts';

/** Maximum number of pages kept besides the current one. */
const MAX_KEPT = 6;

const byEntry = new Map<string, PageContent>();
/** Kept pages, the latest last. */
const kept = new Set<PageContent>();

/** An island as Astro defines it: its own router, which the shop does not use, would call `unmount`. */
type Island = HTMLElement & { unmount?: () => void };

function unmount(island: Island): void {
  island.dispatchEvent(new CustomEvent('astro:unmount'));
  // Left there, the listener would keep the page in memory.
  if (island.unmount) document.removeEventListener('astro:after-swap', island.unmount);
}

function release(page: PageContent): void {
  kept.delete(page);
  for (const [key, other] of byEntry) if (other === page) byEntry.delete(key);
  // React must not unmount an island it has not hydrated yet.
  whenIdle(() => page.main.querySelectorAll<Island>('astro-island').forEach(unmount));
}

/**
 * Whether a page can be shown unchanged. Islands that hydrate immediately show data that may be
 * outdated.
 */
function canBeKept({ main }: PageContent): boolean {
  return !main.querySelector('astro-island[client="painted"]');
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
