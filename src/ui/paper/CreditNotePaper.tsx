import { type CreditNote, creditNoteSums, creditNoteTitle } from '#domain/money/credit-note.ts';
import { formatPounds } from '#domain/money/money.ts';
import { orderDate } from '#domain/orders/order.ts';
import { creditNoteReason } from '#domain/orders/refund-purposes.ts';
import { PaperHead, Parties, Sum } from './paper-parts.tsx';

interface Props {
  note: CreditNote;
  /** The order, whose number its invoice has; null for a payment without one. */
  order: number | null;
  /** Payment reference, shown where there is no order. */
  reference: string;
  /** ISO 8601 date-time of the order, or the payment. */
  placedAt: string;
  /** The billed person. */
  name: string;
  email: string;
  /** Lines of the delivery address; empty without one. */
  delivery: readonly string[];
}

/** A credit note, or the document that cancels one. */
export function CreditNotePaper(props: Props) {
  const { note, order, reference } = props;
  const { parts, taxInside } = creditNoteSums(note);
  const payment = `payment ${reference}`;
  return (
    <>
      <PaperHead />
      <h1>
        {creditNoteTitle(note)} for {order === null ? payment : `order ${order}`}
      </h1>
      <p>
        Issued on {orderDate(note.issuedAt)} for{' '}
        {order === null ? payment : `the invoice of order ${order}`}, dated{' '}
        {orderDate(props.placedAt)}
      </p>
      <p>{creditNoteReason(note)}</p>
      {note.deductionReason !== null && <p>Deducted for use: {note.deductionReason}</p>}
      <Parties name={props.name} email={props.email} delivery={props.delivery} />
      <table>
        {note.items.length > 0 && (
          <thead>
            <tr>
              <th scope="col">Item</th>
              <th scope="col">Quantity</th>
              <th scope="col">Tax rate</th>
              <th scope="col">Amount</th>
            </tr>
          </thead>
        )}
        <tbody>
          {note.items.map((item) => (
            <tr key={item.name}>
              <td>{item.name}</td>
              <td>{item.quantity}</td>
              <td>{note.taxPercent}%</td>
              <td>{formatPounds(item.amount)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          {parts.map(([label, sum]) => (
            <Sum key={label} label={label} sum={formatPounds(sum)} />
          ))}
          <Sum
            label={note.cancels === null ? 'Total refunded' : 'Total no longer refunded'}
            sum={formatPounds(note.amount)}
            total
          />
          {taxInside !== null && (
            <Sum label={`Of it tax (${note.taxPercent}%)`} sum={formatPounds(taxInside)} />
          )}
        </tfoot>
      </table>
    </>
  );
}
