import type { PayoutsAnswer } from '#domain/contracts/staff-payouts.ts';
import { momentText } from '../kit/day-text.ts';
import { FigureTable } from './FigureTable.tsx';
import { PaymentLink } from './PaymentLink.tsx';
import { moneyText } from './quarter-texts.ts';

/** Payments and refunds of the shop that Stripe's balance lacks; nothing without any. */
export function MissingTable({ missing }: Pick<PayoutsAnswer, 'missing'>) {
  if (missing.length === 0) return null;
  return (
    <FigureTable
      title="Missing in Stripe’s balance for three days"
      columns={['Payment', 'When', 'Amount']}
      rows={missing.map(({ kind, at, amount_pence: amount, currency, ...about }) => ({
        key: `${kind} ${about.stripe}`,
        name: (
          <>
            {kind === 'sale' ? 'Sale' : 'Refund'}, <PaymentLink {...about} />
          </>
        ),
        cells: [momentText(at), moneyText(amount, currency)],
      }))}
      none=""
      panel="payout-missing"
    />
  );
}
