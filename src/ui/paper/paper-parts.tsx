import { company } from '#brand/company.ts';

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

interface PartiesProps {
  /** The billed person. */
  name: string;
  email: string;
  /** Lines of the delivery address; empty without one. */
  delivery: readonly string[];
}

/** The billed person and the delivery address. */
export function Parties({ name, email, delivery }: PartiesProps) {
  return (
    <div className="parties">
      <div>
        <h2>Billed to</h2>
        <p>
          {name}
          <br />
          {email}
        </p>
      </div>
      {delivery.length > 0 && (
        <div>
          <h2>Delivery address</h2>
          <address>
            {delivery.map((line) => (
              <span key={line}>
                {line}
                <br />
              </span>
            ))}
          </address>
        </div>
      )}
    </div>
  );
}

interface SumProps {
  label: string;
  sum: string;
  total?: boolean;
}

/** A sum below the lines of a document. */
export function Sum({ label, sum, total = false }: SumProps) {
  return (
    <tr className={total ? 'total' : undefined}>
      <th scope="row" colSpan={3}>
        {label}
      </th>
      <td>{sum}</td>
    </tr>
  );
}
