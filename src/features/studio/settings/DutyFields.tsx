import type { ReactNode } from 'react';
import { SHIPPING_COUNTRIES } from '#domain/countries/countries.ts';
import type { ShopSettings } from '#domain/contracts/staff-settings.ts';
import { SelectField } from '../kit/form/SelectField.tsx';
import { dutyNames } from './tax-texts.ts';

type Countries = ShopSettings['countries'];

interface Props {
  countries: Countries;
  onCountries: (countries: Countries) => void;
  /** The rate of the euro in estimates. */
  children: ReactNode;
}

/** Payers of the duties and taxes of each country abroad, and the rate of the euro in estimates. */
export function DutyFields({ countries, onCountries, children }: Props) {
  return (
    <fieldset className="grid w-full gap-4">
      <legend className="label">Duties and taxes abroad</legend>
      <p className="studio-soft">
        Shoppers see this before they pay, and in the terms. “We pay”: the carrier bills you, as
        Royal Mail does for the United States, so the delivery price should cover it. “Not sold”:
        the country is not offered. Saving decides for all of them.
      </p>
      {children}
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
