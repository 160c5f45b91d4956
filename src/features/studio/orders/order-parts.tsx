import { Suspense } from 'react';
import { countText } from '#domain/basics/count-text.ts';
import { countryName } from '#domain/countries/countries.ts';
import { formatPounds } from '#domain/money/money.ts';
import type { StaffRow } from '#domain/contracts/staff-orders.ts';
import { Badges } from './Badges.tsx';
import { dayText, momentText } from '../kit/day-text.ts';
import { lazyPart } from '../kit/lazy-part.tsx';
import { linkTo } from '../kit/use-place.ts';

/** Most orders leave alone. */
const Twins = lazyPart(() => import('./Twins.tsx'));

interface Props {
  row: StaffRow;
}

/** Maximum lines of an order in a list row. */
const LINES = 2;

type OwnRow = Omit<StaffRow, 'with'>;

/** Order number, or reference of a payment without an order, with its time. */
export function OrderLink({ row: { order, checkout, reference, placed_at } }: { row: OwnRow }) {
  const place =
    order === null ? ({ at: 'checkout', checkout } as const) : ({ at: 'order', order } as const);
  return (
    <>
      <a className="studio-number" data-order-link="" {...linkTo(place)}>
        {order ?? reference}
      </a>
      <span className="studio-soft">
        <time dateTime={placed_at}>{momentText(placed_at)}</time>
      </span>
    </>
  );
}

/** Recipient and destination. */
export function Customer({ row: { name, postcode, country } }: Props) {
  return (
    <>
      <span className="studio-name">{name}</span>
      <span className="studio-soft">
        {[postcode, country === 'GB' ? null : (countryName(country) ?? country)]
          .filter((part) => part !== null)
          .join(', ')}
      </span>
    </>
  );
}

/** The choice to send orders to one address together or apart. */
export function Parcel({ row }: { row: Pick<StaffRow, 'order' | 'with' | 'apart'> }) {
  return (
    row.with.length + row.apart.length > 0 && (
      <Suspense>
        <Twins row={row} />
      </Suspense>
    )
  );
}

/** Items of the order; of a partly sent one, those left to send. */
function Items({ row: { items, units, units_to_send } }: { row: OwnRow }) {
  const shown = items.filter(({ to_send }) => units_to_send === 0 || to_send > 0);
  return (
    <>
      {shown.slice(0, LINES).map(({ product_name, color_name, quantity, to_send }) => (
        <span key={`${product_name} ${color_name}`} className="studio-line">
          <b>{units_to_send === 0 ? quantity : to_send} ×</b> {product_name}{' '}
          <span className="studio-dim">{color_name}</span>
        </span>
      ))}
      {shown.length > LINES && (
        <span className="studio-soft">and {countText(shown.length - LINES, 'more line')}</span>
      )}
      {units_to_send > 0 && units_to_send < units && (
        <span className="studio-soft">
          {units_to_send} of {units} still to send
        </span>
      )}
    </>
  );
}

/** Items of an order, and the numbers of others in its parcel, which have rows of their own. */
export function Goods({ row }: Props) {
  return (
    <>
      <Items row={row} />
      {row.with.length > 0 && (
        <span className="studio-soft">
          One parcel with {row.with.map(({ order }) => order).join(', ')}
        </span>
      )}
    </>
  );
}

/** Items of a parcel, of all its orders. */
export function ParcelGoods({ row }: Props) {
  return (
    <>
      <Items row={row} />
      {row.with.map((other) => (
        <span key={other.order} className="studio-line">
          + <OrderLink row={other} />
          <Items row={other} />
        </span>
      ))}
      <Parcel row={row} />
    </>
  );
}

/** Delivery method. */
export function Send({ row }: Props) {
  const { express, shipping_name } = row.with.find((other) => other.express && !row.express) ?? row;
  return express ? (
    <span className="studio-express">{shipping_name}</span>
  ) : (
    <span>{shipping_name}</span>
  );
}

/** Dispatch deadline. */
export function When({ row: { leaves_by, late, units_to_send } }: Props) {
  if (leaves_by === null || units_to_send === 0) return <span className="studio-dim">–</span>;
  return (
    <>
      <time dateTime={leaves_by}>{dayText(leaves_by)}</time>
      {late && <span className="studio-late">Late</span>}
    </>
  );
}

/** Why the order needs attention. */
export function Why({ row: { why } }: Props) {
  if (why === null) return null;
  return (
    <>
      <span>{why.text}</span>
      {why.due_by !== null && (
        <span className="studio-late">
          By <time dateTime={why.due_by}>{momentText(why.due_by)}</time>
        </span>
      )}
    </>
  );
}

/** Status of goods and money. */
export function Status({ row }: Props) {
  return <Badges of={row} />;
}

/** Amount paid. */
export function Total({ row: { total_pence } }: Props) {
  return <span>{total_pence !== null && formatPounds(total_pence)}</span>;
}
