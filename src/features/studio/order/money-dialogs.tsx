import { useState } from 'react';
import {
  cancelItems,
  decidePayment,
  decideRefund,
  decideReview,
  refundOrder,
} from '#api/staff/money.ts';
import { formatPounds, NO_PENCE, pence } from '#domain/money.ts';
import type { Pence } from '#domain/money.ts';
import { cancelAmount, refundableUnits, refundAmount } from '#domain/refund-amount.ts';
import type { RefundAmount } from '#domain/refund-amount.ts';
import { givenUpText, refundFailureText } from '#domain/refund-texts.ts';
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
import { cancelReasons, refundNews, refundReasons, toSend } from './order-texts.ts';
import type { Refund } from './order-texts.ts';

/** The parts of what goes back, and what is left after it. */
export function Amounts({ amount, rest }: { amount: RefundAmount; rest: Pence }) {
  const parts: [name: string, part: Pence][] = [
    ['Goods', amount.goods],
    ['Tax', amount.tax],
    ['Delivery', amount.shipping],
    ['Goodwill', amount.goodwill],
  ];
  return (
    <dl className="order-sums">
      {parts.map(([name, part]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{formatPounds(part)}</dd>
        </div>
      ))}
      <div data-total="">
        <dt>Goes back</dt>
        <dd>{formatPounds(amount.total)}</dd>
      </div>
      <div>
        <dt>Left of the payment after that</dt>
        <dd>{rest < amount.total ? 'Not enough' : formatPounds(pence(rest - amount.total))}</dd>
      </div>
    </dl>
  );
}

/** What is wrong with amounts that were typed; empty when nothing is. */
export function amountProblem(
  total: Pence,
  shipping: Pence,
  { rest_pence, shipping_rest_pence }: { rest_pence: Pence; shipping_rest_pence: Pence },
): string {
  if (shipping > shipping_rest_pence) {
    return `Of the delivery, ${formatPounds(shipping_rest_pence)} is left.`;
  }
  return total > rest_pence ? `Of the payment, ${formatPounds(rest_pence)} is left.` : '';
}

/** Takes pieces out of an order before they leave, and refunds them. */
export function CancelDialog(frame: DialogFrame) {
  const { order } = frame;
  const { typed, setTyped, units } = useUnits(
    order.lines,
    toSend,
    () => new Map(order.lines.map(({ variant_id, to_send }) => [variant_id, to_send])),
  );
  const [reason, setReason] = useState<keyof typeof cancelReasons | ''>('');
  const [restock, setRestock] = useState<boolean | null>(null);
  const amount = cancelAmount(order, units);
  const goesBack = restock ?? !['sold_out', 'damaged'].includes(reason);
  return (
    <ActionDialog
      {...frame}
      title={`Cancel pieces of order ${order.order}`}
      verb={amount.total > 0 ? `Cancel and refund ${formatPounds(amount.total)}` : 'Cancel pieces'}
      check={() => (units.size === 0 ? 'Choose what to cancel.' : '')}
      act={async (event, customer) => {
        if (reason === '') return '';
        const body = { event, order: order.order ?? 0, items: itemsOf(units), reason };
        const { refund } = await cancelItems({ ...body, restock: goesBack }, customer);
        return `Cancelled. ${refundNews(refund)}`;
      }}
    >
      <UnitFields
        legend="Pieces that will not leave"
        lines={order.lines}
        most={toSend}
        typed={typed}
        setTyped={setTyped}
      />
      <ChoiceField label="Reason" value={reason} choices={cancelReasons} onChange={setReason} />
      <label className="studio-check">
        <input
          type="checkbox"
          checked={goesBack}
          onChange={({ currentTarget: { checked } }) => setRestock(checked)}
        />
        Back into stock: they can be sold again
      </label>
      {order.money && <Amounts amount={amount} rest={order.money.rest_pence} />}
      {order.money?.refunds_wait && amount.total > 0 && (
        <p>The money can go back only once the dispute is decided.</p>
      )}
    </ActionDialog>
  );
}

/** Reasons that are about something else than goods that come back. */
const notForReturns: ReadonlySet<string> = new Set(['missing', 'late', 'goodwill']);

/** Refunds pieces, delivery or a goodwill amount; no goods move. */
export function RefundDialog(frame: DialogFrame) {
  const { order } = frame;
  const { money } = order;
  const { typed, setTyped, units } = useUnits(order.lines, refundableUnits, () => new Map());
  const [shippingText, setShipping] = useState('');
  const [goodwillText, setGoodwill] = useState('');
  const [reason, setReason] = useState<keyof typeof refundReasons | ''>('');
  const [chosen, setBack] = useState<string | null>(null);
  if (money === null) return null;
  const open = order.returns.filter(({ state }) => state === 'asked' || state === 'received');
  const [only] = open.length === 1 ? open : [];
  // More than one: the person says which, and nothing is guessed.
  const guess = open.length > 1 ? '' : String(only?.id ?? 'none');
  const back = chosen ?? (notForReturns.has(reason) ? 'none' : guess);
  const returnChoices = {
    none: 'None',
    ...Object.fromEntries(open.map(({ id, code }) => [String(id), code])),
  };
  const shipping = amountIn(shippingText);
  const goodwill = amountIn(goodwillText);
  const amount = refundAmount(order, units, {
    shipping: shipping ?? NO_PENCE,
    goodwill: goodwill ?? NO_PENCE,
  });
  const isNothing = units.size === 0 && !shipping && !goodwill;
  return (
    <ActionDialog
      {...frame}
      title={`Refund order ${order.order}`}
      verb={`Refund ${formatPounds(isNothing ? NO_PENCE : amount.total)}`}
      check={() => {
        if (shipping === null || goodwill === null) return 'Type amounts such as 4.95.';
        if (isNothing) return 'Choose pieces, or type an amount.';
        return amountProblem(amount.total, shipping, money);
      }}
      act={async (event, customer) => {
        if (reason === '' || shipping === null || goodwill === null) return '';
        const body = { event, order: order.order ?? 0, items: itemsOf(units), reason };
        const amounts = { shipping_pence: shipping, goodwill_pence: goodwill };
        const of = back === 'none' ? null : Number(back);
        const { refund } = await refundOrder({ ...body, ...amounts, return: of }, customer);
        return refundNews(refund);
      }}
    >
      {order.units_to_send > 0 && (
        <p className="studio-soft">
          This moves no goods: what was refunded can still leave. Cancel what will not leave.
        </p>
      )}
      <UnitFields
        legend="Pieces whose price goes back"
        lines={order.lines}
        most={refundableUnits}
        typed={typed}
        setTyped={setTyped}
      />
      <AmountField
        label="Delivery"
        value={shippingText}
        onChange={setShipping}
        most={money.shipping_rest_pence}
      />
      <AmountField label="Goodwill" value={goodwillText} onChange={setGoodwill} />
      <ChoiceField label="Reason" value={reason} choices={refundReasons} onChange={setReason} />
      {open.length > 0 && (
        <ChoiceField
          label="For a return that is still open"
          value={back}
          choices={returnChoices}
          onChange={setBack}
        />
      )}
      {!isNothing && <Amounts amount={amount} rest={money.rest_pence} />}
    </ActionDialog>
  );
}

/** Has a refund that failed tried again now, or gives it up. */
export function RefundAttemptDialog({
  refund,
  what,
  ...frame
}: DialogFrame & { refund: Refund; what: 'retry' | 'give_up' }) {
  const amount = formatPounds(refund.amount_pence);
  return (
    <ActionDialog
      {...frame}
      title={what === 'retry' ? 'Try the refund again?' : 'Give the refund up?'}
      verb={what === 'retry' ? `Try again to refund ${amount}` : `Give ${amount} up`}
      act={async (event, customer) => {
        const body = { event, order_refund: refund.id, do: what };
        return refundNews((await decideRefund(body, customer)).refund);
      }}
    >
      {refund.last_failure !== null && <p>Stripe said: {refundFailureText(refund.last_failure)}</p>}
      {refund.given_up_because !== null && <p>{givenUpText(refund.given_up_because)}</p>}
      <p>
        {what === 'retry'
          ? 'Stripe is asked once more, at once.'
          : 'The shop makes no further attempt. The shopper is not told: write to them, since an e-mail may have said that the money is on its way.'}
      </p>
    </ActionDialog>
  );
}

const outcomes = {
  completed: 'The order is made.',
  refund_due: 'Stripe has not answered yet. The shop goes on trying by itself.',
  refunded: 'The payment is refunded.',
} as const;

/** Has the refund of a payment without an order tried again now. */
export function RetryPaymentDialog(frame: DialogFrame) {
  const { checkout, money, whys } = frame.order;
  return (
    <ActionDialog
      {...frame}
      title="Try the refund again?"
      verb={`Try again to refund ${formatPounds(money?.rest_pence ?? NO_PENCE)}`}
      act={async (event, customer) => {
        const body = { event, checkout, do: 'retry_payment' } as const;
        return outcomes[(await decidePayment(body, customer)).outcome];
      }}
    >
      {whys.map(({ id, text }) => (
        <p key={id}>{text}.</p>
      ))}
      <p>Stripe is asked once more, at once.</p>
    </ActionDialog>
  );
}

const settling = {
  settle_payment: {
    title: 'Was it paid back in another way?',
    label: 'How, and when, which only colleagues read',
    hint: 'Such as: bank transfer of 3 May, by Max.',
    told: 'The shop makes no further attempt. The shopper gets an e-mail that it was paid back in another way than by card.',
    news: 'Settled. The shop makes no further attempt.',
  },
  close_surplus: {
    title: 'What becomes of what was refunded too much?',
    label: 'What was decided, which only colleagues read',
    hint: 'Such as: asked back by e-mail; or: left to the shopper.',
    told: 'Nothing moves, and the shopper is not told. It is no longer among what needs a decision.',
    news: 'Noted.',
  },
} as const;

/** Ends, with a note, what Stripe cannot: a refund that was paid in another way, or one too much. */
export function SettlePaymentDialog({
  what,
  ...frame
}: DialogFrame & { what: keyof typeof settling }) {
  const [note, setNote] = useState('');
  const { checkout, money } = frame.order;
  const { title, label, hint, told, news } = settling[what];
  const amount = formatPounds(money?.rest_pence ?? NO_PENCE);
  return (
    <ActionDialog
      {...frame}
      title={title}
      verb={what === 'settle_payment' ? `${amount} was paid back` : 'Close it'}
      content={note}
      act={async (event, customer) => {
        await decidePayment({ event, checkout, do: what, note }, customer);
        return news;
      }}
    >
      <TextField
        label={label}
        hint={hint}
        value={note}
        onChange={setNote}
        rows={3}
        maxLength={1000}
        required
      />
      <p>{told}</p>
    </ActionDialog>
  );
}

/** Ends the review of a payment. */
export function ReviewDialog({
  decision,
  ...frame
}: DialogFrame & { decision: 'accept' | 'refund' }) {
  const { order } = frame;
  const amount = formatPounds(order.money?.rest_pence ?? NO_PENCE);
  return (
    <ActionDialog
      {...frame}
      title={decision === 'accept' ? 'Accept this payment?' : 'Refund this payment?'}
      verb={decision === 'accept' ? 'Make the order' : `Refund ${amount}`}
      act={async (event, customer) => {
        const answer = await decideReview({ event, checkout: order.checkout, decision }, customer);
        return outcomes[answer.outcome];
      }}
    >
      {order.whys.map(({ id, text }) => (
        <p key={id}>{text}.</p>
      ))}
      <p>
        {decision === 'accept'
          ? 'The order is made as it was paid, and takes the goods from stock. The shopper gets the confirmation.'
          : 'All that is left of the payment goes back. The shopper is told by e-mail.'}
      </p>
    </ActionDialog>
  );
}
