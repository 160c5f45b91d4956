import { openLink } from '#domain/contracts/staff-sales.ts';
import { ContractDialog } from '../../kit/form/ContractDialog.tsx';
import { type OrderFrame, useOrderForm } from './use-order-form.ts';
import { PiecePicker, PriceFields, usePieces } from './PiecePicker.tsx';

/** Adds pieces to an order, paid by a mailed link. */
export default function AddPiecesDialog(frame: OrderFrame) {
  const { order } = frame;
  const { lines, picker, pricing } = usePieces();
  const form = useOrderForm(openLink, order, {
    asked: { lines, order: order.order, person: null, discount_pence: 0 },
    done: ({ email }) =>
      `The payment link goes to ${email}. This order waits for it, at most 23 hours.`,
  });
  return (
    <ContractDialog
      {...frame}
      form={form}
      title={`Add pieces to order ${order.order}`}
      verb="Send the payment link"
    >
      <PiecePicker {...picker} />
      <PriceFields {...pricing} />
      <p className="studio-soft">
        They cost no postage, and become an order of their own, to be packed with this one. Until
        they are paid, or the link lapses, their stock is held and this order must not leave.
      </p>
    </ContractDialog>
  );
}
