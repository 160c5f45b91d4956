import '../kit/without-eval.ts';
import type { AreaPlace } from '../kit/place.ts';
import { LeftCarts } from './LeftCarts.tsx';
import { MailingEditor } from './MailingEditor.tsx';
import { MailingList } from './MailingList.tsx';
import { Subscribers } from './Subscribers.tsx';
import { WelcomeCode } from './WelcomeCode.tsx';

/** Mailings and subscribers, for marketers. */
export default function MailingArea({ place }: { place: AreaPlace }) {
  if (place.page === 'subscribers') return <Subscribers />;
  if (place.page === 'carts') return <LeftCarts />;
  if (place.page === 'welcome') return <WelcomeCode />;
  const { id } = place.query;
  if (place.page === 'write' && id !== undefined) return <MailingEditor key={id} id={id} />;
  return <MailingList />;
}
