import type { Order } from '#domain/orders/order.ts';
import type { OrderActs } from './order-acts.ts';
import { useAct } from './use-act.ts';

interface Props {
  /** Cancellation time: ISO 8601 date-time. */
  cancelsAt: string;
  acts: OrderActs;
  onChange: (order: Order) => void;
}

const times = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'Europe/London' });

/** A withdrawal made with the order's number and address, until its owner undoes it. */
export function KeepOrder({ cancelsAt, acts, onChange }: Props) {
  const { busy, problem, run } = useAct();

  async function keep(event: string): Promise<void> {
    const kept = await acts.keep(event);
    if (kept) onChange(kept);
  }

  return (
    <div className="grid gap-3 border border-ink p-4">
      <p className="font-medium">
        Somebody with its number and your e-mail address has withdrawn from this order. What has not
        left is cancelled after {times.format(new Date(cancelsAt))} (London time).
      </p>
      <button
        type="button"
        className="button w-full"
        aria-busy={busy}
        onClick={() => void run(keep)}
      >
        That was not me: keep the order
      </button>
      <output>{problem !== '' && <span className="message-error">{problem}</span>}</output>
    </div>
  );
}
