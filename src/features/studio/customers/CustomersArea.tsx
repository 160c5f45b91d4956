import '../kit/without-eval.ts';
import { TemplatesPage } from '../messages/TemplatesPage.tsx';
import type { AreaPlace } from '../kit/place.ts';
import { CustomerList } from './CustomerList.tsx';
import { CustomerPage } from './CustomerPage.tsx';

/** Customers, and the templates of messages to them. */
export default function CustomersArea({ place }: { place: AreaPlace }) {
  if (place.page === 'templates') return <TemplatesPage />;
  if (place.page === 'customer') return <CustomerPage key={place.query['id']} place={place} />;
  return <CustomerList place={place} />;
}
