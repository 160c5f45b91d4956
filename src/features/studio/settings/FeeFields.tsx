import { SHIPPING_COUNTRIES } from '#domain/countries/countries.ts';
import { Button } from '../kit/Button.tsx';
import { DateField } from '../kit/form/DateField.tsx';
import { SelectField } from '../kit/form/SelectField.tsx';
import { TextField } from '../kit/form/TextField.tsx';
import { type TypedFee, feesOf } from './fee-row.ts';

const places: Readonly<Record<string, string>> = {
  EU: 'European Union',
  ...Object.fromEntries(
    SHIPPING_COUNTRIES.filter(({ code }) => code !== 'GB').map(({ code, name }) => [code, name]),
  ),
};

const bases = { parcel: 'Each parcel', line: 'Each kind of goods' } as const;

interface RowProps {
  fee: TypedFee;
  onFee: (change: Partial<TypedFee>) => void;
  onRemove: () => void;
}

function FeeRow({ fee, onFee, onRemove }: RowProps) {
  return (
    <li className="grid gap-2">
      <div className="duty-countries">
        <SelectField
          label="Charged by"
          value={fee.place}
          choices={places}
          onChange={(place) => onFee({ place })}
        />
        <TextField
          label="Name of the fee"
          required
          maxLength={60}
          value={fee.name}
          onChange={(name) => onFee({ name })}
        />
        <TextField
          label="Euros"
          required
          inputMode="decimal"
          value={fee.amount}
          onChange={(amount) => onFee({ amount })}
        />
        <SelectField
          label="For"
          value={fee.basis}
          choices={bases}
          onChange={(basis) => onFee({ basis })}
        />
        <DateField
          label="First day"
          hint="Empty: not in force"
          value={fee.from}
          onChange={(from) => onFee({ from })}
        />
        <DateField
          label="Last day"
          hint="Empty: no end"
          value={fee.until}
          onChange={(until) => onFee({ until })}
        />
      </div>
      <TextField
        label="Source"
        hint="The page that says so, beginning with https://."
        required
        value={fee.source}
        fault={
          feesOf([fee]) === null
            ? 'The fee needs a name, an amount in euros, a source, and days in order.'
            : undefined
        }
        onChange={(source) => onFee({ source })}
      />
      <p className="studio-actions">
        <Button look="small" onClick={onRemove}>
          Remove<span className="sr-only"> {fee.name}</span>
        </Button>
        {fee.source.startsWith('https://') && (
          <a className="link" href={fee.source} target="_blank" rel="noreferrer">
            Open the source<span className="sr-only"> of {fee.name}</span>
          </a>
        )}
      </p>
    </li>
  );
}

interface Props {
  fees: readonly TypedFee[];
  onFees: (fees: readonly TypedFee[]) => void;
}

/** Fees of countries and of the European Union on small parcels, which estimates add. */
export function FeeFields({ fees, onFees }: Props) {
  const next = Math.max(-1, ...fees.map(({ row }) => row)) + 1;
  return (
    <details>
      <summary>Fees on parcels worth up to €150 ({fees.length})</summary>
      <p className="studio-soft">
        Estimates add those in force to duty and VAT, where the shopper pays. Check them when a law
        changes.
      </p>
      <ul className="grid gap-4">
        {fees.map((fee) => (
          <FeeRow
            key={fee.row}
            fee={fee}
            onFee={(change) =>
              onFees(fees.map((one) => (one === fee ? { ...one, ...change } : one)))
            }
            onRemove={() => onFees(fees.filter((one) => one !== fee))}
          />
        ))}
      </ul>
      <Button
        look="small"
        onClick={() =>
          onFees([
            ...fees,
            {
              row: next,
              place: 'EU',
              name: '',
              amount: '',
              basis: 'parcel',
              from: '',
              until: '',
              source: '',
            },
          ])
        }
      >
        Add a fee
      </Button>
    </details>
  );
}
