import { linkTo } from './use-place.ts';

/** “order 1042”, a link to the order. */
export function OrderLink({ order }: { order: number }) {
  return (
    <a className="link" {...linkTo({ at: 'order', order })}>
      order {order}
    </a>
  );
}
