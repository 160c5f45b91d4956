import { useState } from 'react';
import { serverNow } from '#browser/server-clock.ts';
import { countText } from '#domain/basics/count-text.ts';
import { deliverOrders } from '#domain/contracts/staff-dispatch.ts';
import { dayAt } from '../../kit/day-text.ts';
import { DateField } from '../../kit/form/DateField.tsx';
import { ContractDialog } from '../../kit/form/ContractDialog.tsx';
import { useContractForm } from '../../kit/form/use-contract-form.ts';
import { arrivalTime } from './arrival-time.ts';
import { useIdempotencyKey } from '../../kit/use-idempotency-key.ts';

const refusals = {
  nothing_on_the_way: 'Nothing was on the way of',
  before_sent: 'A parcel left after that day, of',
  unknown: 'There is no',
} as const;

interface Props {
  orders: readonly number[];
  onClose: () => void;
  onDelivered: (text: string, orders: ReadonlySet<number>) => void;
}

/** Records the delivery date of all parcels of the selected orders. */
export default function DeliverOrdersDialog({ orders, onClose, onDelivered }: Props) {
  const [today] = useState(() => dayAt(serverNow()));
  const [day, setDay] = useState(today);
  const keyOf = useIdempotencyKey();
  const form = useContractForm(deliverOrders, {
    asked: {
      orders: orders.map((order) => ({ event: keyOf([day, order]), order })),
      at: arrivalTime(day, today),
    },
    changes: ['orders', 'order', 'me'],
    done({ orders: outcomes }) {
      const refused = outcomes.flatMap(({ order, outcome }) =>
        outcome === 'delivered' ? [] : [`${refusals[outcome]} order ${order}.`],
      );
      const done = outcomes.filter(({ outcome }) => outcome === 'delivered');
      const text = `${countText(done.length, 'order')} delivered. ${refused.join(' ')}`.trim();
      onDelivered(text, new Set(done.map(({ order }) => order)));
      return text;
    },
  });

  return (
    <ContractDialog
      form={form}
      onClose={onClose}
      // `onDelivered` announces it, with the orders.
      onNews={() => undefined}
      title={`Mark ${countText(orders.length, 'order')} as delivered`}
      verb="Mark as delivered"
    >
      <DateField
        label="Arrived on"
        {...form.at('at')}
        required
        value={day}
        max={today}
        onChange={setDay}
      />
      <p className="studio-soft">
        All their parcels on the way. Each shopper gets an e-mail with the days for returns.
      </p>
    </ContractDialog>
  );
}
