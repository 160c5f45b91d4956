import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { changeTaxSettings } from '#api/staff/taxes.ts';
import { pence } from '#domain/money.ts';
import { percentText, readPercent } from '#domain/percent.ts';
import { priceText } from '#domain/shown-price.ts';
import { shippingZones } from '#domain/enums.ts';
import type { TaxSettings } from '#domain/wire/staff-taxes.ts';
import { asStaff } from '../as-staff.ts';
import { Words } from '../form-fields.tsx';
import { problemText } from '../problem-text.ts';
import { taxesQuery } from './tax-query.ts';
import { zoneNames } from './tax-texts.ts';

/** A price to show the settings by. */
const EXAMPLE = pence(4500);

const NO_RATE = 'A number from 0 to 100, with up to two decimals.';

interface Props {
  /** As they were when the form opened. */
  seen: TaxSettings;
  onSaved: () => void;
}

/** The fields as typed; a zone's is empty where it has the general rate. */
function typedIn({ basis_points, zones }: TaxSettings): Record<string, string> {
  const own = Object.entries(zones).map(([zone, rate]) => [zone, percentText(rate)]);
  return { general: percentText(basis_points), ...Object.fromEntries(own) };
}

/** How prices show tax, and the rates. */
export function TaxForm({ seen, onSaved }: Props) {
  const client = useQueryClient();
  const [change] = useState(() => crypto.randomUUID());
  const [display, setDisplay] = useState(seen.display);
  const [typed, setTyped] = useState(() => typedIn(seen));
  const general = readPercent(typed['general'] ?? '');
  const rates = shippingZones.map((zone) => {
    const text = (typed[zone] ?? '').trim();
    return { zone, rate: text === '' ? undefined : readPercent(text) };
  });
  const isValid = general !== null && rates.every(({ rate }) => rate !== null);
  const domestic = rates.find(({ zone }) => zone === 'domestic')?.rate ?? general;
  const example = display === 'added' && domestic ? domestic / 100 : 0;

  const save = useMutation({
    mutationFn: () => {
      const zones = Object.fromEntries(
        rates.flatMap(({ zone, rate }) => (typeof rate === 'number' ? [[zone, rate]] : [])),
      );
      const taxes = { display, basis_points: general ?? seen.basis_points, zones };
      return asStaff((customer) => changeTaxSettings({ change, seen, taxes }, customer));
    },
    onSuccess: (answer) => {
      client.setQueryData(taxesQuery.queryKey, answer);
      onSaved();
    },
  });

  const type = (field: string) => (text: string) => setTyped({ ...typed, [field]: text });

  return (
    <form
      className="studio-factor"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isValid && !save.isPending) save.mutate();
      }}
    >
      <fieldset className="grid gap-2">
        <legend className="label">Prices of the catalogue</legend>
        <label className="flex items-baseline gap-2">
          <input
            type="radio"
            name="display"
            checked={display === 'added'}
            onChange={() => setDisplay('added')}
          />
          <span>Tax is added to them in the cart, and said beside each price</span>
        </label>
        <label className="flex items-baseline gap-2">
          <input
            type="radio"
            name="display"
            checked={display === 'included'}
            onChange={() => setDisplay('included')}
          />
          <span>Tax is included: they are what shoppers pay</span>
        </label>
      </fieldset>
      <Words
        label="Tax in per cent"
        keys="decimal"
        value={typed['general'] ?? ''}
        fault={general === null ? NO_RATE : undefined}
        onChange={type('general')}
      />
      {rates.map(({ zone, rate }) => (
        <Words
          key={zone}
          label={`${zoneNames[zone]}, where it differs`}
          keys="decimal"
          value={typed[zone] ?? ''}
          fault={rate === null ? NO_RATE : undefined}
          onChange={type(zone)}
        />
      ))}
      <p className="studio-soft">
        0 for exports that are zero-rated. A price of £45.00 is shown as{' '}
        <b>{priceText(EXAMPLE, example)}</b>.
      </p>
      <div role="alert" className="studio-failure">
        {save.isError && <p className="message-error">{problemText(save.error)}</p>}
      </div>
      <div className="studio-actions">
        <button type="submit" className="button" disabled={!isValid} aria-busy={save.isPending}>
          Save
        </button>
      </div>
    </form>
  );
}
