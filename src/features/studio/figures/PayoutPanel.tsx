import type { Difference, Payout } from '#domain/contracts/staff-payouts.ts';
import { Facts } from '../kit/Facts.tsx';
import { daysText } from './figure-texts.ts';
import { differenceText, stateText } from './payout-texts.ts';
import { PaymentLink } from './PaymentLink.tsx';
import { moneyText } from './quarter-texts.ts';

function DifferenceRow({ difference, currency }: { difference: Difference; currency: string }) {
  return (
    <li>
      {differenceText(difference, currency)} <PaymentLink {...difference} />
    </li>
  );
}

function partOf(name: string, sum: number | null): [name: string, sum: number][] {
  return sum === null ? [] : [[name, sum]];
}

/** A payout: its parts as a sum, whether it is reconciled, and what differs. */
export function PayoutPanel({ payout }: { payout: Payout }) {
  const {
    id,
    currency,
    amount_pence: amount,
    arrives_on: day,
    differences,
    rest_pence: rest,
    before_pence: before,
    left_pence: left,
  } = payout;
  const hasParts = payout.state === 'reconciled' || payout.state === 'differs';
  const parts: [name: string, sum: number][] = [
    ...partOf('Balance before', before),
    ['Sales', payout.sales_pence],
    ['Refunds', payout.refunds_pence],
    ['Disputes', payout.disputes_pence],
    ['Fees', 0 - payout.fees_pence],
    ...partOf('Other', payout.other_pence || null),
    ...partOf('Not listed by Stripe', (!payout.by_hand && rest) || null),
    ...partOf('Balance left', left),
  ];
  return (
    <li className="studio-panel payout" aria-labelledby={id}>
      <div className="payout-head">
        <h2 id={id} className="studio-subheading">
          {moneyText(amount, currency)} <span className="studio-dim">{daysText(day, day)}</span>
        </h2>
        <span className="order-state" data-differs={payout.state === 'differs' ? '' : undefined}>
          {stateText(payout)}
        </span>
      </div>
      {hasParts && (
        <Facts
          className="payout-sums"
          facts={parts.map(([name, sum]) => [name, moneyText(sum, currency)])}
        />
      )}
      {differences.length > 0 && (
        <ul className="payout-differences">
          {differences.map((difference) => (
            <DifferenceRow key={difference.id} difference={difference} currency={currency} />
          ))}
        </ul>
      )}
      <p>
        <a
          className="link"
          href={`https://dashboard.stripe.com/${payout.is_live ? '' : 'test/'}payouts/${id}`}
          target="_blank"
          rel="noreferrer"
        >
          Payout in Stripe
        </a>
      </p>
    </li>
  );
}
