import { deliveryLines } from '#domain/postal/delivery-lines.ts';
import type { CreditNotes } from '#domain/contracts/credit-notes.ts';
import type { StaffOrder } from '#domain/contracts/staff-orders.ts';
import { CreditNotePaper } from '#ui/paper/CreditNotePaper.tsx';
import { PrintedPaper } from '#ui/paper/PrintedPaper.tsx';

interface Props {
  note: CreditNotes[number];
  order: StaffOrder;
  onDone: () => void;
}

/** Prints a credit note of an order, or of a payment without one. */
export default function PrintedCreditNote({ note, order, onDone }: Props) {
  return (
    <PrintedPaper onDone={onDone}>
      <CreditNotePaper
        note={{
          number: note.number,
          cancels: note.cancels,
          issuedAt: note.issued_at,
          amount: note.amount_pence,
          tax: note.tax_pence,
          taxPercent: note.rate_basis_points / 100,
          goods: note.goods_pence,
          deduction: note.deduction_pence,
          deductionReason: note.deduction_reason,
          reason: note.reason,
          shipping: note.shipping_pence,
          goodwill: note.goodwill_pence,
          items: note.items.map(({ name, quantity, pence }) => ({ name, quantity, amount: pence })),
        }}
        order={order.order}
        reference={order.reference}
        placedAt={order.placed_at}
        name={order.shopper.name}
        email={order.shopper.email}
        delivery={order.delivery === null ? [] : deliveryLines(order.delivery)}
      />
    </PrintedPaper>
  );
}
