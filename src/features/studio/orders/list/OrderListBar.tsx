import { type RefObject, Suspense, useState } from 'react';
import { countText } from '#domain/basics/count-text.ts';
import { filtersSet, type StaffOrdersAnswer } from '#domain/contracts/staff-orders.ts';
import { Filters } from './Filters.tsx';
import { hasParcels, listNames, rowNames } from './list-names.ts';
import { Button } from '../../kit/Button.tsx';
import { useMay } from '../../kit/may.ts';
import type { ListPlace } from '../queries.ts';
import { CameraButton } from '../../scan/CameraButton.tsx';
import { orderInCode } from '../../scan/order-in-code.ts';
import { SearchBox } from '../../kit/SearchBox.tsx';
import { usePrefetch } from './use-ahead.ts';
import { goTo } from '../../kit/use-place.ts';
import { lazyPart } from '../../kit/lazy-part.tsx';

const TrackingDialog = lazyPart(() => import('../dispatch/TrackingDialog.tsx'));
const AccountsDialog = lazyPart(() => import('./AccountsDialog.tsx'));
const NewOrderDialog = lazyPart(() => import('./NewOrderDialog.tsx'));

interface ToolProps {
  place: ListPlace;
  onSent: (text: string) => void;
}

/** Imports and exports of a list. */
function Tools({ place: { list }, onSent }: ToolProps) {
  const may = useMay();
  const [dialog, setDialog] = useState<'tracking' | 'accounts' | 'new' | null>(null);
  // A late close event of the last dialog leaves the next one open.
  const close = () => setDialog((now) => (now === dialog ? null : now));
  const tool = (text: string, name: typeof dialog) => (
    <Button look="small" opensDialog onClick={() => setDialog(name)}>
      {text}
    </Button>
  );
  return (
    <div className="studio-tools">
      {hasParcels(list) && may('pack') && tool('Import tracking numbers', 'tracking')}
      {list === 'all' && may('export_accounts') && tool('Accounts (CSV)', 'accounts')}
      {(list === 'all' || list === 'waiting') && may('move_money') && tool('New order', 'new')}
      <Suspense>
        {dialog === 'new' && <NewOrderDialog onClose={close} onNews={onSent} />}
        {dialog === 'tracking' && <TrackingDialog onClose={close} onSent={onSent} />}
        {dialog === 'accounts' && <AccountsDialog onClose={close} />}
      </Suspense>
    </div>
  );
}

interface Props extends ToolProps {
  /** The page shown; undefined while loading. */
  page: StaffOrdersAnswer | undefined;
  heading: RefObject<HTMLHeadingElement | null>;
  search: RefObject<HTMLInputElement | null>;
  filterFields: RefObject<HTMLFieldSetElement | null>;
}

/** The head of a list: its size, tools, search and filters. */
export function OrderListBar({ page, heading, search, filterFields, ...tools }: Props) {
  const { place } = tools;
  const { list, q, filters } = place;
  const [filtersOpen, setFiltersOpen] = useState(false);
  const prefetch = usePrefetch();
  const filterCount = filtersSet(filters).length;
  const isPart = page && page.rows.length > 0 && page.rows.length < page.total;
  const shown = isPart ? `${page.before + 1}–${page.before + page.rows.length} of ` : '';
  const found = q === '' && filterCount === 0 ? '' : ' found';

  /** Opens the order of a slip's code, which a scanner types as an address, or searches for the text. */
  function find(text: string, how?: 'replace'): void {
    const order = orderInCode(text);
    if (order === null) goTo({ ...place, q: text, after: null }, how);
    else goTo({ at: 'order', order });
  }

  return (
    <div className="studio-bar">
      <h1 ref={heading} className="heading" tabIndex={-1}>
        {listNames[list]}
      </h1>
      <p className="studio-total" aria-live="polite">
        {page && `${shown}${countText(page.total, rowNames[list])}${found}`}
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
      <Tools {...tools} />
      <div className="studio-search scan-fields">
        <SearchBox
          ref={search}
          q={q}
          label={`Search in ${listNames[list]}`}
          onSearch={(text) => find(text, 'replace')}
        />
        <CameraButton
          about="scan a slip"
          onCode={(code) => {
            find(code);
            return true;
          }}
        />
      </div>
      <Filters
        ref={filterFields}
        list={list}
        filters={filters}
        open={filtersOpen}
        onFilter={(next) => goTo({ ...place, filters: next, after: null })}
        onAbout={(about) => prefetch({ ...place, filters: about, after: null })}
      />
    </div>
  );
}
