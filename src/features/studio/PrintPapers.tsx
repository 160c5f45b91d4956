import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { company } from '#company';
import { countText } from '#domain/count-text.ts';
import { statusText } from '#domain/order.ts';
import { deliveryLines } from '#domain/postal/delivery-lines.ts';
import { getOrdersForPrint, type OrdersForPrint } from '#domain/wire/staff-orders.ts';
import { Loading } from '#ui/islands/Loading.tsx';
import { asStaff } from './as-staff.ts';
import { momentText } from './day-text.ts';
import type { Place } from './place.ts';
import { Problem } from './Problem.tsx';
import { problemText } from './problem-text.ts';
import { linkTo } from './use-place.ts';

type PrintPlace = Extract<Place, { at: 'print' }>;
type SlipFacts = OrdersForPrint['slips'][number];

function Slip({ slip }: { slip: SlipFacts }) {
  const { order, address, express, shipping_name, placed_at, lines, part } = slip;
  return (
    <article className="studio-slip" aria-label={`Packing slip of order ${order}`}>
      <header>
        <p className="studio-slip-brand">{company.brand}</p>
        <h2>Order {order}</h2>
        {express && <p className="studio-express">{shipping_name}</p>}
      </header>
      <address>
        {deliveryLines(address).map((line) => (
          <span key={line}>{line}</span>
        ))}
      </address>
      <p>
        Ordered {momentText(placed_at)}
        {!express && ` · ${shipping_name}`}
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">Pieces</th>
            <th scope="col">Item</th>
            <th scope="col">Colour</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ variant_id, quantity, product_name, color_name }) => (
            <tr key={variant_id}>
              <td>{quantity}</td>
              <td>{product_name}</td>
              <td>{color_name}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {part && <p>This is part of the order: the rest was sent earlier or cancelled.</p>}
      <p className="studio-slip-note">
        Not right? You can send it back within 30 days of delivery. Request a return in your
        account, or by the link in your e-mail, and write its code on the parcel.
      </p>
    </article>
  );
}

function PickList({ pick, slips }: { pick: OrdersForPrint['pick']; slips: number }) {
  const total = pick.reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <article className="studio-slip" aria-label="Pick list">
      <header>
        <p className="studio-slip-brand">{company.brand}</p>
        <h2>Pick list</h2>
        <p>
          {countText(total, 'piece')} for {countText(slips, 'order')}
        </p>
      </header>
      <table>
        <thead>
          <tr>
            <th scope="col">Pieces</th>
            <th scope="col">Item</th>
            <th scope="col">Colour</th>
            <th scope="col">Orders</th>
          </tr>
        </thead>
        <tbody>
          {pick.map(({ variant_id, quantity, product_name, color_name, orders }) => (
            <tr key={variant_id}>
              <td>{quantity}</td>
              <td>{product_name}</td>
              <td>{color_name}</td>
              <td>{orders.join(', ')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </article>
  );
}

/** Packing slips, one per page and without prices, or a pick list; opens the print dialog once loaded. */
export function PrintPapers({ place }: { place: PrintPlace }) {
  const papers = useQuery({
    queryKey: ['print', ...place.orders],
    queryFn: ({ signal }) =>
      asStaff(getOrdersForPrint, { orders: place.orders.join(',') }, { signal }),
    enabled: place.orders.length > 0,
    // The page must not change while it is printed.
    refetchInterval: false,
    refetchOnWindowFocus: false,
  });
  const ready = papers.data !== undefined && papers.data.slips.length > 0;

  useEffect(() => {
    if (ready) window.print();
  }, [ready]);

  return (
    <>
      <div className="studio-bar studio-unprinted">
        <h1 className="heading">{place.print === 'slips' ? 'Packing slips' : 'Pick list'}</h1>
        <p className="studio-actions">
          <button type="button" className="button" disabled={!ready} onClick={() => window.print()}>
            Print
          </button>
          <a
            className="button-quiet"
            {...linkTo({ at: 'list', list: 'to_send', q: '', filters: {}, after: null })}
          >
            To send
          </a>
        </p>
      </div>
      {place.orders.length === 0 && <p>No orders were chosen.</p>}
      {papers.isError && (
        <Problem text={problemText(papers.error)} onRetry={() => void papers.refetch()} />
      )}
      {papers.isLoading && <Loading />}
      {papers.data && (
        <>
          {papers.data.left_out.length > 0 && (
            <p className="studio-unprinted message-error">
              Left out, because nothing is left to send:{' '}
              {papers.data.left_out
                .map(({ order, status }) => `${order}${status ? ` (${statusText(status)})` : ''}`)
                .join(', ')}
            </p>
          )}
          {place.print === 'slips'
            ? papers.data.slips.map((slip) => <Slip key={slip.order} slip={slip} />)
            : papers.data.pick.length > 0 && (
                <PickList pick={papers.data.pick} slips={papers.data.slips.length} />
              )}
        </>
      )}
    </>
  );
}
