import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useRef, useState } from 'react';
import { ApiError } from '#api/http/api-error.ts';
import type { StaffOrder } from '#domain/contracts/staff-orders.ts';
import { Loading } from '#ui/islands/Loading.tsx';
import { Badges } from '../Badges.tsx';
import { dayInText, leavesText, momentText } from '../../kit/day-text.ts';
import { lazyPart } from '../../kit/lazy-part.tsx';
import { Parcel } from '../order-parts.tsx';
import { Awaited } from '../../kit/Awaited.tsx';
import { orderQuery } from '../queries.ts';
import type { OrderPlace } from '../queries.ts';
import { OrderLink } from '../../kit/OrderLink.tsx';
import { linkTo } from '../../kit/use-place.ts';
import type { Open } from './use-order-form.ts';
import { Actions, Whys } from './Actions.tsx';
import { Returns } from './Returns.tsx';
import { Delivery, Lines, Mails, Parcels, Timeline, Wishes } from './sections.tsx';
import { MoneySection } from './MoneySection.tsx';
import { titleOf, waitTexts } from './order-texts.ts';
import './order.css';

/** With the codes of pieces, which no other part of the first load needs. */
const Packing = lazyPart(() => import('./Packing.tsx'));

/** Polling interval while Stripe has not answered a refund, in ms. */
const AWAITED_MS = 4000;

function awaitsStripe(order: StaffOrder | undefined): boolean {
  return order?.money?.refunds.some(({ state }) => state === 'due') ?? false;
}

function Promised({
  order: { promise, units_to_send, express, shipping_name, waits_for },
}: {
  order: StaffOrder;
}) {
  // The promised time begins when the order no longer waits.
  if (promise === null || (waits_for !== null && units_to_send > 0)) return null;
  return (
    <p>
      {units_to_send > 0 && (
        <>
          <time dateTime={promise.leaves_by}>{leavesText(promise.leaves_by)}</time>
          {promise.late ? <span className="studio-late">Late</span> : ','}{' '}
        </>
      )}
      {units_to_send > 0 ? 'promised' : 'Promised'} to arrive {dayInText(promise.arrives_from)}
      {promise.arrives_by !== promise.arrives_from && ` to ${dayInText(promise.arrives_by)}`}
      {express && (
        <>
          {' '}
          <span className="studio-express">{shipping_name}</span>
        </>
      )}
    </p>
  );
}

/** The other orders that this one belongs to. */
function Related({ order }: { order: StaffOrder }) {
  return (
    <>
      {order.exchange_of !== null && (
        <p>
          In exchange for goods of <OrderLink order={order.exchange_of.order} />
          {order.exchange_of.code !== null && `, which come back as ${order.exchange_of.code}`}
        </p>
      )}
      {order.waits_for !== null && order.units_to_send > 0 && (
        <p>
          <b>{waitTexts[order.waits_for]}</b>
        </p>
      )}
      {order.with.length > 0 && (
        <p>
          <b>In one parcel with order {order.with.map((other) => other.order).join(', ')}</b>
        </p>
      )}
      <Parcel row={order} />
      {order.gift !== null && <p>Gift: {order.gift}</p>}
      {order.added_to !== null && (
        <p>
          Added to <OrderLink order={order.added_to} />: pack them together
        </p>
      )}
      {order.additions.map((added) => (
        <p key={added.checkout}>
          {added.order === null ? (
            <>
              Agreed, not paid yet:{' '}
              <a className="link" {...linkTo({ at: 'checkout', checkout: added.checkout })}>
                payment link
              </a>
            </>
          ) : (
            <>
              Pieces added: pack with <OrderLink order={added.order} />
            </>
          )}
        </p>
      ))}
      {order.replaces !== null && (
        <p>
          Replaces goods of <OrderLink order={order.replaces} />, free of charge
        </p>
      )}
      {order.replaced_by.map((other) => (
        <p key={other}>
          Replaced by <OrderLink order={other} />
        </p>
      ))}
      {order.after_returns
        .filter(({ code }) => code !== order.exchange_of?.code)
        .map((back) => (
          <p key={back.code}>
            After return {back.code} of <OrderLink order={back.order} />
          </p>
        ))}
    </>
  );
}

function Order({ order }: { order: StaffOrder }) {
  const [dialog, setDialog] = useState<{ of: Parameters<Open>[0] } | null>(null);
  const [news, setNews] = useState('');
  const heading = useRef<HTMLHeadingElement>(null);
  const pressed = useRef<Element>(null);
  const isOpen = dialog !== null;

  // The pressed button may disappear with its reason, as late as the next render of the order.
  useEffect(() => {
    if (isOpen || pressed.current?.isConnected !== false) return;
    pressed.current = null;
    if (document.activeElement === document.body) heading.current?.focus();
  });

  const open: Open = (of) => {
    setNews('');
    setDialog({ of });
  };
  const part = { order, open };
  return (
    <>
      <div
        className="contents"
        onClickCapture={() => {
          pressed.current = document.activeElement;
        }}
      >
        <div className="order-head">
          <h1 ref={heading} className="heading" tabIndex={-1}>
            {titleOf(order)}
          </h1>
          <p className="order-status">
            <Badges of={order} />
          </p>
          <p className="studio-soft">
            Placed <time dateTime={order.placed_at}>{momentText(order.placed_at)}</time>
            {order.order !== null && `, payment ${order.reference}`}
          </p>
          <Promised order={order} />
          <Related order={order} />
        </div>
        <output className="studio-news">{news}</output>
        <Whys {...part} />
        <Actions {...part} />
        <div className="order-columns">
          <div>
            <Lines order={order} />
            <Wishes order={order} />
            <Suspense>
              <Packing key={order.with.map((other) => other.order).join()} {...part} />
            </Suspense>
            <Parcels {...part} />
            <Returns {...part} onNews={setNews} />
          </div>
          <div>
            <Delivery {...part} />
            <MoneySection {...part} />
            <Mails {...part} />
          </div>
          <Timeline order={order} />
        </div>
      </div>
      <Suspense>
        {dialog?.of({
          order,
          onNews: setNews,
          // Until the script of the next dialog is there, React keeps the last one, whose close event may be late.
          onClose: () => setDialog((now) => (now === dialog ? null : now)),
        })}
      </Suspense>
    </>
  );
}

/** One order, or one payment without an order, with its actions. */
export function OrderPage({ place }: { place: OrderPlace }) {
  const client = useQueryClient();
  const query = orderQuery(place);
  const order = useQuery({
    ...query,
    ...(awaitsStripe(client.getQueryData(query.queryKey)) && { refetchInterval: AWAITED_MS }),
  });

  if (order.isPending) return <Loading />;
  if (order.data === undefined) {
    const isUnknown = order.error instanceof ApiError && order.error.status === 404;
    return (
      <>
        <h1 className="heading">{isUnknown ? 'Order not found' : 'Order'}</h1>
        {!isUnknown && <Awaited query={order} />}
      </>
    );
  }
  return (
    <>
      <Awaited query={order} />
      <Order key={order.data.checkout} order={order.data} />
    </>
  );
}
