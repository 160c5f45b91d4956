import { Suspense } from 'react';
import { creditNoteTitle } from '#domain/money/credit-note.ts';
import type { CreditNotes } from '#domain/contracts/credit-notes.ts';
import type { StaffOrder } from '#domain/contracts/staff-orders.ts';
import { usePrinting } from '#ui/paper/use-printing.ts';
import { Button } from '../../kit/Button.tsx';
import { lazyPart } from '../../kit/lazy-part.tsx';

const PrintedCreditNote = lazyPart(() => import('./PrintedCreditNote.tsx'));

interface Props {
  order: StaffOrder;
  notes: CreditNotes;
}

/** Prints the credit notes of an order, or of a payment without one. */
export function CreditNoteButtons({ order, notes }: Props) {
  const { printing, print, onDone } = usePrinting<CreditNotes[number]>();
  if (notes.length === 0) return null;
  return (
    <>
      <h3 className="eyebrow">Credit notes</h3>
      <div className="order-acts">
        {notes.map((note) => (
          <Button key={note.number} look="small" onClick={() => print(note)}>
            Print {creditNoteTitle(note)}
          </Button>
        ))}
      </div>
      <Suspense>
        {printing && (
          <PrintedCreditNote
            key={printing.copy}
            note={printing.paper}
            order={order}
            onDone={onDone}
          />
        )}
      </Suspense>
    </>
  );
}
