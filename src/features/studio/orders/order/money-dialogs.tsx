import { useState } from 'react';
import { formatPounds, NO_PENCE } from '#domain/money/money.ts';
import { inHandNames, methodNames } from '#domain/orders/payment-words.ts';
import { givenUpText, refundFailureText } from '#domain/orders/refund-texts.ts';
import {
  cancelItems,
  closeSurplus,
  decideReview,
  giveUpRefund,
  handOverRefund,
  refundOrder,
  retryPayment,
  retryRefund,
  settlePayment,
} from '#domain/contracts/staff-money.ts';
import { CheckField } from '../../kit/form/CheckField.tsx';
import { fieldsOf } from '../../kit/form/fields-of.ts';
import { SelectField } from '../../kit/form/SelectField.tsx';
import { TextField } from '../../kit/form/TextField.tsx';
import { ContractDialog } from '../../kit/form/ContractDialog.tsx';
import { type OrderFrame, useOrderForm } from './use-order-form.ts';
import { AmountField, amountIn } from '../../kit/form/AmountField.tsx';
import { Amounts } from './Amounts.tsx';
import {
  cancelReasons,
  refundableUnits,
  refundNews,
  refundReasons,
  toSend,
} from './order-texts.ts';
import type { Refund } from './order-texts.ts';
import { allOf, itemsOf, UnitFields, useUnits } from './UnitFields.tsx';
import { useForeseen } from './use-foreseen.ts';

/** Cancels and refunds pieces before dispatch. */
export function CancelDialog(frame: OrderFrame) {
  const { order } = frame;
  const { units, fields } = useUnits(order.lines, toSend, allOf(order.lines, toSend));
  const [reason, setReason] = useState<keyof typeof cancelReasons | ''>('');
  const [restock, setRestock] = useState<boolean | null>(null);
  const cancelled = { order: order.order ?? 0, items: itemsOf(units) };
  const foresight = useForeseen(
    units.size > 0 ? { act: 'cancel', ...cancelled } : null,
    order.lines,
  );
  const { refund_pence = NO_PENCE } = foresight;
  const goesBack = restock ?? !['sold_out', 'damaged'].includes(reason);
  const form = useOrderForm(cancelItems, order, {
    asked: { ...cancelled, reason, restock: goesBack, refund_pence },
    isOneAct: true,
    blocked: foresight.problem,
    done: ({ refund }) => `Cancelled. ${refundNews(refund)}`,
  });
  return (
    <ContractDialog
      {...frame}
      form={form}
      title={`Cancel pieces of order ${order.order}`}
      verb={refund_pence > 0 ? `Cancel and refund ${formatPounds(refund_pence)}` : 'Cancel pieces'}
    >
      <UnitFields legend="Pieces to cancel" {...fields} />
      <SelectField
        label="Reason"
        {...form.at('reason')}
        value={reason}
        choices={cancelReasons}
        onChange={setReason}
      />
      <CheckField checked={goesBack} onChange={setRestock}>
        Restock: can be sold again
      </CheckField>
      {units.size > 0 && <Amounts {...foresight} />}
      {order.money?.refunds_wait && refund_pence > 0 && (
        <p>The refund waits until the dispute is decided.</p>
      )}
    </ContractDialog>
  );
}

/** Reasons that never belong to a return. */
const notForReturns: ReadonlySet<string> = new Set(['missing', 'late', 'goodwill']);

/** Refunds pieces, delivery or a goodwill amount; changes no stock. */
export function RefundDialog(frame: OrderFrame) {
  const { order } = frame;
  const { money } = order;
  const { units, fields } = useUnits(order.lines, refundableUnits, () => new Map());
  const [typed, setTyped] = useState({ shipping_pence: '', goodwill_pence: '' });
  const [reason, setReason] = useState<keyof typeof refundReasons | ''>('');
  const [chosen, setBack] = useState<string | null>(null);
  const [as_credit, setAsCredit] = useState(false);
  const shipping = amountIn(typed.shipping_pence);
  const goodwill = amountIn(typed.goodwill_pence);
  const isNothing = units.size === 0 && !shipping && !goodwill;
  const refunded = {
    order: order.order ?? 0,
    items: itemsOf(units),
    shipping_pence: shipping ?? Number.NaN,
    goodwill_pence: goodwill ?? Number.NaN,
    as_credit,
  };
  const isTyped = shipping !== null && goodwill !== null;
  const foresight = useForeseen(
    isNothing || !isTyped ? null : { act: 'refund', ...refunded },
    order.lines,
  );
  const { refund_pence = NO_PENCE } = foresight;
  const open = order.returns.filter(({ state }) => state === 'asked' || state === 'received');
  const [only] = open.length === 1 ? open : [];
  // With several open returns the user has to choose.
  const guess = open.length > 1 ? '' : String(only?.id ?? 'none');
  const back = chosen ?? (notForReturns.has(reason) ? 'none' : guess);
  const returnChoices = {
    none: 'None',
    ...Object.fromEntries(open.map(({ id, code }) => [String(id), code])),
  };
  const form = useOrderForm(refundOrder, order, {
    asked: { ...refunded, reason, return: back === 'none' ? null : Number(back), refund_pence },
    isOneAct: true,
    blocked: isNothing ? 'Choose pieces or enter an amount.' : foresight.problem,
    done: ({ refund }) => refundNews(refund),
  });
  const field = fieldsOf(typed, setTyped, form.at);
  if (money === null) return null;
  return (
    <ContractDialog
      {...frame}
      form={form}
      title={`Refund order ${order.order}`}
      verb={`Refund ${formatPounds(refund_pence)}`}
    >
      {order.units_to_send > 0 && (
        <p className="studio-soft">
          A refund alone does not stop dispatch. Use Cancel for pieces that will not be sent.
        </p>
      )}
      <UnitFields legend="Pieces to refund" {...fields} />
      <AmountField label="Delivery" {...field('shipping_pence')} most={money.shipping_rest_pence} />
      <AmountField label="Goodwill" {...field('goodwill_pence')} />
      <SelectField
        label="Reason"
        {...form.at('reason')}
        value={reason}
        choices={refundReasons}
        onChange={setReason}
      />
      {open.length > 0 && (
        <SelectField
          label="Open return"
          {...form.at('return')}
          value={back}
          choices={returnChoices}
          onChange={setBack}
        />
      )}
      <CheckField checked={as_credit} onChange={setAsCredit}>
        As store credit, e-mailed to the buyer: only if they agree
      </CheckField>
      {!isNothing && <Amounts {...foresight} />}
    </ContractDialog>
  );
}

/** Retries a failed refund now, or gives it up. */
export function RefundAttemptDialog({
  refund,
  what,
  ...frame
}: OrderFrame & { refund: Refund; what: 'retry' | 'give_up' }) {
  const amount = formatPounds(refund.amount_pence);
  const form = useOrderForm(what === 'retry' ? retryRefund : giveUpRefund, frame.order, {
    asked: { order_refund: refund.id },
    done: (answer) => refundNews(answer.refund),
  });
  return (
    <ContractDialog
      {...frame}
      form={form}
      title={what === 'retry' ? 'Retry the refund?' : 'Give up the refund?'}
      verb={what === 'retry' ? `Retry refund of ${amount}` : `Give up refund of ${amount}`}
    >
      {refund.last_failure !== null && <p>Stripe said: {refundFailureText(refund.last_failure)}</p>}
      {refund.given_up_because !== null && <p>{givenUpText(refund.given_up_because)}</p>}
      <p>
        {what === 'retry'
          ? 'The shop asks Stripe again now.'
          : 'The shop stops trying. The shopper gets no e-mail about this: write to them, because an earlier e-mail may have announced the refund.'}
      </p>
    </ContractDialog>
  );
}

const handOverNames = { ...inHandNames, other: methodNames.other } as const;

/** Records a refund that staff paid themselves. */
export function HandOverDialog({ refund, ...frame }: OrderFrame & { refund: Refund }) {
  const paidBy = frame.order.money?.method;
  const [method, setMethod] = useState<keyof typeof handOverNames>(
    paidBy === 'cash' || paidBy === 'card_reader' ? paidBy : 'other',
  );
  const [note, setNote] = useState('');
  const form = useOrderForm(handOverRefund, frame.order, {
    asked: { order_refund: refund.id, method, note },
    done: (answer) => refundNews(answer.refund),
  });
  return (
    <ContractDialog
      {...frame}
      form={form}
      title="Paid the refund back?"
      verb={`Record refund of ${formatPounds(refund.amount_pence)}`}
    >
      <SelectField label="Paid by" value={method} choices={handOverNames} onChange={setMethod} />
      <TextField
        label="Note (staff only)"
        {...form.at('note')}
        hint="For example: bank transfer on 3 May, by Max."
        value={note}
        onChange={setNote}
        rows={2}
        maxLength={1000}
      />
      <p>Pay it first. The shopper gets an e-mail that it was paid this way.</p>
    </ContractDialog>
  );
}

const outcomes = {
  completed: 'Order created.',
  refund_due: 'No answer from Stripe yet. The shop keeps trying.',
  refunded: 'Payment refunded.',
} as const;

/** Retries the refund of a payment without an order now. */
export function RetryPaymentDialog(frame: OrderFrame) {
  const { checkout, money, whys } = frame.order;
  const form = useOrderForm(retryPayment, frame.order, {
    asked: { checkout },
    done: ({ outcome }) => outcomes[outcome],
  });
  return (
    <ContractDialog
      {...frame}
      form={form}
      title="Retry the refund?"
      verb={`Retry refund of ${formatPounds(money?.rest_pence ?? NO_PENCE)}`}
    >
      {whys.map(({ id, text }) => (
        <p key={id}>{text}.</p>
      ))}
      <p>The shop asks Stripe again now.</p>
    </ContractDialog>
  );
}

const settling = {
  settle_payment: {
    call: settlePayment,
    title: 'Refunded outside Stripe?',
    label: 'How and when (staff only)',
    hint: 'For example: bank transfer on 3 May, by Max.',
    effect:
      'The shop stops trying. The shopper gets an e-mail that the refund was not made to their card.',
    news: 'Settled. The shop stops trying.',
  },
  close_surplus: {
    call: closeSurplus,
    title: 'Close the over-refund?',
    label: 'Decision (staff only)',
    hint: 'For example: asked back by e-mail, or left with the shopper.',
    effect:
      'No money moves and the shopper gets no e-mail. The over-refund no longer needs a decision.',
    news: 'Closed.',
  },
} as const;

/** Closes, with a note, a refund made outside Stripe, or an over-refund. */
export function SettlePaymentDialog({
  what,
  ...frame
}: OrderFrame & { what: keyof typeof settling }) {
  const [note, setNote] = useState('');
  const { checkout, money } = frame.order;
  const { call, title, label, hint, effect, news } = settling[what];
  const amount = formatPounds(money?.rest_pence ?? NO_PENCE);
  const form = useOrderForm(call, frame.order, { asked: { checkout, note }, done: () => news });
  return (
    <ContractDialog
      {...frame}
      form={form}
      title={title}
      verb={what === 'settle_payment' ? `Record refund of ${amount}` : 'Close over-refund'}
    >
      <TextField
        label={label}
        {...form.at('note')}
        hint={hint}
        value={note}
        onChange={setNote}
        rows={3}
        maxLength={1000}
        required
      />
      <p>{effect}</p>
    </ContractDialog>
  );
}

/** Accepts or refunds a payment under review. */
export function ReviewDialog({
  decision,
  ...frame
}: OrderFrame & { decision: 'accept' | 'refund' }) {
  const { order } = frame;
  const amount = formatPounds(order.money?.rest_pence ?? NO_PENCE);
  const form = useOrderForm(decideReview, order, {
    asked: { checkout: order.checkout, decision },
    done: ({ outcome }) => outcomes[outcome],
  });
  return (
    <ContractDialog
      {...frame}
      form={form}
      title={decision === 'accept' ? 'Accept this payment?' : 'Refund this payment?'}
      verb={decision === 'accept' ? 'Create order' : `Refund ${amount}`}
    >
      {order.whys.map(({ id, text }) => (
        <p key={id}>{text}.</p>
      ))}
      <p>
        {decision === 'accept'
          ? 'The order is created as paid and takes the goods from stock. The shopper gets a confirmation.'
          : 'The rest of the payment is refunded. The shopper gets an e-mail.'}
      </p>
      {decision === 'accept' && order.money?.disputed === true && (
        <p>The payment is disputed: nothing is dispatched until the dispute is decided.</p>
      )}
    </ContractDialog>
  );
}
