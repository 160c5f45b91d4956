import { SHIPPING_COUNTRIES } from '#domain/countries/countries.ts';
import type { ShopSettings } from '#domain/contracts/staff-settings.ts';
import { SelectField } from '../kit/form/SelectField.tsx';
import { TextField } from '../kit/form/TextField.tsx';
import { dutyNames } from './tax-texts.ts';

type Countries = ShopSettings['countries'];

interface Props {
  countries: Countries;
  /** Typed pence for a euro. */
  euro: string;
  isEuroValid: boolean;
  onCountries: (countries: Countries) => void;
  onEuro: (text: string) => void;
}

/** Payers of the duties and taxes of each country abroad, and the rate of the euro in estimates. */
export function DutyFields({ countries, euro, isEuroValid, onCountries, onEuro }: Props) {
  return (
    <fieldset className="grid w-full gap-4">
      <legend className="label">Duties and taxes abroad</legend>
      <p className="studio-soft">
        Shoppers see this before they pay, and in the terms. “We pay”: the carrier bills you, as
        Royal Mail does for the United States, so the delivery price should cover it. “Not sold”:
        the country is not offered. Saving decides for all of them.
      </p>
      <TextField
        label="Pence for a euro, in estimates"
        inputMode="numeric"
        value={euro}
        fault={isEuroValid ? undefined : 'Enter whole pence from 50 to 150.'}
        onChange={onEuro}
      />
      <details>
        <summary>Choose for each country</summary>
        <div className="duty-countries">
          {SHIPPING_COUNTRIES.filter(({ code }) => code !== 'GB').map(({ code, name }) => (
            <SelectField
              key={code}
              label={name}
              value={countries[code] ?? 'you_pay'}
              choices={dutyNames}
              onChange={(policy) => {
                const others: Countries = { ...countries };
                delete others[code];
                onCountries(policy === 'you_pay' ? others : { ...others, [code]: policy });
              }}
            />
          ))}
        </div>
      </details>
    </fieldset>
  );
}
