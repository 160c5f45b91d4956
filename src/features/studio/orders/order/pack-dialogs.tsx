import { useState } from 'react';
import { serverNow } from '#browser/server-clock.ts';
import {
  isTrackingNumber,
  trackingLink,
  trackingNumber,
  trackingWarning,
} from '#domain/orders/carrier.ts';
import { countryName } from '#domain/countries/countries.ts';
import {
  correctLabel,
  correctParcel,
  deliverParcel,
  dispatchParcels,
  undoDispatch,
} from '#domain/contracts/staff-dispatch.ts';
import { dayAt } from '../../kit/day-text.ts';
import { arrivalTime } from '../dispatch/arrival-time.ts';
import { useCarrierChoice } from '../dispatch/use-carrier-choice.tsx';
import { refusedText } from '../dispatch/dispatch-texts.ts';
import { useRightNumbers } from '../dispatch/use-right-numbers.tsx';
import { CheckField } from '../../kit/form/CheckField.tsx';
import { Refusal } from '../../kit/form/use-contract-form.ts';
import { DateField } from '../../kit/form/DateField.tsx';
import { TextField } from '../../kit/form/TextField.tsx';
import { CameraButton } from '../../scan/CameraButton.tsx';
import { ContractDialog } from '../../kit/form/ContractDialog.tsx';
import { type OrderFrame, useOrderForm } from './use-order-form.ts';
import { piecesText, toSend } from './order-texts.ts';
import type { Parcel } from './order-texts.ts';
import { allOf, itemsOf, UnitFields, useUnits } from './UnitFields.tsx';

/** State and fields of a carrier and a tracking number. @param first the carrier and number of a parcel to correct. */
function useCarrier(first?: Pick<Parcel, 'carrier' | 'tracking_number'>) {
  const choice = useCarrierChoice('Carrier', first?.carrier);
  const { carrier } = choice;
  const [number, setNumber] = useState(first?.tracking_number ?? '');
  const kept = trackingNumber(number);
  const warning = kept === first?.tracking_number ? null : trackingWarning(carrier, kept);
  const rightNumber = useRightNumbers(warning === null ? [] : [kept]);
  const fields = (
    <>
      <TextField
        label="Tracking number"
        value={number}
        onChange={setNumber}
        maxLength={200}
        autoCapitalize="characters"
        spellCheck={false}
        hint={warning ?? 'Scan or paste it. Leave empty if there is none.'}
      />
      <div className="scan-below">
        <CameraButton
          about="tracking number"
          onCode={(code) => {
            // The slip's code may be in the picture as well.
            const isNumber = isTrackingNumber(trackingNumber(code));
            if (isNumber) setNumber(code);
            return isNumber;
          }}
        />
      </div>
      {choice.fields}
      {rightNumber}
    </>
  );
  return { ...choice, number, fields };
}

/** Dispatches a parcel with all or some of the pieces left. */
export function DispatchDialog(frame: OrderFrame) {
  const { order } = frame;
  const others = order.with;
  const [shared, setShared] = useState(true);
  const [events] = useState(() => [order, ...others].map(() => crypto.randomUUID()));
  const pieces = useUnits(order.lines, toSend, allOf(order.lines, toSend));
  const { carrier, number, fields, remember } = useCarrier();
  const first = order.order ?? 0;
  const label = { carrier, tracking_number: number };
  const together = others.map(({ order: other, items }, place) => ({
    event: events[place + 1],
    order: other,
    with: first,
    ...label,
    items: items.flatMap(({ variant_id, to_send }) =>
      to_send > 0 ? [{ variant_id, quantity: to_send }] : [],
    ),
  }));
  const form = useOrderForm(dispatchParcels, order, {
    asked: {
      parcels: [
        { event: events[0], order: first, ...label, items: itemsOf(pieces.units) },
        ...(shared ? together : []),
      ],
    },
    done({ parcels }) {
      const [sent] = parcels;
      const refused = parcels.filter(({ outcome }) => outcome !== 'dispatched');
      if (!sent || refused.length > 0) {
        const reason = refusedText(first, parcels, refused);
        throw new Refusal(`${reason} Nothing was sent. The page now shows the current state.`);
      }
      remember();
      const also = sent.also_on ?? [];
      return [
        'Dispatched. The shopper gets an e-mail in about 5 minutes.',
        sent.left_as && `It was already sent by ${sent.left_as}: correct the parcel.`,
        also.length > 0 && `Order ${also.join(', ')} has the same tracking number: check it.`,
      ]
        .filter(Boolean)
        .join(' ');
    },
  });
  return (
    <ContractDialog {...frame} form={form} title={`Dispatch order ${order.order}`} verb="Dispatch">
      {fields}
      <UnitFields legend="Pieces in this parcel" {...pieces.fields} />
      {others.length > 0 && (
        <CheckField checked={shared} onChange={setShared}>
          With all of order {others.map((other) => other.order).join(', ')}
        </CheckField>
      )}
    </ContractDialog>
  );
}

/** Records the delivery date of a parcel. */
export function DeliverDialog({ parcel, ...frame }: OrderFrame & { parcel: Parcel }) {
  const [today] = useState(() => dayAt(serverNow()));
  const [day, setDay] = useState(today);
  const form = useOrderForm(deliverParcel, frame.order, {
    asked: { parcel: parcel.id, at: arrivalTime(day, today) },
    isOneAct: true,
    done: () => 'Marked as delivered. The shopper gets an e-mail.',
  });
  return (
    <ContractDialog
      {...frame}
      form={form}
      title="Mark the parcel as delivered"
      verb="Mark as delivered"
    >
      <DateField
        label="Arrived on"
        {...form.at('at')}
        required
        value={day}
        min={dayAt(Date.parse(parcel.sent_at))}
        max={today}
        onChange={setDay}
      />
    </ContractDialog>
  );
}

/** Takes a dispatch back, because the parcel is still here. */
export function UndoDispatchDialog({ parcel, ...frame }: OrderFrame & { parcel: Parcel }) {
  const { carrier, tracking_number, items } = parcel;
  const link = trackingLink(carrier, tracking_number);
  const form = useOrderForm(undoDispatch, frame.order, {
    asked: { parcel: parcel.id },
    done: ({ corrected }) =>
      corrected
        ? 'To be sent again. The shopper gets an e-mail that corrects the first.'
        : 'To be sent again. The shopper has heard nothing.',
  });
  return (
    <ContractDialog {...frame} form={form} title="Not sent after all" verb="Take the dispatch back">
      <p>
        {piecesText(items, frame.order.lines)} will be on the list to send again
        {parcel.with.length > 0 && `, with order ${parcel.with.join(', ')}`}.
      </p>
      <p className="studio-soft">
        Only while the parcel is here:{' '}
        {link === null ? (
          `${carrier} must not have it.`
        ) : (
          <>
            check that {carrier} has{' '}
            <a className="link" href={link} target="_blank" rel="noreferrer">
              no scan of {tracking_number}
            </a>
            .
          </>
        )}
      </p>
    </ContractDialog>
  );
}

/** Corrects the carrier and the tracking number of a dispatched parcel. */
export function CorrectParcelDialog({ parcel, ...frame }: OrderFrame & { parcel: Parcel }) {
  const { carrier, number, fields } = useCarrier(parcel);
  // A delivered parcel is no longer tracked.
  const [tell, setTell] = useState(parcel.delivered_at === null);
  const form = useOrderForm(correctParcel, frame.order, {
    asked: { parcel: parcel.id, carrier, tracking_number: number, tell },
    done: () =>
      tell
        ? 'Corrected. The shopper gets an e-mail.'
        : 'Corrected, without an e-mail to the shopper.',
  });
  return (
    <ContractDialog {...frame} form={form} title="Correct the parcel" verb="Correct">
      {fields}
      <CheckField checked={tell} onChange={setTell}>
        E-mail the shopper
      </CheckField>
    </ContractDialog>
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

/** Corrects the address on the label; the order keeps its own. */
export function LabelDialog(frame: OrderFrame) {
  const { order } = frame;
  const [address, setAddress] = useState<Partial<Record<Part, string>>>(
    () => order.label ?? order.delivery ?? {},
  );
  const [back, setBack] = useState(false);
  const { name = '', line1 = '', ...rest } = address;
  const { country } = order.delivery ?? order;
  const form = useOrderForm(correctLabel, order, {
    asked: {
      order: order.order ?? 0,
      label: back ? null : { ...rest, name, line1, country },
    },
    done: () => (back ? 'The label uses the order’s address again.' : 'Label corrected.'),
  });
  return (
    <ContractDialog
      {...frame}
      form={form}
      title="Correct the label"
      verb={back ? 'Use the order’s address' : 'Correct'}
    >
      <p className="studio-soft">
        Postage and tax were paid for {countryName(order.country) ?? order.country}, so the country
        cannot change.
      </p>
      {order.label !== null && (
        <CheckField checked={back} onChange={setBack}>
          Restore the order’s address
        </CheckField>
      )}
      {!back &&
        (Object.keys(parts) as Part[]).map((part) => (
          <TextField
            key={part}
            label={parts[part]}
            {...form.at(`label.${part}`)}
            value={address[part] ?? ''}
            onChange={(value) => setAddress({ ...address, [part]: value })}
            spellCheck={false}
            maxLength={part === 'line1' ? 300 : 100}
            required={part === 'name' || part === 'line1'}
            {...(part === 'line1' && { rows: 2 })}
          />
        ))}
    </ContractDialog>
  );
}
