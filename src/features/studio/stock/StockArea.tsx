import '../kit/without-eval.ts';
import type { AreaPlace } from '../kit/place.ts';
import { ColourPage } from './ColourPage.tsx';
import { StockList } from './StockList.tsx';
import { StockTake } from './StockTake.tsx';

/** The stockroom, for those who keep it. */
export default function StockArea({ place }: { place: AreaPlace }) {
  if (place.page === 'count') return <StockTake />;
  if (place.page === 'colour') return <ColourPage key={place.query['id']} place={place} />;
  return <StockList place={place} />;
}
