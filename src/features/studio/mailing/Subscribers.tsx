import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '#api/http/api-error.ts';
import { saveBase64 } from '#browser/files/save-file.ts';
import { londonText } from '#domain/basics/london-clock.ts';
import { getSubscribersFile } from '#domain/contracts/catalogue-reading.ts';
import {
  removeSubscriber,
  type Subscriber,
  type SubscribersAnswer,
} from '#domain/contracts/staff-mailings.ts';
import { Button } from '../kit/Button.tsx';
import { asStaff } from '../kit/as-staff.ts';
import { ExportButtons } from '../kit/ExportButtons.tsx';
import { Awaited } from '../kit/Awaited.tsx';
import { subscribersQuery } from './mailing-queries.ts';

const PAGE_SIZE = 50;

const dayText = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
});

function Weeks({ weeks }: Pick<SubscribersAnswer, 'weeks'>) {
  if (weeks.length === 0) return null;
  return (
    <table className="mailing-weeks">
      <caption>Joined and left, by week</caption>
      <thead>
        <tr>
          <th scope="col">Week of</th>
          <th scope="col">Joined</th>
          <th scope="col">Left</th>
        </tr>
      </thead>
      <tbody>
        {weeks.map(({ week, joined, gone }) => (
          <tr key={week}>
            <th scope="row">{dayText.format(new Date(week))}</th>
            <td>{joined}</td>
            <td>{gone}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface PeopleProps extends Pick<SubscribersAnswer, 'subscribers'> {
  /** Called after a removal, or an error, with its message. */
  onNews: (text: string) => void;
}

/** Subscribers, each with their consent and a button to remove them. */
function People({ subscribers, onNews }: PeopleProps) {
  const client = useQueryClient();
  const removal = useMutation({
    mutationFn: ({ id }: Subscriber) => asStaff(removeSubscriber, { subscription: id }),
    onSuccess: async (_answer, { email }) => {
      await client.invalidateQueries({ queryKey: ['subscribers'] });
      onNews(`${email} was removed from the list.`);
    },
    onError: (failure) => onNews(messageOf(failure)),
  });

  function remove(one: Subscriber): void {
    const question = `Remove ${one.email} from the list? Only they can rejoin, by subscribing again.`;
    if (confirm(question)) removal.mutate(one);
  }

  if (subscribers.length === 0) return <p className="studio-empty">No subscribers match.</p>;
  return (
    <ul className="mailing-list">
      {subscribers.map((one) => (
        <li key={one.id} className="mailing-person">
          <div>
            <p>{one.email}</p>
            <p className="studio-soft">
              Confirmed {londonText(one.confirmed_at)}, from the {one.asked_from}
            </p>
          </div>
          <Button look="small" aria-label={`Remove ${one.email}`} onClick={() => remove(one)}>
            Remove
          </Button>
        </li>
      ))}
    </ul>
  );
}

/** Exports all subscribers. */
function Export({ onNews }: Pick<PeopleProps, 'onNews'>) {
  const file = useMutation({
    mutationFn: (format: 'xlsx' | 'csv') => asStaff(getSubscribersFile, { format }),
    onSuccess: ({ name, base64 }) => {
      saveBase64(name, base64);
      onNews(`Saved as ${name}.`);
    },
    onError: (failure) => onNews(messageOf(failure)),
  });
  return (
    <ExportButtons
      isBusy={(format) => file.isPending && file.variables === format}
      onExport={(format) => file.isPending || file.mutate(format)}
    />
  );
}

/** The newsletter's subscribers: their number, growth and consents. */
export function Subscribers() {
  const [q, setQ] = useState('');
  const [after, setAfter] = useState<string>();
  const [news, setNews] = useState('');
  const found = useQuery(subscribersQuery(q, after));
  const { data } = found;
  return (
    <>
      <div className="studio-head">
        <h1 className="heading">Subscribers</h1>
        <Export onNews={setNews} />
      </div>
      <output className="studio-said">{news}</output>
      {!data && <Awaited query={found} />}
      {data && (
        <>
          <p>
            <strong>{data.people.toLocaleString('en-GB')}</strong> on the list;{' '}
            {data.pending.toLocaleString('en-GB')} {data.pending === 1 ? 'has' : 'have'} not
            confirmed yet.
          </p>
          <Weeks weeks={data.weeks} />
          <label className="subscribers-search">
            <span className="label">Search by address</span>
            <input
              type="search"
              className="field"
              maxLength={254}
              value={q}
              onChange={({ currentTarget: { value } }) => {
                setQ(value);
                setAfter(undefined);
              }}
            />
          </label>
          <People subscribers={data.subscribers} onNews={setNews} />
          <div className="studio-actions">
            {after !== undefined && <Button onClick={() => setAfter(undefined)}>First page</Button>}
            {data.subscribers.length === PAGE_SIZE && (
              <Button onClick={() => setAfter(data.subscribers.at(-1)?.email)}>Next page</Button>
            )}
          </div>
        </>
      )}
    </>
  );
}
