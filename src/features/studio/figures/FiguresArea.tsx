import '../without-eval.ts';
import type { AreaPlace } from '../place.ts';
import { useMay } from '../may.ts';
import { SalesPage } from './SalesPage.tsx';
import { VisitsPage } from './VisitsPage.tsx';

/** Figures of a day, week or month: sales for those who may see money, visits for marketers as well. */
export default function FiguresArea({ place: { page, query } }: { place: AreaPlace }) {
  const may = useMay();
  return may('see_visits') && (page === 'visits' || !may('see_money')) ? (
    <VisitsPage query={query} />
  ) : (
    <SalesPage query={query} />
  );
}
