/** Page parts in memory: prefetched, and parsed once a shopper hovers over or touches a link. */
import { partAddress } from '#domain/browsing/swapped-page.ts';
import { parsePart } from './page-content.ts';
import type { PageContent } from './page-content.ts';

/** Age after which a part is fetched again, in milliseconds. */
const FRESH_MS = 10 * 60_000;
/** Timeout for a part before the browser loads the whole page instead, in milliseconds. */
const TIMEOUT_MS = 10_000;

interface Part {
  text: string;
  fetchedAt: number;
  /** Set once it is parsed. */
  page?: PageContent | undefined;
}

const parts = new Map<string, Part>();
/** Pages without a part that fits this document. */
const refused = new Set<string>();
const fetching = new Map<string, Promise<void>>();

function freshPart(pathname: string): Part | null {
  const part = parts.get(pathname);
  return part && Date.now() - part.fetchedAt < FRESH_MS ? part : null;
}

async function request(pathname: string, priority: RequestPriority): Promise<void> {
  const response = await fetch(partAddress(pathname), {
    priority,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  // The product is new since the build or no longer sold, or the request was redirected, for instance
  // because the shop is locked.
  if (!response.ok || response.redirected) {
    refused.add(pathname);
    throw new Error(`${response.status} ${pathname}`);
  }
  parts.set(pathname, { text: await response.text(), fetchedAt: Date.now() });
}

/**
 * Fetches a page's part, unless it is in memory.
 * @throws Error
 */
export async function fetchPart(
  pathname: string,
  priority: RequestPriority = 'high',
): Promise<void> {
  if (hasPart(pathname)) return;
  const pending = fetching.get(pathname) ?? request(pathname, priority);
  fetching.set(pathname, pending);
  await pending.finally(() => fetching.delete(pathname));
}

/** Whether a page is known to need loading as a document. */
export function isRefused(pathname: string): boolean {
  return refused.has(pathname);
}

/** Whether a page's part is in memory. */
export function hasPart(pathname: string): boolean {
  return freshPart(pathname) !== null;
}

/** A page that can be shown at once; `null` if its part is not in memory or from another build. */
export function readyPage(pathname: string): PageContent | null {
  const part = freshPart(pathname);
  if (!part) return null;
  try {
    return (part.page ??= parsePart(part.text));
  } catch {
    refused.add(pathname);
    return null;
  }
}

/**
 * Takes the parsed page out: it can be shown only once.
 * @throws Error if there is none.
 */
export function takePage(pathname: string): PageContent {
  const page = readyPage(pathname);
  if (!page) throw new Error(`Not in memory: ${pathname}`);
  delete parts.get(pathname)?.page;
  return page;
}
