import { creditNoteTitle } from '#domain/credit-note.ts';
import { type CreditNotes, creditedItem } from '#domain/wire/credit-notes.ts';
import type { StaffOrder } from '#domain/wire/staff-orders.ts';
import { CreditNotePaper } from '#ui/paper/CreditNotePaper.tsx';
import { PrintPaper } from '#ui/paper/PrintPaper.tsx';

interface Props {
  order: StaffOrder;
  notes: CreditNotes;
}

/** Prints the credit notes of an order, or of a payment without one. */
export function CreditNoteButtons({ order, notes }: Props) {
  if (notes.length === 0) return null;
  const about = order.order === null ? `payment ${order.reference}` : `order ${order.order}`;
  return (
    <>
      <h3 className="eyebrow">Credit notes</h3>
      <div className="order-acts">
        {notes.map(({ number, cancels, items, ...note }) => (
          <PrintPaper
            key={number}
            className="studio-small"
            label={`Print ${creditNoteTitle({ number, cancels })}`}
          >
            <CreditNotePaper
              note={{
                number,
                cancels,
                issuedAt: note.issued_at,
                amount: note.amount_pence,
                tax: note.tax_pence,
                taxPercent: note.rate_basis_points / 100,
                goods: note.goods_pence,
                shipping: note.shipping_pence,
                goodwill: note.goodwill_pence,
                items: items.map(creditedItem),
              }}
              about={about}
              name={order.shopper.name}
              email={order.shopper.email}
            />
          </PrintPaper>
        ))}
      </div>
    </>
  );
}
