import { useQuery } from '@tanstack/react-query';
import { londonText } from '#domain/basics/london-clock.ts';
import type { Mailing } from '#domain/contracts/staff-mailings.ts';
import { Facts } from '../kit/Facts.tsx';
import { Button } from '../kit/Button.tsx';
import { Awaited } from '../kit/Awaited.tsx';
import { goTo, linkTo } from '../kit/use-place.ts';
import { mailingsQuery } from './mailing-queries.ts';
import { deadLinksText } from './dead-links.ts';
import { peopleText } from './people-text.ts';

/** State of a mailing as text. */
export function stateText(mailing: Mailing): string {
  const { state, send_at, when_open, opens_at, started_at, ended_at } = mailing;
  if (state === 'scheduled' && when_open) {
    return `Goes out when its products open: ${opens_at ? londonText(opens_at) : 'no time is set'}`;
  }
  if (state === 'scheduled' && send_at) return `Goes out on ${londonText(send_at)}`;
  if (state === 'sending') return 'Being sent';
  if (state === 'stopped') {
    return started_at ? 'Stopped halfway' : 'Not sent: its send time was missed';
  }
  return state === 'sent' && ended_at ? `Sent on ${londonText(ended_at)}` : 'Draft';
}

/** Warns of a scheduled mailing's links that lead nowhere. */
export function DeadLinks({ mailing }: { mailing: Mailing }) {
  const text = mailing.state === 'scheduled' ? deadLinksText(mailing) : undefined;
  return text && <p className="studio-warning">{text}</p>;
}

/** Figures of a mailing being sent or sent. */
export function Figures({ mailing }: { mailing: Mailing }) {
  const { sent, owed, failed, unsubscribed } = mailing;
  const figures = {
    Sent: sent,
    Remaining: owed,
    Failed: failed,
    'Unsubscribed since': unsubscribed,
  };
  return (
    <Facts
      className="mailing-figures"
      facts={Object.entries(figures).map(([name, people]) => [
        name,
        people.toLocaleString('en-GB'),
      ])}
    />
  );
}

/** All mailings, and a button for a new one. */
export function MailingList() {
  const found = useQuery(mailingsQuery);
  const { data } = found;
  return (
    <>
      <div className="studio-head">
        <h1 className="heading">Mailings</h1>
        <Button
          look="main"
          onClick={() => goTo({ at: 'mailing', page: 'write', query: { id: crypto.randomUUID() } })}
        >
          Write a mailing
        </Button>
      </div>
      {!data && <Awaited query={found} />}
      {data?.mailings.length === 0 && (
        <p className="studio-empty">
          No mailings yet. {peopleText(data.people)} {data.people === 1 ? 'is' : 'are'} on the list.
        </p>
      )}
      {data !== undefined && data.mailings.length > 0 && (
        <ul className="mailing-list">
          {data.mailings.map((mailing) => (
            <li key={mailing.id}>
              <h2>
                <a {...linkTo({ at: 'mailing', page: 'write', query: { id: mailing.id } })}>
                  {mailing.content.subject || 'No subject'}
                </a>
              </h2>
              <p>{stateText(mailing)}</p>
              <DeadLinks mailing={mailing} />
              {mailing.started_at !== null && <Figures mailing={mailing} />}
              <p className="studio-soft">
                Last changed by {mailing.changed_by ?? 'someone'}, {londonText(mailing.changed_at)}
              </p>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
