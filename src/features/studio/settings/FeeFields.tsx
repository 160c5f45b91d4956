import { SHIPPING_COUNTRIES } from '#domain/countries/countries.ts';
import { Button } from '../kit/Button.tsx';
import { DateField } from '../kit/form/DateField.tsx';
import type { fieldsOf } from '../kit/form/fields-of.ts';
import { SelectField } from '../kit/form/SelectField.tsx';
import { TextField } from '../kit/form/TextField.tsx';
import type { TypedFee } from './fee-row.ts';

const places: Readonly<Record<string, string>> = {
  EU: 'European Union',
  ...Object.fromEntries(
    SHIPPING_COUNTRIES.filter(({ code }) => code !== 'GB').map(({ code, name }) => [code, name]),
  ),
};

const bases = { parcel: 'Each parcel', line: 'Each kind of goods' } as const;

interface Props {
  fee: TypedFee;
  field: ReturnType<typeof fieldsOf<TypedFee>>;
  onRemove: () => void;
}

/** A fee of a country or of the European Union on small parcels, which estimates add. */
export function FeeFields({ fee, field, onRemove }: Props) {
  return (
    <li className="grid gap-2">
      <div className="duty-countries">
        <SelectField label="Charged by" {...field('place')} choices={places} />
        <TextField label="Name of the fee" required maxLength={60} {...field('name')} />
        <TextField label="Euros" required inputMode="decimal" {...field('euro_cents')} />
        <SelectField label="For" {...field('basis')} choices={bases} />
        <DateField label="First day" hint="Empty: not in force" {...field('from_day')} />
        <DateField label="Last day" hint="Empty: no end" {...field('until_day')} />
      </div>
      <TextField
        label="Source"
        hint="The page that says so, beginning with https://."
        required
        {...field('source')}
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
