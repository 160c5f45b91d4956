import { useEffect, useRef, useState } from 'react';
import type { Order } from '#domain/order.ts';
import { formatPounds, pence } from '#domain/money.ts';
import type { OrderActs } from './order-acts.ts';
import { useAct } from './use-act.ts';

interface Props {
  order: Order;
  acts: OrderActs;
  onChange: (order: Order) => void;
}

/** Cancels the undispatched part of an order: one press, then a confirmation in its place. */
export function CancelOrder({ order, acts, onChange }: Props) {
  const { busy, problem, run } = useAct();
  const [asked, setAsked] = useState(false);
  const question = useRef<HTMLParagraphElement>(null);
  const rest = formatPounds(pence(order.total - order.refunded));
  const isPart = order.parcels.length > 0;

  useEffect(() => {
    if (asked) question.current?.focus();
  }, [asked]);

  async function cancel(event: string): Promise<void> {
    const cancelled = await acts.cancel(event);
    if (cancelled) onChange(cancelled);
  }

  if (!asked) {
    return (
      <button type="button" className="button-quiet w-full" onClick={() => setAsked(true)}>
        {isPart ? 'Cancel the Rest' : 'Cancel Order'}
        <span className="sr-only"> {order.id}</span>
      </button>
    );
  }
  return (
    <div className="grid gap-3 border border-ink p-4">
      <p ref={question} tabIndex={-1} className="font-medium">
        {isPart
          ? `Cancel what has not left of order ${order.id}? What you paid for it`
          : `Cancel all of order ${order.id}? ${rest}`}{' '}
        goes back to the card or account you paid with.
      </p>
      <button
        type="button"
        className="button w-full"
        aria-busy={busy}
        onClick={() => void run(cancel)}
      >
        Yes, Cancel It
      </button>
      <button
        type="button"
        className="button-quiet w-full"
        disabled={busy}
        onClick={() => setAsked(false)}
      >
        Keep the Order
      </button>
      <output>{problem !== '' && <span className="message-error">{problem}</span>}</output>
    </div>
  );
}
