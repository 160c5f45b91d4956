import '../kit/without-eval.ts';
import type { AreaPlace } from '../kit/place.ts';
import { useMay } from '../kit/may.ts';
import { PayoutsPage } from './PayoutsPage.tsx';
import { QuartersPage } from './QuartersPage.tsx';
import { SalesPage } from './SalesPage.tsx';
import { VisitsPage } from './VisitsPage.tsx';

/** Figures for those who may see money, visits for marketers as well, and quarters and payouts for those who do the accounts. */
export default function FiguresArea({ place: { page, query } }: { place: AreaPlace }) {
  const may = useMay();
  const maySell = may('see_money');
  if (may('see_visits') && (page === 'visits' || !maySell)) return <VisitsPage query={query} />;
  if (may('export_accounts') && page === 'payouts') return <PayoutsPage query={query} />;
  if (may('export_accounts') && (page === 'quarters' || !maySell)) return <QuartersPage />;
  return <SalesPage query={query} />;
}
