import { useState } from 'react';
import {
  type DeliveryOption,
  deliveryFault,
  MOST_OPTIONS,
} from '#domain/orders/delivery-policy.ts';
import type { ShippingZone } from '#domain/enums.ts';
import { pence, poundsText } from '#domain/money/money.ts';
import { zoneNames } from '#domain/countries/zone-names.ts';
import { Button } from '../kit/Button.tsx';
import { TextField } from '../kit/form/TextField.tsx';
import { amountIn } from '../kit/form/AmountField.tsx';
import { Panel } from '../kit/Panel.tsx';
import { linkTo } from '../kit/use-place.ts';
import { SaveSettings } from './SaveSettings.tsx';
import { type SettingsForm, useSaveSettings } from './use-save-settings.ts';

const NO_PRICE = 'Enter pounds and pence from 0 to 1000, such as 14.95.';
const NO_DAYS = 'Enter whole business days from 1 to 60.';

/** An option as typed. */
interface Typed extends Pick<DeliveryOption, 'zone' | 'name' | 'express'> {
  /** Identifies the row while its fields change. */
  row: number;
  price: string;
  from: string;
  to: string;
}

function typedOf(option: DeliveryOption, row: number): Typed {
  const { zone, name, express, amount_pence, min_business_days, max_business_days } = option;
  const price = poundsText(pence(amount_pence));
  const [from, to] = [String(min_business_days), String(max_business_days)];
  return { row, zone, name, express, price, from, to };
}

/** Business days, 1 to 60; null for other text. */
function readDays(text: string): number | null {
  const days = Number(/^\s*(\d{1,2})\s*$/.exec(text)?.[1]);
  return days >= 1 && days <= 60 ? days : null;
}

function readPrice(text: string): number | null {
  const amount = text.trim() === '' ? null : amountIn(text);
  return amount === null || amount > 100_000 ? null : amount;
}

/** The option that was typed; null while a field is invalid. */
function optionOf({ zone, name, express, price, from, to }: Typed): DeliveryOption | null {
  const [amount, min, max] = [readPrice(price), readDays(from), readDays(to)];
  if (amount === null || min === null || max === null || name.trim() === '') return null;
  return {
    zone,
    name: name.trim(),
    express,
    amount_pence: amount,
    min_business_days: min,
    max_business_days: max,
  };
}

interface RowProps {
  typed: Typed;
  onChange: (changed: Partial<Typed>) => void;
  /** Undefined for the last option of a zone. */
  onRemove: (() => void) | undefined;
}

interface PriceProps extends Pick<RowProps, 'typed' | 'onChange'> {
  label?: string;
}

function PriceField({ typed, onChange, label = 'Price in pounds' }: PriceProps) {
  return (
    <TextField
      label={label}
      inputMode="decimal"
      value={typed.price}
      fault={readPrice(typed.price) === null ? NO_PRICE : undefined}
      onChange={(price) => onChange({ price })}
    />
  );
}

function OptionRow({ typed, onChange, onRemove }: RowProps) {
  return (
    <fieldset className="settings-row settings-named">
      <legend className="sr-only">{typed.name || 'New option'}</legend>
      <TextField
        label="Name"
        value={typed.name}
        maxLength={50}
        required
        onChange={(name) => onChange({ name })}
      />
      <PriceField typed={typed} onChange={onChange} />
      <TextField
        label="Days, from"
        inputMode="numeric"
        value={typed.from}
        fault={readDays(typed.from) === null ? NO_DAYS : undefined}
        onChange={(from) => onChange({ from })}
      />
      <TextField
        label="Days, to"
        inputMode="numeric"
        value={typed.to}
        fault={readDays(typed.to) === null ? NO_DAYS : undefined}
        onChange={(to) => onChange({ to })}
      />
      {onRemove && (
        <Button onClick={onRemove}>
          Remove<span className="sr-only"> {typed.name || 'new option'}</span>
        </Button>
      )}
    </fieldset>
  );
}

/** The typed options, and changes to them. */
function useOptions(seen: readonly DeliveryOption[]) {
  const [rows, setRows] = useState(() => seen.map(typedOf));
  const options = rows.flatMap((row) => optionOf(row) ?? []);
  const isTyped = options.length === rows.length;
  return {
    of: (zone: ShippingZone) => rows.filter((row) => row.zone === zone),
    options,
    fault: isTyped ? deliveryFault(options) : 'Correct the fields above.',
    change: (row: number) => (changed: Partial<Typed>) =>
      setRows(rows.map((one) => (one.row === row ? { ...one, ...changed } : one))),
    remove: (row: number) => setRows(rows.filter((one) => one.row !== row)),
    add: (zone: ShippingZone) => {
      const row = Math.max(...rows.map((one) => one.row)) + 1;
      setRows([...rows, { row, zone, name: '', express: false, price: '', from: '', to: '' }]);
    },
  };
}

/** Delivery options and prices of each zone. */
export function DeliveryForm({ seen, onSaved }: SettingsForm) {
  const { of, options, fault, change, remove, add } = useOptions(seen.deliveries);
  const save = useSaveSettings({ seen, onSaved });
  const express = of('domestic').find((row) => row.express);
  return (
    <form
      className="settings-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (fault === '' && !save.isPending) save.mutate({ deliveries: options });
      }}
    >
      <Panel title={zoneNames.domestic}>
        <p>
          Standard delivery is free and takes 2–3 business days after dispatch; express delivery
          comes on the next business day. Product pages and the Shipping and Returns page promise
          this, so only the price of express can change.
        </p>
        {express && (
          <div className="settings-row">
            <PriceField
              label="Express delivery, in pounds"
              typed={express}
              onChange={change(express.row)}
            />
          </div>
        )}
      </Panel>
      {(['europe', 'world'] as const).map((zone) => {
        const rows = of(zone);
        return (
          <Panel key={zone} title={zoneNames[zone]}>
            {rows.map((row) => (
              <OptionRow
                key={row.row}
                typed={row}
                onChange={change(row.row)}
                onRemove={rows.length > 1 ? () => remove(row.row) : undefined}
              />
            ))}
            {rows.length < MOST_OPTIONS && (
              <div className="studio-actions">
                <Button onClick={() => add(zone)}>
                  Add an option<span className="sr-only"> for {zoneNames[zone]}</span>
                </Button>
              </div>
            )}
          </Panel>
        );
      })}
      <p className="studio-soft">
        The payment page preselects the first option. Days are business days after dispatch. Close
        single countries under{' '}
        <a className="link" {...linkTo({ at: 'settings', page: '', query: {} })}>
          Tax and duties
        </a>
        .
      </p>
      <SaveSettings save={save} fault={fault} />
    </form>
  );
}
