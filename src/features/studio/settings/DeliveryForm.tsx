import { type DeliveryOption, MOST_OPTIONS } from '#domain/orders/delivery-policy.ts';
import { pence, poundsText } from '#domain/money/money.ts';
import { zoneNames } from '#domain/countries/zone-names.ts';
import { Button } from '../kit/Button.tsx';
import { amountIn } from '../kit/form/AmountField.tsx';
import { fieldsOf } from '../kit/form/fields-of.ts';
import { TextField } from '../kit/form/TextField.tsx';
import { wholeIn } from '../kit/form/whole-in.ts';
import { Panel } from '../kit/Panel.tsx';
import { linkTo } from '../kit/use-place.ts';
import { SaveSettings } from './SaveSettings.tsx';
import { useRows } from './use-rows.ts';
import { type SettingsForm, useSaveSettings } from './use-save-settings.ts';

/** An option as typed. */
interface Typed extends Pick<DeliveryOption, 'zone' | 'name' | 'express'> {
  amount_pence: string;
  min_business_days: string;
  max_business_days: string;
}

function typedOf(option: DeliveryOption): Typed {
  return {
    ...option,
    amount_pence: poundsText(pence(option.amount_pence)),
    min_business_days: String(option.min_business_days),
    max_business_days: String(option.max_business_days),
  };
}

function optionOf({ zone, express, ...typed }: Typed): DeliveryOption {
  const price = typed.amount_pence.trim() === '' ? null : amountIn(typed.amount_pence);
  return {
    zone,
    name: typed.name.trim(),
    express,
    amount_pence: price ?? Number.NaN,
    min_business_days: wholeIn(typed.min_business_days),
    max_business_days: wholeIn(typed.max_business_days),
  };
}

interface RowProps {
  typed: Typed;
  field: ReturnType<typeof fieldsOf<Typed>>;
  /** Undefined for the last option of a zone. */
  onRemove: (() => void) | undefined;
}

function OptionRow({ typed, field, onRemove }: RowProps) {
  const name = typed.name || 'new option';
  return (
    <fieldset className="settings-row settings-named">
      <legend className="sr-only">{name}</legend>
      <TextField label="Name" {...field('name')} maxLength={50} required />
      <TextField label="Price in pounds" inputMode="decimal" {...field('amount_pence')} />
      <TextField label="Days, from" inputMode="numeric" {...field('min_business_days')} />
      <TextField label="Days, to" inputMode="numeric" {...field('max_business_days')} />
      {onRemove && (
        <Button onClick={onRemove}>
          Remove<span className="sr-only"> {name}</span>
        </Button>
      )}
    </fieldset>
  );
}

/** Delivery options and prices of each zone. */
export function DeliveryForm(props: SettingsForm) {
  const { rows, add, change, remove } = useRows(props.seen.deliveries.map(typedOf));
  const form = useSaveSettings(props, { deliveries: rows.map(optionOf) });
  const fieldsOfRow = (typed: (typeof rows)[number]) =>
    fieldsOf<Typed>(
      typed,
      (next) => change(typed.row, next),
      (name) => form.at(`settings.deliveries.${rows.indexOf(typed)}.${name}`),
    );
  const express = rows.find((one) => one.zone === 'domestic' && one.express);
  return (
    <SaveSettings form={form}>
      <Panel title={zoneNames.domestic}>
        <p>
          Standard delivery is free and takes 2–3 business days after dispatch; express delivery
          comes on the next business day. Product pages and the Shipping and Returns page promise
          this, so only the price of express can change.
        </p>
        {express && (
          <div className="settings-row">
            <TextField
              label="Express delivery, in pounds"
              inputMode="decimal"
              {...fieldsOfRow(express)('amount_pence')}
            />
          </div>
        )}
      </Panel>
      {(['europe', 'world'] as const).map((zone) => {
        const own = rows.filter((one) => one.zone === zone);
        return (
          <Panel key={zone} title={zoneNames[zone]}>
            {own.map((typed) => (
              <OptionRow
                key={typed.row}
                typed={typed}
                field={fieldsOfRow(typed)}
                onRemove={own.length > 1 ? () => remove(typed.row) : undefined}
              />
            ))}
            {own.length < MOST_OPTIONS && (
              <div className="studio-actions">
                <Button
                  onClick={() =>
                    add({
                      zone,
                      name: '',
                      express: false,
                      amount_pence: '',
                      min_business_days: '',
                      max_business_days: '',
                    })
                  }
                >
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
    </SaveSettings>
  );
}
