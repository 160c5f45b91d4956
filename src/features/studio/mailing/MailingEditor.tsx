import { useQuery } from '@tanstack/react-query';
import { Awaited } from '../kit/Awaited.tsx';
import { meQuery } from '../kit/me-query.ts';
import { linkTo } from '../kit/use-place.ts';
import { MailingActions } from './MailingActions.tsx';
import { MailingForm } from './MailingForm.tsx';
import { DeadLinks, Figures, stateText } from './MailingList.tsx';
import { mailingsQuery } from './mailing-queries.ts';

/** One mailing: editable as a draft, then read-only with its figures. */
export function MailingEditor({ id }: { id: string }) {
  const found = useQuery(mailingsQuery);
  const { data } = found;
  const me = useQuery(meQuery);
  if (!me.data) return <Awaited query={me} />;
  if (!data) return <Awaited query={found} />;
  const mailing = data.mailings.find((one) => one.id === id);
  return (
    <>
      <p className="mailing-back">
        <a {...linkTo({ at: 'mailing', page: '', query: {} })} className="link">
          All mailings
        </a>
      </p>
      <h1 className="heading">{mailing?.content.subject || 'New mailing'}</h1>
      {mailing && <p>{stateText(mailing)}</p>}
      {mailing && <DeadLinks mailing={mailing} />}
      {mailing?.started_at && <Figures mailing={mailing} />}
      {(mailing === undefined || mailing.state === 'draft') && (
        <MailingForm
          id={id}
          who={me.data.username}
          mailing={mailing}
          people={mailing?.people ?? data.people}
        />
      )}
      {mailing && mailing.state !== 'draft' && <MailingActions mailing={mailing} />}
    </>
  );
}
