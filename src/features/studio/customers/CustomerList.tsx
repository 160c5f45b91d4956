import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { countText } from '#domain/basics/count-text.ts';
import { formatPounds } from '#domain/money/money.ts';
import type { CustomerRow } from '#domain/contracts/staff-customers.ts';
import { momentText } from '../kit/day-text.ts';
import { PageLinks } from '../kit/PageLinks.tsx';
import type { AreaPlace } from '../kit/place.ts';
import { Awaited } from '../kit/Awaited.tsx';
import { SearchBox } from '../kit/SearchBox.tsx';
import { goTo, linkTo } from '../kit/use-place.ts';
import { customerAt } from '../kit/customer-place.ts';
import { customersQuery } from './customer-queries.ts';

function listAt(q: string, after?: string): AreaPlace {
  const query = { ...(q !== '' && { q }), ...(after !== undefined && { after }) };
  return { at: 'customers', page: '', query };
}

function Row({ of }: { of: CustomerRow }) {
  const { customer, account, name, email, orders, last_order_at, spent_pence } = of;
  return (
    <li>
      <div>
        <a className="link" {...linkTo(customerAt(customer))}>
          {name || email}
        </a>{' '}
        <span className="studio-soft">{account ? 'Account' : 'Guest'}</span>
        <p className="studio-soft">{email}</p>
      </div>
      <p>
        {countText(orders, 'order')}
        {spent_pence !== null && orders > 0 && `, ${formatPounds(spent_pence)}`}
      </p>
      <p className="studio-soft">
        {last_order_at === null ? (
          'No orders yet'
        ) : (
          <time dateTime={last_order_at}>{momentText(last_order_at)}</time>
        )}
      </p>
    </li>
  );
}

/** Customers, those with the latest orders first. */
export function CustomerList({ place: { query } }: { place: AreaPlace }) {
  const search = useRef<HTMLInputElement>(null);
  const { q = '', after } = query;
  const found = useQuery(customersQuery(q, after));
  const { data } = found;
  const rows = data?.rows ?? [];
  return (
    <>
      <div className="studio-bar">
        <h1 className="heading">Customers</h1>
        <p className="studio-total" aria-live="polite">
          {data &&
            (rows.length === data.total
              ? countText(data.total, 'customer')
              : `${data.before + 1}–${data.before + rows.length} of ${countText(data.total, 'customer')}`)}
        </p>
        <SearchBox
          ref={search}
          q={q}
          label="Search customers"
          placeholder="Name, e-mail, postcode, order number …"
          onSearch={(text) => goTo(listAt(text), 'replace')}
        />
      </div>
      <Awaited query={found} />
      {data && rows.length === 0 && <p className="studio-empty">No customers here.</p>}
      <ul className="customer-list">
        {rows.map((row) => (
          <Row key={row.customer} of={row} />
        ))}
      </ul>
      <PageLinks
        first={after === undefined ? null : listAt(q)}
        next={data?.next ? listAt(q, data.next) : null}
      />
    </>
  );
}
