import { note, takeCounts } from './listing/counts.ts';

/** Searches noted since this document was opened: suggestions and results of the same words are one search. */
const noted = new Set<string>();

/**
 * Sends what was noted with a stock check of nothing, also while the document is left: many a visit ends with its search,
 * before another stock check could carry it.
 */
function sendCounts(): void {
  const counts = takeCounts();
  if (!counts) return;
  fetch('/api/listing/cartvalidate/', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Counts: counts },
    body: '{"items":[]}',
    keepalive: true,
  }).catch(() => null);
}

/** Counts a search that the visitor has finished. @param found whether anything was found. */
export function noteSearch(words: string, found: boolean): void {
  // The sums keep 40 characters; half a surrogate pair cannot be encoded.
  const text = words.slice(0, 80).toWellFormed();
  if (text === '' || noted.has(text)) return;
  noted.add(text);
  note(found ? 'searched' : 'in_vain', text);
  sendCounts();
}
