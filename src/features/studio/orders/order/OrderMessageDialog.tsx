import { MessageDialog } from '../../messages/MessageDialog.tsx';
import type { OrderFrame } from './use-order-form.ts';

/** A message to the shopper. */
export default function OrderMessageDialog({ order, onClose, onNews }: OrderFrame) {
  const { checkout, reference, shopper } = order;
  return (
    <MessageDialog
      onClose={onClose}
      onNews={onNews}
      subjects={[{ ...shopper, checkout, order: String(order.order ?? reference) }]}
    />
  );
}
