import { MessageDialog } from '../../messages/MessageDialog.tsx';
import type { DialogFrame } from './ActionDialog.tsx';

/** A message to the shopper. */
export default function OrderMessageDialog({ order, onClose, onNews }: DialogFrame) {
  const { checkout, reference, shopper } = order;
  return (
    <MessageDialog
      onClose={onClose}
      onNews={onNews}
      subjects={[{ ...shopper, checkout, order: String(order.order ?? reference) }]}
    />
  );
}
