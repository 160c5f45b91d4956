/** Page parts in memory: prefetched, and parsed once a shopper hovers over or touches a link. */
import { partAddress } from '#domain/browsing/swapped-page.ts';
import { fetchedBytes } from './fetched-bytes.ts';
import { parsePart } from './page-content.ts';
import type { PageContent } from './page-content.ts';

/** Age after which a part is fetched again, in milliseconds. */
const FRESH_MS = 10 * 60_000;
/** Timeout for a part before the browser loads the whole page instead, in milliseconds. */
const TIMEOUT_MS = 10_000;
/** Time to parse a part, in milliseconds, from which a device is slow; a phone of 2020 needs a third. */
const SLOW_PARSE_MS = 24;
/** Memory from which a device is not slow, in GiB as browsers round it. */
const ENOUGH_MEMORY = 4;

interface Part {
  text: string;
  fetchedAt: number;
}

const parts = new Map<string, Part>();
const parsed = new Map<string, PageContent>();
/** Pages without a part that fits this document. */
const refused = new Set<string>();
const fetching = new Map<string, Promise<Part>>();

function freshPart(pathname: string): Part | null {
  const part = parts.get(pathname);
  return part && Date.now() - part.fetchedAt < FRESH_MS ? part : null;
}

async function fetchPart(pathname: string, priority: RequestPriority): Promise<Part> {
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
  const part = { text: await response.text(), fetchedAt: Date.now() };
  parts.set(pathname, part);
  parsed.delete(pathname);
  return part;
}

/**
 * Fetches a page's part, unless it is in memory.
 * @throws Error
 */
async function loadPart(pathname: string, priority: RequestPriority): Promise<Part> {
  const known = freshPart(pathname);
  if (known) return known;
  const pending = fetching.get(pathname) ?? fetchPart(pathname, priority);
  fetching.set(pathname, pending);
  return pending.finally(() => fetching.delete(pathname));
}

/** Whether a page is known to need loading as a document. */
export function isRefused(pathname: string): boolean {
  return refused.has(pathname);
}

/** Whether a page's part is in memory. */
export function hasPart(pathname: string): boolean {
  return freshPart(pathname) !== null;
}

/**
 * Prefetches a part.
 * @returns the part's size as sent, in bytes.
 * @throws Error
 */
export async function fetchAhead(pathname: string): Promise<number> {
  await loadPart(pathname, 'low');
  return fetchedBytes(new URL(partAddress(pathname), location.href).href);
}

let parseMs = 0;

function timedParse(text: string): PageContent {
  const began = performance.now();
  const page = parsePart(text);
  parseMs = performance.now() - began;
  return page;
}

/** Whether the device has little memory or was slow to parse the last page. */
export function isSlow(): boolean {
  const memory: unknown = Reflect.get(navigator, 'deviceMemory');
  // NaN in Safari and Firefox, which do not reveal it.
  return parseMs > SLOW_PARSE_MS || Number(memory) < ENOUGH_MEMORY;
}

/**
 * A page that can be shown at once; `null` if its part is not in memory.
 * @throws Error if it is from another build.
 */
export function parsedPage(pathname: string): PageContent | null {
  const part = freshPart(pathname);
  if (!part) return null;
  try {
    const page = parsed.get(pathname) ?? timedParse(part.text);
    parsed.set(pathname, page);
    return page;
  } catch (error) {
    refused.add(pathname);
    throw error;
  }
}

/** A page that can be shown at once; `null` for any other. */
export function readyPage(pathname: string): PageContent | null {
  try {
    return parsedPage(pathname);
  } catch {
    return null;
  }
}

/** Takes the parsed page out: it can be shown only once. */
export function takePage(pathname: string): PageContent | null {
  const page = parsedPage(pathname);
  parsed.delete(pathname);
  return page;
}

/**
 * Fetches a page the shopper is about to open.
 * @throws Error
 */
export async function loadPage(pathname: string): Promise<PageContent | null> {
  await loadPart(pathname, 'high');
  return parsedPage(pathname);
}
