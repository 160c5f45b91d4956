import { type CreditNote, creditNoteSums, creditNoteTitle } from '#domain/credit-note.ts';
import { formatPounds } from '#domain/money.ts';
import { orderDate } from '#domain/order.ts';
import { PaperHead, Sum } from './paper-parts.tsx';

interface Props {
  note: CreditNote;
  /** The order or payment: "order 10000042". */
  about: string;
  /** The billed person. */
  name: string;
  email: string;
}

/** A credit note, or the document that cancels one. */
export function CreditNotePaper({ note, about, name, email }: Props) {
  const { parts, taxInside } = creditNoteSums(note);
  return (
    <>
      <PaperHead />
      <h1>
        {creditNoteTitle(note)} for {about}
      </h1>
      <p>
        {orderDate(note.issuedAt)}
        {note.cancels !== null &&
          `. The refund did not arrive, so credit note ${note.cancels} is cancelled in full.`}
      </p>
      <h2>Billed to</h2>
      <p>
        {name}
        <br />
        {email}
      </p>
      {note.deductionReason !== null && <p>Deducted for use: {note.deductionReason}</p>}
      <table>
        <tbody>
          {note.items.map((item) => (
            <tr key={item}>
              <td colSpan={2}>{item}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          {parts.map(([label, sum]) => (
            <Sum key={label} columns={1} label={label} sum={formatPounds(sum)} />
          ))}
          <Sum
            columns={1}
            label={note.cancels === null ? 'Total refunded' : 'Total no longer refunded'}
            sum={formatPounds(note.amount)}
            total
          />
          {taxInside !== null && (
            <Sum
              columns={1}
              label={`Of it tax (${note.taxPercent}%)`}
              sum={formatPounds(taxInside)}
            />
          )}
        </tfoot>
      </table>
    </>
  );
}
