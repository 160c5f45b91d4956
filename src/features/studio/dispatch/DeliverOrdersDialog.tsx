import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { serverNow } from '#browser/server-clock.ts';
import { countText } from '#domain/count-text.ts';
import { deliverOrders } from '#domain/wire/staff-dispatch.ts';
import { asStaff } from '../as-staff.ts';
import { dayAt } from '../day-text.ts';
import { DateField } from '../form/DateField.tsx';
import { FormDialog } from '../form/FormDialog.tsx';
import { problemText } from '../problem-text.ts';
import { useOpenDialog } from '../use-open-dialog.ts';
import { arrivalTime } from './arrival-time.ts';
import { useIdempotencyKey } from '../use-idempotency-key.ts';

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
