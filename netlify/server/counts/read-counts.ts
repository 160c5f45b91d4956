import { type Count, countedHost, countedText } from '#domain/browsing/counts.ts';
import { rowNumber } from '#domain/basics/row-number.ts';
import { siteOrigin } from '../site-origin.ts';

/** Acts that one request may carry: more than a visitor does between two stock checks. */
const mostActs = 30;
/** In characters. */
const longest = 4000;

/** Hosts that send shoppers back: not arrivals. */
const paymentPages = /(?:^|\.)stripe\.com$/;

function productCounts(kind: 'seen' | 'added', ids: readonly string[]): Count[] {
  return ids.flatMap((id) => {
    const product = rowNumber(id);
    return product === null ? [] : [{ kind, key: String(product) }];
  });
}

function textCounts(kind: 'searched' | 'searched_in_vain', texts: readonly string[]): Count[] {
  return texts.map((text) => ({ kind, key: countedText(text) }));
}

/** The campaign named by a link's utm parameters; null without any. */
function campaignOf(noted: URLSearchParams): string | null {
  const names = ['utm_source', 'utm_campaign'].flatMap((name) => noted.get(name) || []);
  if (names.length === 0) return null;
  const counted = names.map((name) => countedText(name));
  const campaign = counted.join('/');
  return counted.includes('') || countedText(campaign) === '' ? '' : campaign;
}

/** An arrival from outside, and what that visit has put into the cart since the last request. */
function originCounts(noted: URLSearchParams, added: number, ownHost: string): Count[] {
  const from = noted.get('from');
  if (from === null || from === ownHost || paymentPages.test(from)) return [];
  const arrived = Number(noted.has('arrived'));
  const counts = (kind: 'referrer' | 'campaign', key: string): Count[] => [
    ...Array.from({ length: arrived }, () => ({ kind, key })),
    ...Array.from({ length: added }, () => ({ kind: `${kind}_added` as const, key })),
  ];
  const campaign = campaignOf(noted);
  return [
    ...counts('referrer', countedHost(from)),
    ...(campaign === null ? [] : counts('campaign', campaign)),
  ];
}

/** Reads from a request's header `Counts` (src/api/listing/counts.ts) what to add to the sums; nothing if it is malformed. */
export function readCounts(request: Request): Count[] {
  const header = request.headers.get('counts') ?? '';
  if (header.length > longest) return [];
  // Links name utm parameters in any case.
  const noted = new URLSearchParams(
    [...new URLSearchParams(header)].map(([name, value]) => [name.toLowerCase(), value]),
  );
  if (noted.size > mostActs) return [];
  const added = productCounts('added', noted.getAll('added'));
  return [
    ...productCounts('seen', noted.getAll('seen')),
    ...added,
    ...textCounts('searched', noted.getAll('searched')),
    ...textCounts('searched_in_vain', noted.getAll('in_vain')),
    ...originCounts(noted, added.length, new URL(siteOrigin(request)).host),
  ];
}
