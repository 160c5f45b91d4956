import { useMay } from '../kit/may.ts';
import { linkTo } from '../kit/use-place.ts';

interface Props {
  order: number | null;
  checkout: string | null;
  /** Id at Stripe. */
  stripe: string | null;
}

/** Links to the order, or to the payment without one; the id at Stripe if the shop has neither. */
export function PaymentLink({ order, checkout, stripe }: Props) {
  const may = useMay();
  if (!may('read_orders') || checkout === null) return <code>{stripe}</code>;
  const place =
    order === null ? ({ at: 'checkout', checkout } as const) : ({ at: 'order', order } as const);
  return (
    <a className="link" {...linkTo(place)}>
      {order === null ? 'payment' : `order ${order}`}
    </a>
  );
}
