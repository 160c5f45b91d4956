import { filtersOf, filtersSet, ListFilters, staffLists } from '#domain/contracts/staff-orders.ts';
import type { StaffList } from '#domain/contracts/staff-orders.ts';

/** Areas besides orders, as in URLs. */
const areaNames = [
  'customers',
  'stock',
  'catalogue',
  'pages',
  'mailing',
  'discounts',
  'figures',
  'settings',
  'complaints',
  'activity',
] as const;
export type AreaName = (typeof areaNames)[number];

/** A page of an area, `''` for its first, with its query. */
export interface AreaPlace {
  at: AreaName;
  page: string;
  query: Readonly<Record<string, string>>;
}

/** The studio's view, as in its URL: reload, Back and links in e-mails show the same. */
export type Place =
  | { at: 'list'; list: StaffList; q: string; filters: ListFilters; after: string | null }
  | { at: 'order'; order: number }
  | { at: 'checkout'; checkout: string }
  | { at: 'security' }
  | { at: 'print'; print: 'slips' | 'pick'; orders: readonly number[] }
  | AreaPlace;

function isList(name: string | null): name is StaffList {
  return staffLists.some((list) => list === name);
}

function numberIn(text: string | null): number | null {
  return text !== null && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
}

/** The filters in a query string, without unknown or invalid ones. */
export function filtersIn(list: StaffList, query: URLSearchParams): ListFilters {
  const { shape } = ListFilters;
  const named = filtersOf[list].flatMap((name) => {
    const value = query.get(name);
    return value !== null && shape[name].safeParse(value).success ? [[name, value] as const] : [];
  });
  return ListFilters.parse(Object.fromEntries(named));
}

/** The place of a query string; unknown ones fall back to orders to send. */
export function placeIn(search: string): Place {
  const query = new URLSearchParams(search);
  const order = numberIn(query.get('order'));
  if (order !== null) return { at: 'order', order };
  const checkout = query.get('checkout');
  if (checkout !== null) return { at: 'checkout', checkout };
  if (query.has('security')) return { at: 'security' };
  // An area comes first: its list may have a filter of the same name as another area.
  const [first] = query.keys();
  const at = areaNames.find((name) => name === first);
  if (at !== undefined) {
    const page = query.get(at) ?? '';
    query.delete(at);
    return { at, page, query: Object.fromEntries(query) };
  }
  const print = query.get('print');
  if (print === 'slips' || print === 'pick') {
    const orders = (query.get('orders') ?? '').split(',').flatMap((text) => numberIn(text) ?? []);
    return { at: 'print', print, orders: [...new Set(orders)] };
  }
  const named = query.get('list');
  const list = isList(named) ? named : 'to_send';
  return {
    at: 'list',
    list,
    q: query.get('q') ?? '',
    filters: filtersIn(list, query),
    after: query.get('after'),
  };
}

function addressOfArea({ at, page, query }: AreaPlace): string {
  const rest = new URLSearchParams({ ...(page !== '' && { [at]: page }), ...query }).toString();
  const first = page === '' ? at : '';
  return `/studio?${[first, rest].filter(Boolean).join('&')}`;
}

/** The URL of a place. */
export function addressOf(place: Place): string {
  if ('page' in place) return addressOfArea(place);
  const query = new URLSearchParams();
  if (place.at === 'security') return '/studio?security';
  if (place.at === 'order') query.set('order', String(place.order));
  else if (place.at === 'checkout') query.set('checkout', place.checkout);
  else if (place.at === 'print') {
    query.set('print', place.print);
    query.set('orders', place.orders.join(','));
  } else {
    query.set('list', place.list);
    if (place.q !== '') query.set('q', place.q);
    for (const [name, value] of filtersSet(place.filters)) query.set(name, value);
    if (place.after !== null) query.set('after', place.after);
  }
  return `/studio?${query.toString().replaceAll('%2C', ',')}`;
}
