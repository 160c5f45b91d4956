import { useQuery } from '@tanstack/react-query';
import { messageOf } from '#api/http/api-error.ts';
import { fetchStaffOrder } from '#api/staff/orders.ts';
import { statusText } from '#domain/order.ts';
import { Loading } from '#ui/islands/Loading.tsx';
import { asStaff } from '../as-staff.ts';
import { momentText } from '../day-text.ts';
import type { Place } from '../place.ts';
import { Problem } from '../Problem.tsx';

type OrderPlace = Extract<Place, { at: 'order' | 'checkout' }>;

/** Everything about one order, or about a payment without one. */
export function OrderPage({ place }: { place: OrderPlace }) {
  const order = useQuery({
    queryKey: ['order', place.at === 'order' ? place.order : place.checkout],
    queryFn: ({ signal }) => asStaff((customer) => fetchStaffOrder(place, customer, signal)),
  });
  if (order.isPending) return <Loading />;
  if (order.isError) {
    return <Problem text={messageOf(order.error)} onRetry={() => void order.refetch()} />;
  }
  const { data } = order;
  const goesTo = data.label ?? data.delivery;
  return (
    <>
      <div className="studio-bar">
        <h1 className="heading">
          {data.order === null ? `Payment ${data.reference}` : `Order ${data.order}`}
        </h1>
        <p className="studio-total">{statusText(data.status)}</p>
      </div>
      <dl className="studio-facts">
        <div>
          <dt>Placed</dt>
          <dd>{momentText(data.placed_at)}</dd>
        </div>
        <div>
          <dt>Shopper</dt>
          <dd>
            {data.shopper.name}, {data.shopper.email}, {data.shopper.phone}
          </dd>
        </div>
        {goesTo && (
          <div>
            <dt>Goes to</dt>
            <dd>
              {[
                goesTo.name,
                goesTo.line1,
                goesTo.line2,
                goesTo.town,
                goesTo.postcode,
                goesTo.country,
              ]
                .filter(Boolean)
                .join(', ')}
            </dd>
          </div>
        )}
      </dl>
      <ul className="studio-lines">
        {data.lines.map((line) => (
          <li key={line.variant_id}>
            <b>{line.ordered} ×</b> {line.product_name} {line.color_name}
            {line.to_send > 0 && <span className="studio-soft"> {line.to_send} to send</span>}
          </li>
        ))}
      </ul>
    </>
  );
}
