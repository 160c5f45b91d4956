import { useQuery } from '@tanstack/react-query';
import { getPayouts } from '#domain/contracts/staff-payouts.ts';
import { keepsPrevious, staffQuery } from '../kit/staff-query.ts';
import { momentText } from '../kit/day-text.ts';
import { PageLinks } from '../kit/PageLinks.tsx';
import type { AreaPlace } from '../kit/place.ts';
import { Awaited } from '../kit/Awaited.tsx';
import { MissingTable } from './MissingTable.tsx';
import { PayoutPanel } from './PayoutPanel.tsx';

function payoutsQuery(after: string | undefined) {
  return staffQuery(['payouts', after], getPayouts, { after }, keepsPrevious);
}

function pageAt(query: Record<string, string>) {
  return { at: 'figures', page: 'payouts', query } as const;
}

/** Payouts of Stripe, each beside what it is made of, and what does not agree with the shop's payments. */
export function PayoutsPage({ query: { after } }: Pick<AreaPlace, 'query'>) {
  const found = useQuery(payoutsQuery(after));
  const { data } = found;
  if (!data) return <Awaited query={found} />;
  return (
    <>
      <h1 className="heading">Payouts</h1>
      <p className="studio-soft quarter-note">
        {data.read_at === null
          ? 'Stripe’s balance has not been read yet: the shop reads it every hour.'
          : `Stripe’s balance was last read on ${momentText(data.read_at)}. A payout is reconciled once it equals its sales, refunds, disputes and fees, and these the shop’s own.`}
      </p>
      <MissingTable missing={data.missing} />
      {data.payouts.length === 0 ? (
        <p className="studio-empty">No payouts yet.</p>
      ) : (
        <ul className="payout-list">
          {data.payouts.map((payout) => (
            <PayoutPanel key={payout.id} payout={payout} />
          ))}
        </ul>
      )}
      <PageLinks
        first={after === undefined ? null : pageAt({})}
        next={data.next === null ? null : pageAt({ after: data.next })}
      />
    </>
  );
}
