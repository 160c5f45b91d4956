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
import { asStaff } from '../kit/as-staff.ts';
import { dayAt } from '../kit/day-text.ts';
import { DateField } from '../kit/form/DateField.tsx';
import { SelectField } from '../kit/form/SelectField.tsx';
import { TextField } from '../kit/form/TextField.tsx';
import { type DialogFrame, KeyedDialog } from '../kit/KeyedDialog.tsx';
import { reasonNames, shelfAfter, unitsIn, unitsLabels } from './stock-texts.ts';

interface Frame extends DialogFrame {
  colour: ColourStock;
}

/** First keys of the queries that these dialogs change. */
const changes = ['stock'];

const NO_UNITS = 'Enter a whole number of units.';

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
  const now = units === null ? seen : shelfAfter(why, seen, units);
  const fault = units === null ? NO_UNITS : now < 0 ? `Only ${seen} are on the shelf.` : '';
  return (
    <KeyedDialog
      {...frame}
      title={`Adjust ${nameOf(colour)}`}
      verb="Save"
      content={JSON.stringify([why, now, note])}
      fault={fault}
      act={async (event) => {
        const items = [{ variant_id: colour.variant_id, seen, now }];
        await asStaff(adjustStock, { event, why, note, items });
        return `${countText(now, 'unit')} on the shelf.`;
      }}
      changes={changes}
    >
      <SelectField
        label="Reason"
        value={why}
        choices={eachOf(adjustmentReasons, (reason) => reasonNames[reason])}
        onChange={setWhy}
      />
      <TextField
        label={unitsLabels[why]}
        hint={`${seen} were on the shelf; ${colour.to_send} of them are to be sent.`}
        inputMode="numeric"
        required
        value={typed}
        onChange={setTyped}
      />
      <TextField label="Note (optional)" maxLength={200} value={note} onChange={setNote} />
    </KeyedDialog>
  );
}

/** Sets the limit of low stock. */
export function LimitDialog(frame: Frame) {
  const { colour } = frame;
  const [typed, setTyped] = useState(colour.own_low ? String(colour.low) : '');
  const low = typed.trim() === '' ? null : unitsIn(typed);
  const fault = typed.trim() !== '' && low === null ? NO_UNITS : '';
  return (
    <KeyedDialog
      {...frame}
      title={`Low stock of ${nameOf(colour)}`}
      verb="Save"
      content={typed}
      fault={fault}
      act={async () => {
        await asStaff(limitStock, { variant_id: colour.variant_id, low });
        return 'The limit is saved.';
      }}
      changes={changes}
    >
      <TextField
        label="Low at this many units"
        hint="It is then listed under Low, and in Monday’s e-mail. Empty: the shop’s limit, 2."
        inputMode="numeric"
        value={typed}
        onChange={setTyped}
      />
    </KeyedDialog>
  );
}

/** Notes an expected delivery. */
export function ExpectDialog(frame: Frame) {
  const { colour } = frame;
  const [typed, setTyped] = useState('');
  const [day, setDay] = useState('');
  const [note, setNote] = useState('');
  const units = unitsIn(typed) ?? 0;
  const fault = units === 0 ? 'Enter how many units will come.' : day === '' ? 'Choose a day.' : '';
  return (
    <KeyedDialog
      {...frame}
      title={`Expect ${nameOf(colour)}`}
      verb="Save"
      content={JSON.stringify([typed, day, note])}
      fault={fault}
      act={async (delivery) => {
        const { variant_id } = colour;
        await asStaff(expectDelivery, { delivery, variant_id, units, due_on: day, note });
        return 'The delivery is expected.';
      }}
      changes={changes}
    >
      <TextField label="Units" inputMode="numeric" required value={typed} onChange={setTyped} />
      <DateField label="Expected on" required value={day} onChange={setDay} />
      <TextField label="From, number (optional)" maxLength={200} value={note} onChange={setNote} />
    </KeyedDialog>
  );
}

/** Puts a delivery into stock, or calls it off. */
export function ArriveDialog({ delivery, ...frame }: Frame & { delivery: Delivery }) {
  const { colour } = frame;
  const [typed, setTyped] = useState(String(delivery.units));
  const [today] = useState(() => dayAt(serverNow()));
  const arrived = unitsIn(typed);
  return (
    <KeyedDialog
      {...frame}
      title={`Delivery of ${nameOf(colour)}`}
      verb={arrived === 0 ? 'Call it off' : 'Put into stock'}
      content={typed}
      fault={arrived === null ? NO_UNITS : ''}
      act={async () => {
        await asStaff(closeDelivery, { delivery: delivery.id, arrived: arrived ?? 0 });
        return arrived === 0
          ? 'The delivery was called off.'
          : `${countText(arrived ?? 0, 'unit')} put into stock.`;
      }}
      changes={changes}
    >
      <TextField
        label="Units that arrived"
        hint={`${delivery.units} were expected${delivery.due_on > today ? ' later' : ''}. Enter 0 to cancel the delivery.`}
        inputMode="numeric"
        required
        value={typed}
        onChange={setTyped}
      />
    </KeyedDialog>
  );
}
