import { useState } from 'react';
import { serverNow } from '#browser/server-clock.ts';
import { countText } from '#domain/basics/count-text.ts';
import {
  adjustmentReasons,
  type AdjustmentReason,
  adjustStock,
  closeDelivery,
  type ColourStock,
  type Delivery,
  expectDelivery,
  limitStock,
} from '#domain/contracts/staff-inventory.ts';
import { eachOf } from '#domain/basics/each-of.ts';
import { dayAt } from '../kit/day-text.ts';
import { DateField } from '../kit/form/DateField.tsx';
import { SelectField } from '../kit/form/SelectField.tsx';
import { wholeIn } from '../kit/form/whole-in.ts';
import { fieldsOf } from '../kit/form/fields-of.ts';
import { TextField } from '../kit/form/TextField.tsx';
import { ContractDialog, type DialogFrame } from '../kit/form/ContractDialog.tsx';
import { useContractForm } from '../kit/form/use-contract-form.ts';
import { reasonNames, shelfAfter, unitsIn, unitsLabels } from './stock-texts.ts';

interface Frame extends DialogFrame {
  colour: ColourStock;
}

/** First keys of the queries that these dialogs change. */
const changes = ['stock'];

function nameOf({ product_name, color_name }: ColourStock): string {
  return `${product_name}, ${color_name}`;
}

/** Adjusts a colour's stock, with a reason. */
export function AdjustDialog(frame: Frame) {
  const { colour } = frame;
  const [why, setWhy] = useState<AdjustmentReason>('counted');
  const [typed, setTyped] = useState('');
  const [note, setNote] = useState('');
  // The shelf when the dialog opened: what was counted is compared with it.
  const [seen] = useState(colour.on_shelf);
  const units = unitsIn(typed);
  const now = units === null ? Number.NaN : shelfAfter(why, seen, units);
  const form = useContractForm(adjustStock, {
    asked: { why, note, items: [{ variant_id: colour.variant_id, seen, now }] },
    changes,
    done: () => `${countText(now, 'unit')} on the shelf.`,
  });
  return (
    <ContractDialog {...frame} form={form} title={`Adjust ${nameOf(colour)}`} verb="Save">
      <SelectField
        label="Reason"
        value={why}
        choices={eachOf(adjustmentReasons, (reason) => reasonNames[reason])}
        onChange={setWhy}
      />
      <TextField
        label={unitsLabels[why]}
        {...form.at('items.0.now')}
        hint={`${seen} were on the shelf; ${colour.to_send} of them are to be sent.`}
        inputMode="numeric"
        required
        value={typed}
        onChange={setTyped}
      />
      <TextField
        label="Note (optional)"
        {...form.at('note')}
        maxLength={200}
        value={note}
        onChange={setNote}
      />
    </ContractDialog>
  );
}

/** Sets the limit of low stock. */
export function LimitDialog(frame: Frame) {
  const { colour } = frame;
  const [typed, setTyped] = useState(colour.own_low ? String(colour.low) : '');
  const low = typed.trim() === '' ? null : (unitsIn(typed) ?? Number.NaN);
  const form = useContractForm(limitStock, {
    asked: { variant_id: colour.variant_id, low },
    changes,
    done: () => 'The limit is saved.',
  });
  return (
    <ContractDialog {...frame} form={form} title={`Low stock of ${nameOf(colour)}`} verb="Save">
      <TextField
        label="Low at this many units"
        {...form.at('low')}
        hint="It is then listed under Low, and in Monday’s e-mail. Empty: the shop’s limit, 2."
        inputMode="numeric"
        value={typed}
        onChange={setTyped}
      />
    </ContractDialog>
  );
}

/** Notes an expected delivery. */
export function ExpectDialog(frame: Frame) {
  const { colour } = frame;
  const [typed, setTyped] = useState({ units: '', due_on: '', note: '' });
  const { variant_id } = colour;
  const form = useContractForm(expectDelivery, {
    asked: { variant_id, ...typed, units: wholeIn(typed.units) },
    key: 'delivery',
    changes,
    done: () => 'The delivery is expected.',
  });
  const field = fieldsOf(typed, setTyped, form.at);
  return (
    <ContractDialog {...frame} form={form} title={`Expect ${nameOf(colour)}`} verb="Save">
      <TextField label="Units" {...field('units')} inputMode="numeric" required />
      <DateField label="Expected on" {...field('due_on')} required />
      <TextField label="From, number (optional)" {...field('note')} maxLength={200} />
    </ContractDialog>
  );
}

/** Puts a delivery into stock, or calls it off. */
export function ArriveDialog({ delivery, ...frame }: Frame & { delivery: Delivery }) {
  const { colour } = frame;
  const [typed, setTyped] = useState(String(delivery.units));
  const [today] = useState(() => dayAt(serverNow()));
  const arrived = unitsIn(typed);
  const form = useContractForm(closeDelivery, {
    asked: { delivery: delivery.id, arrived: arrived ?? Number.NaN },
    changes,
    done: () =>
      arrived === 0
        ? 'The delivery was called off.'
        : `${countText(arrived ?? 0, 'unit')} put into stock.`,
  });
  return (
    <ContractDialog
      {...frame}
      form={form}
      title={`Delivery of ${nameOf(colour)}`}
      verb={arrived === 0 ? 'Call it off' : 'Put into stock'}
    >
      <TextField
        label="Units that arrived"
        {...form.at('arrived')}
        hint={`${delivery.units} were expected${delivery.due_on > today ? ' later' : ''}. Enter 0 to cancel the delivery.`}
        inputMode="numeric"
        required
        value={typed}
        onChange={setTyped}
      />
    </ContractDialog>
  );
}
