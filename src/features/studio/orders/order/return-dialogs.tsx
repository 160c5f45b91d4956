import { useState } from 'react';
import { formatPounds, NO_PENCE, poundsText } from '#domain/money/money.ts';
import { faultKinds, returnNames } from '#domain/orders/return-kinds.ts';
import {
  askReturn,
  receiveReturn,
  refuseReturn,
  settleReturn,
} from '#domain/contracts/staff-return.ts';
import { asStaff } from '../../kit/as-staff.ts';
import { SelectField } from '../../kit/form/SelectField.tsx';
import { TextField } from '../../kit/form/TextField.tsx';
import { ActionDialog } from './ActionDialog.tsx';
import type { DialogFrame } from './ActionDialog.tsx';
import { AmountField, amountIn } from '../../kit/form/AmountField.tsx';
import { Amounts } from './Amounts.tsx';
import { refundNews, returnableUnits } from './order-texts.ts';
import type { Return } from './order-texts.ts';
import { allOf, itemsOf, UnitFields, useUnits } from './UnitFields.tsx';
import { useForeseen } from './use-foreseen.ts';

type ReturnFrame = DialogFrame & { back: Return };

/** Receives pieces of a return: restocked or written off. */
export function ReceiveReturnDialog({ back, ...frame }: ReturnFrame) {
  const { lines } = frame.order;
  const due = new Map(
    back.items.map(({ variant_id, quantity, restocked, written_off }) => [
      variant_id,
      quantity - restocked - written_off,
    ]),
  );
  const mostOf = ({ variant_id }: { variant_id: number }) => due.get(variant_id) ?? 0;
  const sound = useUnits(lines, mostOf, () => due);
  const bad = useUnits(lines, mostOf, () => new Map());
  const items = [...due.keys()]
    .map((variant_id) => ({
      variant_id,
      restocked: sound.units.get(variant_id) ?? 0,
      written_off: bad.units.get(variant_id) ?? 0,
    }))
    .filter(({ restocked, written_off }) => restocked + written_off > 0);
  return (
    <ActionDialog
      {...frame}
      title={`Receive ${back.code}`}
      verb="Receive"
      check={() => {
        if (items.length === 0) return 'Enter what came back.';
        const isTooMuch = items.some(
          ({ variant_id, restocked, written_off }) =>
            restocked + written_off > mostOf({ variant_id }),
        );
        return isTooMuch ? 'That is more than the return contains.' : '';
      }}
      act={async (event) => {
        const { state } = await asStaff(receiveReturn, { event, return: back.id, items });
        if (state === 'settled')
          return 'Received. The shopper gets an e-mail. Nothing is left to refund.';
        return frame.order.money === null
          ? 'Received. The shopper gets an e-mail. A manager settles the refund.'
          : 'Received. The shopper gets an e-mail. Settle it after inspection.';
      }}
    >
      {back.reason !== null && <p>Reason: {back.reason}</p>}
      <UnitFields legend="Back on sale" {...sound.fields} />
      <UnitFields legend="Written off: cannot be sold again" {...bad.fields} />
    </ActionDialog>
  );
}

/** Settles the refund of a received return. */
export function SettleReturnDialog({ back, ...frame }: ReturnFrame) {
  const { order } = frame;
  const { money } = order;
  const suggested = back.delivery_pence ?? NO_PENCE;
  const [shippingText, setShipping] = useState(suggested === 0 ? '' : poundsText(suggested));
  const [deductionText, setDeduction] = useState('');
  const [reason, setReason] = useState('');
  const shipping = amountIn(shippingText);
  const deduction = amountIn(deductionText);
  const settled = {
    return: back.id,
    shipping_pence: shipping ?? NO_PENCE,
    deduction_pence: deduction ?? NO_PENCE,
  };
  const foresight = useForeseen({ act: 'settle', ...settled }, order.lines);
  const { refund_pence } = foresight;
  if (money === null) return null;
  return (
    <ActionDialog
      {...frame}
      title={`Settle ${back.code}`}
      verb={
        refund_pence === 0
          ? 'Close without a refund'
          : `Refund ${refund_pence === undefined ? '–' : formatPounds(refund_pence)}`
      }
      check={() => {
        if (shipping === null || deduction === null) return 'Enter amounts such as 4.95.';
        return foresight.problem;
      }}
      act={async (event) => {
        const body = { event, ...settled, deduction_reason: reason, refund_pence };
        const { refund } = await asStaff(settleReturn, body);
        return `Settled. ${refundNews(refund)}`;
      }}
    >
      <AmountField
        label="Delivery to the shopper"
        value={shippingText}
        onChange={setShipping}
        most={money.shipping_rest_pence}
      />
      <AmountField label="Deduction for use" value={deductionText} onChange={setDeduction} />
      {settled.deduction_pence > 0 && (
        <TextField
          label="Why it is deducted (the shopper reads this)"
          value={reason}
          onChange={setReason}
          rows={2}
          maxLength={300}
          required
        />
      )}
      <Amounts {...foresight} />
      {order.exchange_of !== null && (
        <p className="studio-soft">
          What was paid with order {order.exchange_of.order} is refunded from there.
        </p>
      )}
    </ActionDialog>
  );
}

/** Refuses a return: the goods stay with the shopper, or go back to them. */
export function RefuseReturnDialog({ back, ...frame }: ReturnFrame) {
  const [reason, setReason] = useState('');
  return (
    <ActionDialog
      {...frame}
      title={`Refuse ${back.code}`}
      verb="Refuse the return"
      act={async (event) => {
        await asStaff(refuseReturn, { event, return: back.id, reason });
        return 'Refused. The shopper gets an e-mail.';
      }}
    >
      <TextField
        label="Reason (shown to the shopper)"
        value={reason}
        onChange={setReason}
        rows={4}
        maxLength={1000}
        required
      />
    </ActionDialog>
  );
}

/** Creates a return requested outside the shop, or whose parcel arrived unannounced. */
export function CreateReturnDialog(frame: DialogFrame) {
  const { order } = frame;
  const { lines } = order;
  const { units, fields } = useUnits(lines, returnableUnits, allOf(lines, returnableUnits));
  const [kind, setKind] = useState<Return['kind']>('return');
  const [reason, setReason] = useState('');
  return (
    <ActionDialog
      {...frame}
      title="Create a return"
      verb="Create"
      check={() => (units.size === 0 ? 'Choose pieces to return.' : '')}
      act={async (event) => {
        const { code } = await asStaff(askReturn, {
          event,
          order: order.order ?? 0,
          kind,
          items: itemsOf(units),
          reason,
        });
        return `Return ${code} created. The shopper gets the code by e-mail.`;
      }}
    >
      <UnitFields legend="Pieces to return" {...fields} />
      <SelectField label="Kind" value={kind} choices={returnNames} onChange={setKind} />
      <TextField
        label="Reason (the shopper reads this)"
        value={reason}
        onChange={setReason}
        rows={3}
        maxLength={1000}
        required={faultKinds.includes(kind)}
      />
    </ActionDialog>
  );
}
