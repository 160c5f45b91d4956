import { company } from '#company';

/** The shop's name, address and numbers at the head of a document. */
export function PaperHead() {
  return (
    <header>
      <strong>{company.legalName}</strong>
      <span>
        {company.registeredAddress}
        <br />
        Registered in {company.registeredIn}, number {company.number}
        <br />
        {company.vatNumber !== null && (
          <>
            VAT number {company.vatNumber}
            <br />
          </>
        )}
        {company.email}
      </span>
    </header>
  );
}

interface SumProps {
  label: string;
  sum: string;
  total?: boolean;
  /** Columns before the sum. */
  columns?: number;
}

/** A sum below the lines of a document. */
export function Sum({ label, sum, total = false, columns = 3 }: SumProps) {
  return (
    <tr className={total ? 'total' : undefined}>
      <th scope="row" colSpan={columns}>
        {label}
      </th>
      <td>{sum}</td>
    </tr>
  );
}
