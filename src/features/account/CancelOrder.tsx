import { useEffect, useRef, useState } from 'react';
import type { Order } from '#domain/orders/order.ts';
import { formatPounds, NO_PENCE } from '#domain/money/money.ts';
import type { Pence } from '#domain/money/money.ts';
import { ApiError } from '#api/http/api-error.ts';
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
  /** The refund, as the database computes it; null until the question is asked. */
  const [refund, setRefund] = useState<Pence | null>(null);
  const question = useRef<HTMLParagraphElement>(null);
  const isPart = order.parcels.length > 0;

  useEffect(() => {
    if (refund !== null) question.current?.focus();
  }, [refund]);

  async function ask(): Promise<void> {
    setRefund(await acts.foreseeCancel());
  }

  async function cancel(event: string): Promise<void> {
    try {
      const cancelled = await acts.cancel(event, refund ?? NO_PENCE);
      if (cancelled) onChange(cancelled);
    } catch (error) {
      // The order was changed since: its question is asked again.
      if (error instanceof ApiError && error.status === 409) setRefund(null);
      throw error;
    }
  }

  if (refund === null) {
    return (
      <>
        <button
          type="button"
          className="button-quiet w-full"
          aria-busy={busy}
          onClick={() => void run(ask)}
        >
          {isPart ? 'Cancel the Rest' : 'Cancel Order'}
          <span className="sr-only"> {order.id}</span>
        </button>
        <output>{problem !== '' && <span className="message-error">{problem}</span>}</output>
      </>
    );
  }
  return (
    <div className="grid gap-3 border border-ink p-4">
      <p ref={question} tabIndex={-1} className="font-medium">
        {isPart
          ? `Cancel what has not left of order ${order.id}?`
          : `Cancel all of order ${order.id}?`}{' '}
        {refund === 0 ? 'No money goes back.' : `${formatPounds(refund)} ${order.goesBack}.`}
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
        onClick={() => setRefund(null)}
      >
        Keep the Order
      </button>
      <output>{problem !== '' && <span className="message-error">{problem}</span>}</output>
    </div>
  );
}
