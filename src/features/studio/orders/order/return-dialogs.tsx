import { useState } from 'react';
import { formatPounds, NO_PENCE, poundsText } from '#domain/money/money.ts';
import { faultKinds, returnNames } from '#domain/orders/return-kinds.ts';
import {
  askReturn,
  receiveReturn,
  refuseReturn,
  settleReturn,
} from '#domain/contracts/staff-return.ts';
import { fieldsOf } from '../../kit/form/fields-of.ts';
import { SelectField } from '../../kit/form/SelectField.tsx';
import { TextField } from '../../kit/form/TextField.tsx';
import { ContractDialog } from '../../kit/form/ContractDialog.tsx';
import { type OrderFrame, useOrderForm } from './use-order-form.ts';
import { AmountField, amountIn } from '../../kit/form/AmountField.tsx';
import { Amounts } from './Amounts.tsx';
import { namedPieces, refundNews, returnableUnits } from './order-texts.ts';
import type { Return } from './order-texts.ts';
import { allOf, itemsOf, UnitFields, useUnits } from './UnitFields.tsx';
import { type Foresight, useForeseen } from './use-foreseen.ts';

type ReturnFrame = OrderFrame & { back: Return };

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
  const isTooMuch = items.some(
    ({ restocked, written_off, ...item }) => restocked + written_off > mostOf(item),
  );
  const form = useOrderForm(receiveReturn, frame.order, {
    asked: { return: back.id, items },
    isOneAct: true,
    blocked: isTooMuch ? 'That is more than the return contains.' : '',
    done({ state }) {
      if (state === 'settled')
        return 'Received. The shopper gets an e-mail. Nothing is left to refund.';
      return frame.order.money === null
        ? 'Received. The shopper gets an e-mail. A manager settles the refund.'
        : 'Received. The shopper gets an e-mail. Settle it after inspection.';
    },
  });
  return (
    <ContractDialog {...frame} form={form} title={`Receive ${back.code}`} verb="Receive">
      {back.reason !== null && <p>Reason: {back.reason}</p>}
      <UnitFields legend="Back on sale" {...sound.fields} />
      <UnitFields legend="Written off: cannot be sold again" {...bad.fields} />
    </ContractDialog>
  );
}

/** Pieces of an exchange for which the return, once it is closed, has brought nothing. */
function UnreturnedPieces({ foreseen }: Foresight) {
  if (!foreseen) return null;
  const { unsent, kept } = foreseen;
  return (
    <>
      {unsent.length > 0 && (
        <p>
          <b>Not sent in exchange:</b> {namedPieces(unsent)}. What they were to replace is not back.
          They go back into stock; a difference paid for them is in the refund.
        </p>
      )}
      {kept.length > 0 && (
        <p>
          <b>Sent already:</b> {namedPieces(kept)}. What they replace is not back, and nothing is
          charged for it: ask the shopper to return either.
        </p>
      )}
    </>
  );
}

/** Settles the refund of a received return. */
export function SettleReturnDialog({ back, ...frame }: ReturnFrame) {
  const { order } = frame;
  const { money } = order;
  const suggested = back.delivery_pence ?? NO_PENCE;
  const [typed, setTyped] = useState({
    shipping_pence: suggested === 0 ? '' : poundsText(suggested),
    deduction_pence: '',
    deduction_reason: '',
  });
  const shipping = amountIn(typed.shipping_pence);
  const deduction = amountIn(typed.deduction_pence);
  const settled = {
    return: back.id,
    shipping_pence: shipping ?? Number.NaN,
    deduction_pence: deduction ?? Number.NaN,
  };
  const isTyped = shipping !== null && deduction !== null;
  const foresight = useForeseen(isTyped ? { act: 'settle', ...settled } : null, order.lines);
  const { refund_pence } = foresight;
  const form = useOrderForm(settleReturn, order, {
    asked: { ...typed, ...settled, refund_pence },
    isOneAct: true,
    blocked: foresight.problem,
    done: ({ refund }) => `Settled. ${refundNews(refund)}`,
  });
  const field = fieldsOf(typed, setTyped, form.at);
  if (money === null) return null;
  return (
    <ContractDialog
      {...frame}
      form={form}
      title={`Settle ${back.code}`}
      verb={
        refund_pence === 0
          ? 'Close without a refund'
          : `Refund ${refund_pence === undefined ? '–' : formatPounds(refund_pence)}`
      }
    >
      <AmountField
        label="Delivery to the shopper"
        {...field('shipping_pence')}
        most={money.shipping_rest_pence}
      />
      <AmountField label="Deduction for use" {...field('deduction_pence')} />
      {settled.deduction_pence > 0 && (
        <TextField
          label="Why it is deducted (the shopper reads this)"
          {...field('deduction_reason')}
          rows={2}
          maxLength={300}
          required
        />
      )}
      <Amounts {...foresight} />
      <UnreturnedPieces {...foresight} />
      {order.exchange_of !== null && (
        <p className="studio-soft">
          What was paid with order {order.exchange_of.order} is refunded from there.
        </p>
      )}
    </ContractDialog>
  );
}

/** Refuses a return: the goods stay with the shopper, or go back to them. */
export function RefuseReturnDialog({ back, ...frame }: ReturnFrame) {
  const [reason, setReason] = useState('');
  const foresight = useForeseen({ act: 'refuse', return: back.id }, frame.order.lines);
  const { refund_pence } = foresight;
  const form = useOrderForm(refuseReturn, frame.order, {
    asked: { return: back.id, reason, refund_pence },
    isOneAct: true,
    blocked: foresight.problem,
    done: ({ refund }) => `Refused. The shopper gets an e-mail. ${refundNews(refund)}`,
  });
  return (
    <ContractDialog {...frame} form={form} title={`Refuse ${back.code}`} verb="Refuse the return">
      <TextField
        label="Reason (shown to the shopper)"
        {...form.at('reason')}
        value={reason}
        onChange={setReason}
        rows={4}
        maxLength={1000}
        required
      />
      {refund_pence !== 0 && <Amounts {...foresight} />}
      <UnreturnedPieces {...foresight} />
    </ContractDialog>
  );
}

/** Creates a return requested outside the shop, or whose parcel arrived unannounced. */
export function CreateReturnDialog(frame: OrderFrame) {
  const { order } = frame;
  const { lines } = order;
  const { units, fields } = useUnits(lines, returnableUnits, allOf(lines, returnableUnits));
  const [kind, setKind] = useState<Return['kind']>('return');
  const [reason, setReason] = useState('');
  const form = useOrderForm(askReturn, order, {
    asked: { order: order.order ?? 0, kind, items: itemsOf(units), reason },
    isOneAct: true,
    done: ({ code }) => `Return ${code} created. The shopper gets the code by e-mail.`,
  });
  return (
    <ContractDialog {...frame} form={form} title="Create a return" verb="Create">
      <UnitFields legend="Pieces to return" {...fields} />
      <SelectField label="Kind" value={kind} choices={returnNames} onChange={setKind} />
      <TextField
        label="Reason (the shopper reads this)"
        {...form.at('reason')}
        value={reason}
        onChange={setReason}
        rows={3}
        maxLength={1000}
        required={faultKinds.includes(kind)}
      />
    </ContractDialog>
  );
}
