/**
 * Acts of a visit that are counted (docs/studio.md#visits), in this page's memory until the next
 * stock check, which carries them as a header. The server adds them to the sums of the day, or drops them.
 */
import type { CountedAct } from '#domain/browsing/counts.ts';

let noted = '';
let arrived = '&arrived=1';

/** Notes one act. */
export function note(act: CountedAct, what: number | string): void {
  noted += `&${act}=${encodeURIComponent(what)}`;
}

/**
 * Takes what was noted, once, with the host that linked to this document and the utm parameters of its URL, also once other
 * pages have been shown in place. `''` if there is nothing, or the visitor objects.
 */
export function takeCounts(): string {
  if (!noted || document.cookie.includes('countsOff')) return '';
  const [visit]: { name: string; type?: string }[] = performance.getEntriesByType('navigation');
  // Not a reload, nor a page that Back has loaded again.
  if (visit?.type !== 'navigate') arrived = '';
  const utm = visit?.name.match(/utm_(source|campaign)=[^&#]*/gi) ?? [];
  const from = `&from=${document.referrer.split('/')[2] ?? ''}`;
  const taken = [noted + arrived + from, ...utm].join('&');
  noted = arrived = '';
  return taken;
}
