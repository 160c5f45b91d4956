import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { countText } from '#domain/count-text.ts';
import { filtersSet } from '#domain/wire/staff-orders.ts';
import type { ListFilters, StaffRow } from '#domain/wire/staff-orders.ts';
import { Loading } from '#ui/islands/Loading.tsx';
import { AccountsDialog } from './AccountsDialog.tsx';
import { emptyTexts, listNames } from './list-names.ts';
import { Filters } from './Filters.tsx';
import { useMay } from './may.ts';
import { OrderRows } from './OrderRows.tsx';
import { addressOf, placeIn } from './place.ts';
import { Problem } from './Problem.tsx';
import { problemText } from './problem-text.ts';
import { ordersQuery } from './queries.ts';
import type { ListPlace } from './queries.ts';
import { SearchBox } from './SearchBox.tsx';
import { SelectionBar } from './SelectionBar.tsx';
import { TrackingDialog } from './TrackingDialog.tsx';
import { useKeys } from './use-keys.ts';
import { usePrefetch } from './use-ahead.ts';
import { addressBefore, goTo, linkTo } from './use-place.ts';

/** Milliseconds after which the next page is fetched: what was asked for comes first. */
const NEXT_MS = 250;

/** Moves the focus from one order to the next or the one before; to the first from anywhere else. */
function step(by: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLElement>('[data-order-link]')];
  const now = links.findIndex((link) =>
    link.closest('[data-order-row]')?.contains(document.activeElement),
  );
  links[now === -1 ? 0 : Math.min(Math.max(now + by, 0), links.length - 1)]?.focus();
}

function selectFocused(): void {
  document.activeElement
    ?.closest('[data-order-row]')
    ?.querySelector<HTMLInputElement>('input[type="checkbox"]')
    ?.click();
}

/** One of the lists of orders, with a search in it, and what can be done with several orders at once. */
export function OrderList({ place }: { place: ListPlace }) {
  const may = useMay();
  const { list, q, filters, after } = place;
  const [chosen, setChosen] = useState<ReadonlyMap<string, StaffRow>>(new Map());
  const [news, setNews] = useState('');
  const [dialog, setDialog] = useState<'tracking' | 'accounts' | null>(null);
  const [filtersOpen, setFiltersOpen] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const filterFields = useRef<HTMLFieldSetElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const orders = useQuery({
    ...ordersQuery(place),
    // What is searched or filtered for is shown over what was there; another list starts empty.
    placeholderData: (before, query) => (query?.queryKey[1] === list ? before : undefined),
  });
  const rows = useMemo(() => orders.data?.rows ?? [], [orders.data]);

  const prefetch = usePrefetch();
  const nextPage = orders.data?.next ? addressOf({ ...place, after: orders.data.next }) : null;
  useEffect(() => {
    if (nextPage === null || orders.isPlaceholderData) return;
    const timer = setTimeout(() => prefetch(placeIn(nextPage.replace(/^.*\?/, ''))), NEXT_MS);
    return () => clearTimeout(timer);
  }, [nextPage, orders.isPlaceholderData, prefetch]);

  const isShown = rows.length > 0;
  // Whoever comes back from an order goes on where they were.
  useEffect(() => {
    if (!isShown || document.activeElement !== document.body) return;
    const links = document.querySelectorAll<HTMLAnchorElement>('[data-order-link]');
    const from = [...links].find((link) => link.getAttribute('href') === addressBefore());
    from?.focus({ preventScroll: true });
  }, [isShown]);

  const selectable = useMemo(() => rows.filter(({ order }) => order !== null), [rows]);
  useKeys({
    j: () => step(1),
    ArrowDown: () => step(1),
    k: () => step(-1),
    ArrowUp: () => step(-1),
    x: selectFocused,
    a: () => setChosen(new Map([...chosen, ...selectable.map((row) => [row.key, row] as const)])),
    Escape: () => setChosen(new Map()),
    '/': () => search.current?.focus(),
    f: () => filterFields.current?.querySelector('select')?.focus(),
  });

  function done(text: string, sent: ReadonlySet<number>): void {
    setNews(text);
    setChosen(new Map([...chosen].filter(([, { order }]) => order === null || !sent.has(order))));
    heading.current?.focus();
  }

  function filter(next: ListFilters): void {
    goTo({ ...place, filters: next, after: null });
  }

  const filterCount = filtersSet(filters).length;
  const total = orders.data?.total ?? 0;
  const chosenNow = [...chosen.values()].map(
    (row) => rows.find(({ key }) => key === row.key) ?? row,
  );
  return (
    <>
      <div className="studio-bar">
        <h1 ref={heading} className="heading" tabIndex={-1}>
          {listNames[list]}
        </h1>
        <p className="studio-total" aria-live="polite">
          {orders.data &&
            `${countText(total, 'order')}${q === '' && filterCount === 0 ? '' : ' found'}`}
        </p>
        <button
          type="button"
          className="studio-small studio-filters-shown"
          aria-expanded={filtersOpen}
          aria-controls="studio-filters"
          onClick={() => setFiltersOpen(!filtersOpen)}
        >
          Filters{filterCount > 0 && ` (${filterCount})`}
        </button>
        {(list === 'to_send' || list === 'late') && may('pack') && (
          <button
            type="button"
            className="studio-small studio-tool"
            aria-haspopup="dialog"
            onClick={() => setDialog('tracking')}
          >
            Tracking numbers from a file
          </button>
        )}
        {list === 'all' && may('export_accounts') && (
          <button
            type="button"
            className="studio-small studio-tool"
            aria-haspopup="dialog"
            onClick={() => setDialog('accounts')}
          >
            Accounts (CSV)
          </button>
        )}
        <SearchBox
          ref={search}
          q={q}
          label={`Search in ${listNames[list]}`}
          onSearch={(text) => goTo({ ...place, q: text, after: null }, 'replace')}
        />
        <Filters
          ref={filterFields}
          list={list}
          filters={filters}
          open={filtersOpen}
          onFilter={filter}
          onAbout={(about) => prefetch({ ...place, filters: about, after: null })}
        />
      </div>
      <output className="studio-news">{news}</output>
      {orders.isError && (
        <Problem text={problemText(orders.error)} onRetry={() => void orders.refetch()} />
      )}
      {orders.isPending && <Loading />}
      {orders.data && rows.length === 0 && (
        <div className="studio-empty">
          <p>
            {q !== '' &&
              `Nothing here is like “${q}”${filterCount > 0 ? ' and fits the filters' : ''}.`}
            {q === '' && (filterCount > 0 ? 'Nothing fits the filters.' : emptyTexts[list])}
          </p>
          {filterCount > 0 && (
            <button type="button" className="button-quiet" onClick={() => filter({})}>
              Clear the filters
            </button>
          )}
          {q !== '' && list !== 'all' && (
            <p>
              <a
                className="link"
                {...linkTo({ at: 'list', list: 'all', q, filters: {}, after: null })}
              >
                Search in all orders
              </a>
            </p>
          )}
        </div>
      )}
      {rows.length > 0 && (
        // What was there before is shown until what was asked for is.
        <div data-stale={orders.isPlaceholderData ? '' : undefined}>
          <OrderRows list={list} rows={rows} chosen={chosen} onChoose={setChosen} />
        </div>
      )}
      {(after !== null || orders.data?.next) && (
        <nav aria-label="Pages" className="studio-pages">
          {after !== null && (
            <a className="button-quiet" {...linkTo({ ...place, after: null })}>
              First page
            </a>
          )}
          {orders.data?.next && (
            <a className="button-quiet" {...linkTo({ ...place, after: orders.data.next })}>
              Next page
            </a>
          )}
        </nav>
      )}
      {may('pack') && (
        <SelectionBar chosen={chosenNow} onClear={() => setChosen(new Map())} onDispatched={done} />
      )}
      {dialog === 'tracking' && <TrackingDialog onClose={() => setDialog(null)} onSent={setNews} />}
      {dialog === 'accounts' && <AccountsDialog onClose={() => setDialog(null)} />}
    </>
  );
}
