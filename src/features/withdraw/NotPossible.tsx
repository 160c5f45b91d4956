import { orderDate } from '#domain/orders/order.ts';
import { FocusedHeading } from './FocusedHeading.tsx';

interface Props {
  /** `createdAt`: ISO 8601 date-time. */
  order: { order: number; createdAt: string };
  why: string;
  /** Omitted if there is no previous step. */
  onBack?: () => void;
}

/** Replaces the second step: the reason this order cannot be withdrawn from. */
export function NotPossible({ order: { order, createdAt }, why, onBack }: Props) {
  return (
    <div className="grid max-w-prose gap-4">
      <FocusedHeading>
        Order {order} of {orderDate(createdAt)}
      </FocusedHeading>
      <p className="font-medium">{why}</p>
      {onBack && (
        <div className="max-w-md">
          <button type="button" className="button-quiet w-full" onClick={onBack}>
            Back
          </button>
        </div>
      )}
    </div>
  );
}
