import { countText } from '#domain/count-text.ts';
import { countryName } from '#domain/countries.ts';
import { formatPounds } from '#domain/money.ts';
import type { StaffRow } from '#domain/wire/staff-orders.ts';
import { Badges } from './Badges.tsx';
import { dayText, momentText } from './day-text.ts';
import { linkTo } from './use-place.ts';

interface Props {
  row: StaffRow;
}

/** Lines of an order that a row of a list shows. */
const LINES = 2;

/** An order's number, or the reference of a payment without one, and when it came. */
export function OrderLink({ row: { order, checkout, reference, placed_at } }: Props) {
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

/** Who the parcel goes to, and where. */
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

/** What is in the order; of a part that has left, what is still to go. */
export function Goods({ row: { items, units, units_to_send } }: Props) {
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

/** By which delivery. */
export function Send({ row: { express, shipping_name } }: Props) {
  return express ? (
    <span className="studio-express">{shipping_name}</span>
  ) : (
    <span>{shipping_name}</span>
  );
}

/** By when it has to leave; what is late says so. */
export function When({ row: { leaves_by, late, units_to_send } }: Props) {
  if (leaves_by === null || units_to_send === 0) return <span className="studio-dim">–</span>;
  return (
    <>
      <time dateTime={leaves_by}>{dayText(leaves_by)}</time>
      {late && <span className="studio-late">Late</span>}
    </>
  );
}

/** Why it is in a list that is not just to be sent. */
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

/** How goods and money stand. */
export function Status({ row }: Props) {
  return <Badges of={row} />;
}

/** What the shopper paid. */
export function Total({ row: { total_pence } }: Props) {
  return <span>{total_pence !== null && formatPounds(total_pence)}</span>;
}
