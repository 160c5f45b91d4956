import { discountLabel } from '#domain/cart/discount-label.ts';
import { discountText, formatPounds } from '#domain/money/money.ts';
import type { Pence } from '#domain/money/money.ts';
import { cardRefundTexts, paidTexts } from '#domain/orders/payment-words.ts';
import { givenUpText, refundFailureText } from '#domain/orders/refund-texts.ts';
import type { StaffOrder } from '#domain/contracts/staff-orders.ts';
import { momentText } from '../../kit/day-text.ts';
import { ActButtons } from './ActButtons.tsx';
import { CreditNoteButtons } from './CreditNoteButtons.tsx';
import { refundActs } from './decisions.tsx';
import type { Open } from './use-order-form.ts';
import { disputeText, lineName, reasonText, refundStates } from './order-texts.ts';
import type { Refund } from './order-texts.ts';
import { Section } from './Section.tsx';
import { stripeLink } from './stripe-link.ts';

function RefundRow({ refund, order, open }: { refund: Refund; order: StaffOrder; open: Open }) {
  const parts: [name: string, part: Pence | null][] = [
    ['goods', refund.goods_pence],
    ['tax', refund.tax_pence],
    ['delivery', refund.shipping_pence],
    ['goodwill', refund.goodwill_pence],
    ['after a deduction for use of', refund.deduction_pence],
  ];
  const inParts = parts
    .flatMap(([name, part]) => (part ? [`${name} ${formatPounds(part)}`] : []))
    .join(', ');
  const pieces = refund.items.flatMap(({ variant_id, quantity }) => {
    const line = order.lines.find((other) => other.variant_id === variant_id);
    return line ? [`${quantity} × ${lineName(line)}`] : [];
  });
  const amount = formatPounds(refund.amount_pence);
  const isOpen = refund.source === 'order' && ['due', 'failed'].includes(refund.state);
  const { money } = order;
  const isToPay = isOpen && money !== null && money.method !== 'stripe';
  return (
    <li>
      <p className="order-row">
        <b>{amount}</b>{' '}
        <span className="order-state">
          {isToPay ? 'To be paid by us' : refundStates[refund.state]}
        </span>
      </p>
      <p className="studio-soft">
        <time dateTime={refund.asked_at}>{momentText(refund.asked_at)}</time>
        {refund.source === 'dashboard' && ', in the Stripe dashboard'}
        {refund.source === 'outside' && ', outside Stripe'}
        {refund.source === 'credit' && ', to the gift card'}
        {refund.reason !== null && `, ${reasonText(refund.reason)}`}
      </p>
      {(inParts !== '' || pieces.length > 0) && (
        <p className="studio-soft">{[...pieces, inParts].filter(Boolean).join('; ')}</p>
      )}
      {cardRefundTexts(refund.cards).map((text) => (
        <p key={text} className="studio-soft">
          {text}
        </p>
      ))}
      {refund.last_failure !== null && refund.state !== 'succeeded' && (
        <p className="message-error">
          {refund.failures > 1 ? `Failed ${refund.failures} times: ` : 'Failed: '}
          {refundFailureText(refund.last_failure)}
        </p>
      )}
      {refund.given_up_because !== null && (
        <p className="studio-soft">{givenUpText(refund.given_up_because)}</p>
      )}
      {isOpen && money !== null && (
        <ActButtons
          acts={refundActs(refund, money, !money.refunds_wait)}
          about={`refund of ${amount}`}
          open={open}
        />
      )}
    </li>
  );
}

type Sum = [name: string, sum: Pence | string];

/** Payment, refunds and disputes, for users who may see money. */
export function MoneySection({ order, open }: { order: StaffOrder; open: Open }) {
  const { money } = order;
  if (money === null) return null;
  const link = stripeLink(money);
  const discount = discountLabel({
    code: money.code,
    paidWith: money.paid_with,
    discount: money.discount_pence,
  });
  const isIncluded = money.included_basis_points > 0;
  const added: Sum = [`Tax, ${money.tax_basis_points / 100} %`, money.tax_pence];
  const included: Sum = [
    `Includes tax, ${money.included_basis_points / 100} %`,
    money.tax_inside_pence,
  ];
  const sums: Sum[] = [
    ['Goods', money.subtotal_pence],
    ...(discount === null ? [] : [[discount, discountText(money.discount_pence)] satisfies Sum]),
    ...(isIncluded ? [] : [added]),
    ['Delivery', money.shipping_pence],
    ...(money.adjustment_pence === 0 ? [] : [['Adjustment', money.adjustment_pence] satisfies Sum]),
    ['Charged', money.charged_pence],
    ...(money.credit_pence === 0 ? [] : [['Of it by gift card', money.credit_pence] satisfies Sum]),
    ...(isIncluded ? [included] : []),
    ['Refunded', money.refunded_pence],
    ['To be refunded', money.owed_pence],
    ...(money.refunds_wait ? [] : [['Can still be refunded', money.rest_pence] satisfies Sum]),
  ];
  return (
    <Section title="Money">
      <dl className="order-sums">
        {sums.map(([name, sum]) => (
          <div key={name} data-total={name === 'Charged' ? '' : undefined}>
            <dt>{name}</dt>
            <dd>{typeof sum === 'string' ? sum : formatPounds(sum)}</dd>
          </div>
        ))}
      </dl>
      {money.method !== 'stripe' && money.charged_pence > 0 && (
        <p>Paid {paidTexts[money.method]}: we pay refunds back ourselves.</p>
      )}
      {money.refunds_wait && (
        <p>No refunds until the dispute is decided: the bank holds the money.</p>
      )}
      {money.disputes.map((dispute) => (
        <p key={dispute.id} className="order-dispute">
          <b>Disputed: {formatPounds(dispute.amount_pence)}.</b> {disputeText(dispute)}
          {dispute.due_by !== null && dispute.closed_at === null && (
            <span className="studio-late">
              Respond by <time dateTime={dispute.due_by}>{momentText(dispute.due_by)}</time>
            </span>
          )}
        </p>
      ))}
      {money.refunds.length > 0 && (
        <>
          <h3 className="eyebrow">Refunds</h3>
          <ul className="order-list">
            {money.refunds.map((refund) => (
              <RefundRow key={refund.id} refund={refund} order={order} open={open} />
            ))}
          </ul>
        </>
      )}
      <CreditNoteButtons order={order} notes={money.credit_notes} />
      {link !== null && (
        <p>
          <a className="link" href={link} target="_blank" rel="noreferrer">
            Payment in Stripe
          </a>
        </p>
      )}
    </Section>
  );
}
