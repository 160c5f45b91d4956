import { endLink } from '#domain/contracts/staff-sales.ts';
import { ContractDialog } from '../../kit/form/ContractDialog.tsx';
import { type OrderFrame, useOrderForm } from './use-order-form.ts';

/** Calls a payment link off. */
export default function EndLinkDialog(frame: OrderFrame) {
  const { checkout, added_to } = frame.order;
  const form = useOrderForm(endLink, frame.order, {
    asked: { checkout },
    done: ({ is_paid }) =>
      is_paid ? 'It has just been paid.' : 'Called off. Its stock is free again.',
  });
  return (
    <ContractDialog {...frame} form={form} title="Call the payment link off?" verb="Call off">
      <p>
        The link in the e-mail no longer works, and the stock is free again.
        {added_to !== null && ` Order ${added_to} may leave as it was.`} The shopper gets no e-mail
        about this.
      </p>
    </ContractDialog>
  );
}
