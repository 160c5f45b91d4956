import { useState } from 'react';
import { serverNow } from '#browser/server-clock.ts';
import { changeParcel, correctLabel, dispatchParcels } from '#api/staff/dispatch.ts';
import { readText, writeText } from '#browser/web-storage.ts';
import { carriers, trackingNumber, trackingWarning } from '#domain/carrier.ts';
import { countryName } from '#domain/countries.ts';
import { dayAt } from '../day-text.ts';
import { useRightNumbers } from '../use-right-numbers.tsx';
import { ActionDialog } from './ActionDialog.tsx';
import type { DialogFrame } from './ActionDialog.tsx';
import { ChoiceField, DayField, itemsOf, TextField, UnitFields, useUnits } from './fields.tsx';
import { toSend } from './order-texts.ts';
import type { Parcel } from './order-texts.ts';
import { Refusal } from './refusal-text.ts';

const OTHER = 'other';
const choices = { ...Object.fromEntries(carriers.map((name) => [name, name])), [OTHER]: 'Another' };

/** A carrier and a tracking number as they are typed. */
function useCarrier(first: { carrier: string; tracking_number: string | null }) {
  const isKnown = carriers.includes(first.carrier);
  const [choice, setChoice] = useState(isKnown ? first.carrier : OTHER);
  const [name, setName] = useState(isKnown ? '' : first.carrier);
  const [number, setNumber] = useState(first.tracking_number ?? '');
  const carrier = choice === OTHER ? name : choice;
  const kept = trackingNumber(number);
  const warning = kept === first.tracking_number ? null : trackingWarning(carrier, kept);
  const rightNumber = useRightNumbers(warning === null ? [] : [kept]);
  const fields = (
    <>
      <TextField
        label="Tracking number"
        value={number}
        onChange={setNumber}
        maxLength={200}
        autoCapitalize="characters"
        hint={warning ?? 'Scan or paste it; empty for none.'}
      />
      <ChoiceField label="Carrier" value={choice} choices={choices} onChange={setChoice} />
      {choice === OTHER && (
        <TextField
          label="Name of the carrier"
          value={name}
          onChange={setName}
          maxLength={40}
          required
        />
      )}
      {rightNumber}
    </>
  );
  return { carrier, number, fields };
}

const CARRIER = 'studioCarrier';

const stops = {
  disputed: 'The bank claims this payment back: nothing may leave.',
  cancelled: 'Some of this was cancelled meanwhile.',
  refunded: 'This order was refunded meanwhile: nothing may leave.',
  withdrawn: 'The shopper has withdrawn from this order: nothing may leave.',
} as const;

/** Sends a parcel, with all that is left or a part of it. */
export function DispatchDialog(frame: DialogFrame) {
  const { order } = frame;
  const { typed, setTyped, units } = useUnits(
    order.lines,
    toSend,
    () => new Map(order.lines.map(({ variant_id, to_send }) => [variant_id, to_send])),
  );
  const { carrier, number, fields } = useCarrier({
    carrier: readText('local', CARRIER) ?? 'Royal Mail',
    tracking_number: null,
  });
  return (
    <ActionDialog
      {...frame}
      title={`Dispatch order ${order.order}`}
      verb="Dispatch"
      check={() => (units.size === 0 ? 'A parcel holds something.' : '')}
      act={async (event, customer) => {
        const parcel = {
          event,
          order: order.order ?? 0,
          carrier,
          tracking_number: number,
          items: itemsOf(units),
        };
        const [sent] = await dispatchParcels({ parcels: [parcel] }, customer);
        if (sent?.outcome !== 'dispatched') {
          const reason =
            sent?.outcome === 'stopped' && sent.stopped_by
              ? stops[sent.stopped_by]
              : 'There is less left to send than that.';
          throw new Refusal(`${reason} Nothing was sent. The page shows how it is now.`);
        }
        writeText('local', CARRIER, carrier);
        const also = sent.also_on ?? [];
        return [
          'Dispatched. The shopper is told by e-mail.',
          sent.left_as && `It had left already, by ${sent.left_as}: correct the parcel.`,
          also.length > 0 && `Order ${also.join(', ')} has the same tracking number: check it.`,
        ]
          .filter(Boolean)
          .join(' ');
      }}
    >
      {fields}
      <UnitFields
        legend="Pieces in this parcel"
        lines={order.lines}
        most={toSend}
        typed={typed}
        setTyped={setTyped}
      />
    </ActionDialog>
  );
}

/** Records the day on which a parcel has arrived. */
export function DeliverDialog({ parcel, ...frame }: DialogFrame & { parcel: Parcel }) {
  const [today] = useState(() => dayAt(serverNow()));
  const [day, setDay] = useState(today);
  return (
    <ActionDialog
      {...frame}
      title="The parcel has arrived"
      verb="Mark as delivered"
      act={async (event, customer) => {
        // Nobody asks for the hour of a day that is over: late, so that it is after it was sent.
        const at = day === today ? null : `${day}T20:00:00Z`;
        await changeParcel({ do: 'deliver', event, parcel: parcel.id, at }, customer);
        return 'Marked as delivered. The shopper is told by e-mail.';
      }}
    >
      <DayField
        label="Arrived on"
        value={day}
        min={dayAt(Date.parse(parcel.sent_at))}
        max={today}
        onChange={setDay}
      />
    </ActionDialog>
  );
}

/** Corrects the carrier and the tracking number of a parcel that has left. */
export function CorrectParcelDialog({ parcel, ...frame }: DialogFrame & { parcel: Parcel }) {
  const { carrier, number, fields } = useCarrier(parcel);
  // Nobody follows a parcel that they have.
  const [tell, setTell] = useState(parcel.delivered_at === null);
  return (
    <ActionDialog
      {...frame}
      title="Correct the parcel"
      verb="Correct"
      content={JSON.stringify([carrier, number, tell])}
      act={async (event, customer) => {
        await changeParcel(
          { do: 'correct', event, parcel: parcel.id, carrier, tracking_number: number, tell },
          customer,
        );
        return tell
          ? 'Corrected. The shopper is told by e-mail.'
          : 'Corrected. The shopper is not told.';
      }}
    >
      {fields}
      <label className="studio-check">
        <input
          type="checkbox"
          checked={tell}
          onChange={({ currentTarget: { checked } }) => setTell(checked)}
        />
        Tell the shopper
      </label>
    </ActionDialog>
  );
}

const parts = {
  name: 'Name',
  line1: 'Address',
  line2: 'Address, second line',
  town: 'Town',
  region: 'Region',
  postcode: 'Postcode',
  phone: 'Phone number',
} as const;
type Part = keyof typeof parts;

/** Corrects the address on the label; the order's own stays. */
export function LabelDialog(frame: DialogFrame) {
  const { order } = frame;
  const [address, setAddress] = useState<Partial<Record<Part, string>>>(
    () => order.label ?? order.delivery ?? {},
  );
  const [back, setBack] = useState(false);
  return (
    <ActionDialog
      {...frame}
      title="Correct the label"
      verb={back ? 'Use the order’s own address' : 'Correct'}
      content={JSON.stringify(back ? null : address)}
      act={async (event, customer) => {
        const { name = '', line1 = '', ...rest } = address;
        const { country } = order.delivery ?? order;
        const label = back ? null : { ...rest, name, line1, country };
        await correctLabel({ event, order: order.order ?? 0, label }, customer);
        return back ? 'The label has the order’s own address again.' : 'The label is corrected.';
      }}
    >
      <p className="studio-soft">
        Postage and tax were paid for {countryName(order.country) ?? order.country}, so the country
        stays.
      </p>
      {order.label !== null && (
        <label className="studio-check">
          <input
            type="checkbox"
            checked={back}
            onChange={({ currentTarget: { checked } }) => setBack(checked)}
          />
          Back to the order’s own address
        </label>
      )}
      {!back &&
        (Object.keys(parts) as Part[]).map((part) => (
          <TextField
            key={part}
            label={parts[part]}
            value={address[part] ?? ''}
            onChange={(value) => setAddress({ ...address, [part]: value })}
            maxLength={part === 'line1' ? 300 : 100}
            required={part === 'name' || part === 'line1'}
            {...(part === 'line1' && { rows: 2 })}
          />
        ))}
    </ActionDialog>
  );
}
