import { useState } from 'react';
import { changeReturn } from '#api/staff/returns.ts';
import { formatPounds, NO_PENCE, pence, poundsText } from '#domain/money.ts';
import { settleAmount } from '#domain/refund-amount.ts';
import { ActionDialog } from './ActionDialog.tsx';
import type { DialogFrame } from './ActionDialog.tsx';
import {
  AmountField,
  amountIn,
  ChoiceField,
  itemsOf,
  TextField,
  UnitFields,
  useUnits,
} from './fields.tsx';
import { amountProblem, Amounts } from './money-dialogs.tsx';
import { refundNews, returnableUnits, returnKinds } from './order-texts.ts';
import type { Return } from './order-texts.ts';

type ReturnFrame = DialogFrame & { back: Return };

/** Pieces of a return have come: back on sale, or not. */
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
        if (items.length === 0) return 'Say what came back.';
        const isTooMuch = items.some(
          ({ variant_id, restocked, written_off }) =>
            restocked + written_off > mostOf({ variant_id }),
        );
        return isTooMuch ? 'That is more than the return is about.' : '';
      }}
      act={async (event, customer) => {
        await changeReturn({ do: 'receive', event, return: back.id, items }, customer);
        return frame.order.money === null
          ? 'Received. The shopper is told by e-mail. A manager settles the refund.'
          : 'Received. The shopper is told by e-mail. Settle it once you have inspected it.';
      }}
    >
      {back.reason !== null && <p>The shopper says: {back.reason}</p>}
      <UnitFields
        legend="Back on sale"
        lines={lines}
        most={mostOf}
        typed={sound.typed}
        setTyped={sound.setTyped}
      />
      <UnitFields
        legend="Written off: cannot be sold again"
        lines={lines}
        most={mostOf}
        typed={bad.typed}
        setTyped={bad.setTyped}
      />
    </ActionDialog>
  );
}

/** Decides the money of a return that was received. */
export function SettleReturnDialog({ back, ...frame }: ReturnFrame) {
  const { order } = frame;
  const { money } = order;
  const suggested = back.delivery_pence ?? NO_PENCE;
  const [shippingText, setShipping] = useState(suggested === 0 ? '' : poundsText(suggested));
  const [deductionText, setDeduction] = useState('');
  if (money === null) return null;
  const shipping = amountIn(shippingText);
  const deduction = amountIn(deductionText);
  const amount = settleAmount(order, back.items, {
    shipping: shipping ?? NO_PENCE,
    deduction: deduction ?? NO_PENCE,
  });
  return (
    <ActionDialog
      {...frame}
      title={`Settle ${back.code}`}
      verb={
        amount?.total === 0
          ? 'Close without a refund'
          : `Refund ${amount ? formatPounds(amount.total) : '–'}`
      }
      check={() => {
        if (shipping === null || deduction === null) return 'Type amounts such as 4.95.';
        if (amount === null) return 'The deduction exceeds the price of the goods.';
        if (amount.total === 0) return '';
        const over = amount.total - money.rest_pence;
        const wrong = amountProblem(amount.total, shipping, money);
        return over > 0 && wrong !== ''
          ? `${wrong} Deduct ${formatPounds(pence(over))} more.`
          : wrong;
      }}
      act={async (event, customer) => {
        const amounts = {
          shipping_pence: shipping ?? NO_PENCE,
          deduction_pence: deduction ?? NO_PENCE,
        };
        const { refund } = await changeReturn(
          { do: 'settle', event, return: back.id, ...amounts },
          customer,
        );
        return `Settled. ${refundNews(refund ?? null)}`;
      }}
    >
      <AmountField
        label="Delivery to the shopper"
        value={shippingText}
        onChange={setShipping}
        most={money.shipping_rest_pence}
      />
      <AmountField
        label="Deducted for what the goods lost by use"
        value={deductionText}
        onChange={setDeduction}
      />
      {amount && <Amounts amount={amount} rest={money.rest_pence} />}
    </ActionDialog>
  );
}

/** Does not take a return: the goods stay with the shopper, or go back to them. */
export function RefuseReturnDialog({ back, ...frame }: ReturnFrame) {
  const [reason, setReason] = useState('');
  return (
    <ActionDialog
      {...frame}
      title={`Refuse ${back.code}`}
      verb="Refuse the return"
      act={async (event, customer) => {
        await changeReturn({ do: 'refuse', event, return: back.id, reason }, customer);
        return 'Refused. The shopper is told by e-mail.';
      }}
    >
      <TextField
        label="Why, as the shopper will read it"
        value={reason}
        onChange={setReason}
        rows={4}
        maxLength={1000}
        required
      />
    </ActionDialog>
  );
}

/** A return that a shopper asked for in another way, or whose parcel came unannounced. */
export function AskReturnDialog(frame: DialogFrame) {
  const { order } = frame;
  const { typed, setTyped, units } = useUnits(
    order.lines,
    returnableUnits,
    () => new Map(order.lines.map((line) => [line.variant_id, returnableUnits(line)])),
  );
  const [kind, setKind] = useState<Return['kind']>('return');
  const [reason, setReason] = useState('');
  return (
    <ActionDialog
      {...frame}
      title="Announce a return"
      verb="Announce"
      check={() => (units.size === 0 ? 'Choose what comes back.' : '')}
      act={async (event, customer) => {
        const { code } = await changeReturn(
          { do: 'ask', event, order: order.order ?? 0, kind, items: itemsOf(units), reason },
          customer,
        );
        return `The return is ${code}. The shopper gets the code by e-mail.`;
      }}
    >
      <UnitFields
        legend="Pieces that come back"
        lines={order.lines}
        most={returnableUnits}
        typed={typed}
        setTyped={setTyped}
      />
      <ChoiceField label="Kind" value={kind} choices={returnKinds} onChange={setKind} />
      <TextField
        label="Reason"
        value={reason}
        onChange={setReason}
        rows={3}
        maxLength={1000}
        required={kind === 'fault'}
      />
    </ActionDialog>
  );
}
