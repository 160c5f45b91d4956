import { useState } from 'react';
import { company } from '#brand/company.ts';
import { pence } from '#domain/money/money.ts';
import { percentText, readPercent } from '#domain/basics/percent.ts';
import { priceText } from '#domain/money/shown-price.ts';
import { shippingZones } from '#domain/enums.ts';
import type { ShopSettings } from '#domain/contracts/staff-settings.ts';
import { DutyFields } from './DutyFields.tsx';
import { FeeFields } from './FeeFields.tsx';
import { type TypedFee, feesOf, typedFees } from './fee-row.ts';
import { TextField } from '../kit/form/TextField.tsx';
import { SaveSettings } from './SaveSettings.tsx';
import { type SettingsForm, useSaveSettings } from './use-save-settings.ts';
import { zoneNames } from '#domain/countries/zone-names.ts';

/** Price of the example. */
const EXAMPLE = pence(4500);

const NO_RATE = 'Enter a number from 0 to 100 with up to two decimals.';

const INVALID = 'Correct the fields above.';

const displayTexts = {
  added: 'Exclude tax: it is added in the cart and noted beside each price',
  included: 'Include tax: shoppers pay these prices',
} as const;

/** Typed fields; a zone's is empty if it has the general rate. */
function typedIn({ basis_points, zones, euro_pence }: ShopSettings): Record<string, string> {
  const own = Object.entries(zones).map(([zone, rate]) => [zone, percentText(rate)]);
  const euro = String(euro_pence);
  return { general: percentText(basis_points), euro, ...Object.fromEntries(own) };
}

/** Pence for a euro; null for an unlikely rate. */
function readEuro(text: string): number | null {
  const rate = Number(/^\s*(\d{2,3})\s*$/.exec(text)?.[1]);
  return rate >= 50 && rate <= 150 ? rate : null;
}

/** The typed settings, what they mean, and saving them. */
function useTaxes({ seen, onSaved }: SettingsForm) {
  const [display, setDisplay] = useState(seen.display);
  const [typed, setTyped] = useState(() => typedIn(seen));
  const [countries, setCountries] = useState(seen.countries);
  const [fees, setFees] = useState<readonly TypedFee[]>(() => typedFees(seen.fees));
  const readFees = feesOf(fees);
  const euro = readEuro(typed['euro'] ?? '');
  const general = readPercent(typed['general'] ?? '');
  const rates = shippingZones.map((zone) => {
    const text = (typed[zone] ?? '').trim();
    return { zone, rate: text === '' ? undefined : readPercent(text) };
  });
  const domestic = rates.find(({ zone }) => zone === 'domestic')?.rate ?? general;

  const saving = useSaveSettings({ seen, onSaved });
  function save(): void {
    const zones = Object.fromEntries(
      rates.flatMap(({ zone, rate }) => (typeof rate === 'number' ? [[zone, rate]] : [])),
    );
    const basis_points = general ?? seen.basis_points;
    const euro_pence = euro ?? seen.euro_pence;
    saving.mutate({
      display,
      basis_points,
      zones,
      euro_pence,
      countries,
      fees: readFees ?? seen.fees,
    });
  }

  return {
    display,
    setDisplay,
    typed,
    type: (field: string) => (text: string) => setTyped({ ...typed, [field]: text }),
    general,
    rates,
    euro,
    countries,
    setCountries,
    fees,
    setFees,
    isValid:
      general !== null &&
      readFees !== null &&
      euro !== null &&
      rates.every(({ rate }) => rate !== null),
    /** Tax shown beside the example price, in per cent. */
    example: display === 'added' && domestic ? domestic / 100 : 0,
    saving,
    save,
  };
}

/** Whether prices include tax, the rates, and who pays duties abroad. */
export function TaxForm(props: SettingsForm) {
  const { display, setDisplay, typed, type, general, rates, isValid, ...rest } = useTaxes(props);
  const { example, saving, save, ...duties } = rest;
  return (
    <form
      className="studio-panel"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isValid && !saving.isPending) save();
      }}
    >
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
      <TextField
        label="Tax rate in per cent"
        inputMode="decimal"
        value={typed['general'] ?? ''}
        fault={general === null ? NO_RATE : undefined}
        onChange={type('general')}
      />
      <div className="studio-carrier">
        {rates.map(({ zone, rate }) => (
          <TextField
            key={zone}
            label={`${zoneNames[zone]}, if different`}
            inputMode="decimal"
            value={typed[zone] ?? ''}
            fault={rate === null ? NO_RATE : undefined}
            onChange={type(zone)}
          />
        ))}
      </div>
      {company.vatNumber === null &&
        [general, ...rates.map(({ rate }) => rate)].some(
          (rate) => typeof rate === 'number' && rate > 0,
        ) && (
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
      <DutyFields
        countries={duties.countries}
        euro={typed['euro'] ?? ''}
        isEuroValid={duties.euro !== null}
        onCountries={duties.setCountries}
        onEuro={type('euro')}
      />
      <FeeFields fees={duties.fees} onFees={duties.setFees} />
      <SaveSettings save={saving} fault={isValid ? '' : INVALID} />
    </form>
  );
}
