import '../without-eval.ts';
import type { AreaPlace } from '../place.ts';
import { MailingEditor } from './MailingEditor.tsx';
import { MailingList } from './MailingList.tsx';
import { Subscribers } from './Subscribers.tsx';

/** Where marketers see who is on the list, and write to them. */
export default function MailingArea({ place }: { place: AreaPlace }) {
  if (place.page === 'subscribers') return <Subscribers />;
  const { id } = place.query;
  if (place.page === 'write' && id !== undefined) return <MailingEditor key={id} id={id} />;
  return <MailingList />;
}
