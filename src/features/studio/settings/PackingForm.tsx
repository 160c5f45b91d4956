import { useState } from 'react';
import type { ParcelRule } from '#domain/contracts/staff-settings.ts';
import { labelCarrierNames } from '#domain/orders/label-carrier-names.ts';
import { pence, poundsText } from '#domain/money/money.ts';
import { Button } from '../kit/Button.tsx';
import { amountIn } from '../kit/form/AmountField.tsx';
import { CheckField } from '../kit/form/CheckField.tsx';
import { fieldsOf } from '../kit/form/fields-of.ts';
import { SelectField } from '../kit/form/SelectField.tsx';
import { TextField } from '../kit/form/TextField.tsx';
import { wholeIn } from '../kit/form/whole-in.ts';
import { Panel } from '../kit/Panel.tsx';
import { SaveSettings } from './SaveSettings.tsx';
import { useRows } from './use-rows.ts';
import { type SettingsForm, useSaveSettings } from './use-save-settings.ts';

const returnLabels = {
  never: 'No: shoppers post it themselves',
  faults: 'If it is faulty or wrong',
  always: 'Always',
} as const;

const labelSources = { '': 'Nobody: files only', ...labelCarrierNames } as const;

const places = { uk: 'UK', abroad: 'Abroad' } as const;

/** A rule as typed. */
interface Typed extends Omit<ParcelRule, 'most_grams' | 'pence'> {
  most_grams: string;
  pence: string;
}

function typedRule({ most_grams, pence: price, ...rule }: ParcelRule): Typed {
  const pounds = price === null ? '' : poundsText(pence(price));
  return { ...rule, most_grams: String(most_grams), pence: pounds };
}

function ruleOf({ abroad, express, service, ...typed }: Typed): ParcelRule {
  return {
    abroad,
    express,
    most_grams: wholeIn(typed.most_grams),
    service,
    format: typed.format.trim(),
    pence: typed.pence.trim() === '' ? null : (amountIn(typed.pence) ?? Number.NaN),
  };
}

interface RowProps {
  rule: Typed;
  field: ReturnType<typeof fieldsOf<Typed>>;
  onRemove: () => void;
}

function RuleRow({ rule, field, onRemove }: RowProps) {
  const name = rule.service || 'new rule';
  const abroad = field('abroad');
  const service = field('service');
  return (
    <fieldset className="settings-row">
      <legend className="sr-only">{name}</legend>
      <SelectField
        label="To"
        value={rule.abroad ? 'abroad' : 'uk'}
        choices={places}
        onChange={(place) => abroad.onChange(place === 'abroad')}
      />
      <TextField label="Up to, in grams" inputMode="numeric" {...field('most_grams')} />
      <TextField
        label="Service code"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={10}
        {...service}
        onChange={(code) => service.onChange(code.toUpperCase())}
      />
      <TextField label="Package" {...field('format')} maxLength={30} required />
      <TextField label="Price in pounds" inputMode="decimal" {...field('pence')} />
      <CheckField checked={rule.express} onChange={field('express').onChange}>
        Express
      </CheckField>
      <Button onClick={onRemove}>
        Remove<span className="sr-only"> {name}</span>
      </Button>
    </fieldset>
  );
}

const newRule: Typed = {
  abroad: false,
  express: false,
  most_grams: '',
  service: '',
  format: '',
  pence: '',
};

/** Weight of packaging, and the carrier's service for each parcel. */
export function PackingForm(props: SettingsForm) {
  const { packing } = props.seen;
  const [weights, setWeights] = useState({
    paper_grams: String(packing.paper_grams),
    plastic_grams: String(packing.plastic_grams),
  });
  const [carrier, setCarrier] = useState<NonNullable<typeof packing.carrier> | ''>(
    packing.carrier ?? '',
  );
  const [forReturns, setForReturns] = useState(packing.return_labels);
  const { rows, add, change, remove } = useRows<Typed>(packing.rules.map(typedRule));
  const form = useSaveSettings(props, {
    packing: {
      paper_grams: wholeIn(weights.paper_grams),
      plastic_grams: wholeIn(weights.plastic_grams),
      carrier: carrier === '' ? null : carrier,
      return_labels: carrier === 'shippo' ? forReturns : 'never',
      rules: rows.map(ruleOf),
    },
  });
  const weight = fieldsOf(weights, setWeights, (name) => form.at(`settings.packing.${name}`));
  return (
    <SaveSettings form={form}>
      <Panel title="Packaging of an average parcel">
        <p className="studio-soft">
          Weigh one. It is added to the goods on labels, and counted in the yearly packaging report.
        </p>
        <div className="settings-row">
          <TextField
            label="Paper and card, in grams"
            inputMode="numeric"
            {...weight('paper_grams')}
          />
          <TextField label="Plastic, in grams" inputMode="numeric" {...weight('plastic_grams')} />
        </div>
      </Panel>
      <Panel title="Labels">
        <p className="studio-soft">
          With a carrier, <i>Buy labels</i> under <i>To send</i> prices and buys them there. Its API
          key is a setting of the shop’s server.
        </p>
        <SelectField
          label="Buy labels from"
          value={carrier}
          choices={labelSources}
          onChange={setCarrier}
        />
        {carrier === 'royal_mail' && (
          <p className="studio-soft">
            Royal Mail prints labels for business accounts (OBA) only. Its API states no prices, so
            type yours below; it follows no parcels and sells no labels for returns.
          </p>
        )}
        {carrier === 'shippo' && (
          <SelectField
            label="Buy a label for each return"
            hint="The shop pays for it. Shoppers find it on their order’s page and in the e-mail about the return; the QR code too, where the carrier has one. If no carrier takes the parcel, they post it themselves."
            value={forReturns}
            choices={returnLabels}
            onChange={setForReturns}
          />
        )}
      </Panel>
      <Panel title="Royal Mail services for Click & Drop">
        <p className="studio-soft">
          A parcel gets the rule with the lowest weight that is enough. Without a rule, its service
          stays empty in the file, and you choose it in Click &amp; Drop. Codes and prices are in
          your Royal Mail account.
        </p>
        {rows.map((rule, index) => (
          <RuleRow
            key={rule.row}
            rule={rule}
            field={fieldsOf<Typed>(
              rule,
              (next) => change(rule.row, next),
              (name) => form.at(`settings.packing.rules.${index}.${name}`),
            )}
            onRemove={() => remove(rule.row)}
          />
        ))}
        <div className="studio-actions">
          <Button onClick={() => add(newRule)}>Add a rule</Button>
        </div>
      </Panel>
    </SaveSettings>
  );
}
