import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { serverNow } from '#browser/server-clock.ts';
import { countText } from '#domain/basics/count-text.ts';
import { deliverOrders } from '#domain/contracts/staff-dispatch.ts';
import { asStaff } from '../../kit/as-staff.ts';
import { dayAt } from '../../kit/day-text.ts';
import { DateField } from '../../kit/form/DateField.tsx';
import { FormDialog } from '../../kit/form/FormDialog.tsx';
import { problemText } from '../../kit/problem-text.ts';
import { useOpenDialog } from '../../kit/use-open-dialog.ts';
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
export function DeliverOrdersDialog({ orders, onClose, onDelivered }: Props) {
  const dialog = useOpenDialog();
  const client = useQueryClient();
  const [today] = useState(() => dayAt(serverNow()));
  const [day, setDay] = useState(today);
  const keyOf = useIdempotencyKey();

  const deliver = useMutation({
    mutationFn: () =>
      asStaff(deliverOrders, {
        orders: orders.map((order) => ({ event: keyOf([day, order]), order })),
        at: arrivalTime(day, today),
      }),
    onSuccess: ({ orders: outcomes }) => {
      void client.invalidateQueries();
      const refused = outcomes.flatMap(({ order, outcome }) =>
        outcome === 'delivered' ? [] : [`${refusals[outcome]} order ${order}.`],
      );
      const done = outcomes.filter(({ outcome }) => outcome === 'delivered');
      const text = `${countText(done.length, 'order')} delivered. ${refused.join(' ')}`.trim();
      onDelivered(text, new Set(done.map(({ order }) => order)));
      dialog.current?.close();
    },
  });

  return (
    <FormDialog
      dialog={dialog}
      title={`Mark ${countText(orders.length, 'order')} as delivered`}
      verb="Mark as delivered"
      busy={deliver.isPending}
      problem={deliver.isError ? problemText(deliver.error) : ''}
      onSubmit={() => {
        if (!deliver.isPending) deliver.mutate();
      }}
      onClose={onClose}
    >
      <DateField label="Arrived on" required value={day} max={today} onChange={setDay} />
      <p className="studio-soft">
        All their parcels on the way. Each shopper gets an e-mail with the days for returns.
      </p>
    </FormDialog>
  );
}
