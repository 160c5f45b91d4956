import { useState } from 'react';
import { eachOf } from '#domain/basics/each-of.ts';
import { company } from '#brand/company.ts';
import { pence } from '#domain/money/money.ts';
import { percentText, readPercent } from '#domain/basics/percent.ts';
import { priceText } from '#domain/money/shown-price.ts';
import { shippingZones } from '#domain/enums.ts';
import { DutyFields } from './DutyFields.tsx';
import { FeeFields } from './FeeFields.tsx';
import { feeOf, type TypedFee, typedFees } from './fee-row.ts';
import { fieldsOf } from '../kit/form/fields-of.ts';
import { wholeIn } from '../kit/form/whole-in.ts';
import { Button } from '../kit/Button.tsx';
import { useRows } from './use-rows.ts';
import { TextField } from '../kit/form/TextField.tsx';
import { SaveSettings } from './SaveSettings.tsx';
import { type SettingsForm, useSaveSettings } from './use-save-settings.ts';
import { zoneNames } from '#domain/countries/zone-names.ts';

/** Price of the example. */
const EXAMPLE = pence(4500);

const displayTexts = {
  added: 'Exclude tax: it is added in the cart and noted beside each price',
  included: 'Include tax: shoppers pay these prices',
} as const;

const newFee: TypedFee = {
  place: 'EU',
  name: '',
  euro_cents: '',
  basis: 'parcel',
  from_day: '',
  until_day: '',
  source: '',
};

/** A typed rate in hundredths of a per cent; NaN if it is none. */
function rateIn(text: string): number {
  return readPercent(text) ?? Number.NaN;
}

/** Whether prices include tax, the rates, and who pays duties abroad. */
export function TaxForm(props: SettingsForm) {
  const { seen } = props;
  const [display, setDisplay] = useState(seen.display);
  const [typed, setTyped] = useState({
    basis_points: percentText(seen.basis_points),
    euro_pence: String(seen.euro_pence),
  });
  /** Rates of zones; `''` for the general one. */
  const [own, setOwn] = useState(() =>
    eachOf(shippingZones, (zone) => {
      const rate = seen.zones[zone];
      return rate === undefined ? '' : percentText(rate);
    }),
  );
  const [countries, setCountries] = useState(seen.countries);
  const fees = useRows(typedFees(seen.fees));
  const zones = Object.fromEntries(
    shippingZones.flatMap((zone) => (own[zone].trim() === '' ? [] : [[zone, rateIn(own[zone])]])),
  );
  const general = rateIn(typed.basis_points);
  const form = useSaveSettings(props, {
    display,
    basis_points: general,
    zones,
    euro_pence: wholeIn(typed.euro_pence),
    countries,
    fees: fees.rows.map(feeOf),
  });
  const field = fieldsOf(typed, setTyped, (name) => form.at(`settings.${name}`));
  const ofZone = fieldsOf(own, setOwn, (zone) => form.at(`settings.zones.${zone}`));
  const domestic = zones['domestic'] ?? general;
  const example = display === 'added' && domestic ? domestic / 100 : 0;
  return (
    <SaveSettings form={form} className="studio-panel">
      <fieldset className="grid gap-2">
        <legend className="label">Catalogue prices</legend>
        {(['added', 'included'] as const).map((one) => (
          <label key={one} className="flex items-baseline gap-2">
            <input
              type="radio"
              name="display"
              checked={display === one}
              onChange={() => setDisplay(one)}
            />
            <span>{displayTexts[one]}</span>
          </label>
        ))}
      </fieldset>
      <TextField label="Tax rate in per cent" inputMode="decimal" {...field('basis_points')} />
      <div className="studio-carrier">
        {shippingZones.map((zone) => (
          <TextField
            key={zone}
            label={`${zoneNames[zone]}, if different`}
            inputMode="decimal"
            {...ofZone(zone)}
          />
        ))}
      </div>
      {company.vatNumber === null &&
        [general, ...Object.values(zones)].some((rate) => rate > 0) && (
          <p className="studio-warning" role="note">
            Tax is charged, but the company’s facts say that it is not registered for VAT. Charge 0
            until it is, or have its VAT number entered: invoices, the terms and the FAQ then say
            so.
          </p>
        )}
      <p className="studio-soft">
        Enter 0 for zero-rated exports. A price of £45.00 is shown as{' '}
        <b>{priceText(EXAMPLE, example)}</b>.
      </p>
      <DutyFields countries={countries} onCountries={setCountries}>
        <TextField
          label="Pence for a euro, in estimates"
          inputMode="numeric"
          {...field('euro_pence')}
        />
      </DutyFields>
      <details>
        <summary>Fees on parcels worth up to €150 ({fees.rows.length})</summary>
        <p className="studio-soft">
          Estimates add those in force to duty and VAT, where the shopper pays. Check them when a
          law changes.
        </p>
        <ul className="grid gap-4">
          {fees.rows.map((fee, index) => (
            <FeeFields
              key={fee.row}
              fee={fee}
              field={fieldsOf<TypedFee>(
                fee,
                (next) => fees.change(fee.row, next),
                (name) => form.at(`settings.fees.${index}.${name}`),
              )}
              onRemove={() => fees.remove(fee.row)}
            />
          ))}
        </ul>
        <Button look="small" onClick={() => fees.add(newFee)}>
          Add a fee
        </Button>
      </details>
    </SaveSettings>
  );
}
