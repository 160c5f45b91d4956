import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { fetchSubscribersFile, removeSubscriber } from '#api/staff/mailings.ts';
import { messageOf } from '#api/http/api-error.ts';
import { saveBase64 } from '#browser/files/save-file.ts';
import { londonText } from '#domain/london-clock.ts';
import type { Subscriber } from '#domain/wire/staff-mailings.ts';
import { Loading } from '#ui/islands/Loading.tsx';
import { asStaff } from '../as-staff.ts';
import { ExportButtons } from '../ExportButtons.tsx';
import { Problem } from '../Problem.tsx';
import { subscribersQuery } from './mailing-queries.ts';

const dayText = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
});

/** Who is on the list: how many, since when, and by which consent. */
export function Subscribers() {
  const [q, setQ] = useState('');
  const [after, setAfter] = useState<string>();
  const [said, setSaid] = useState('');
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(subscribersQuery(q, after));
  const file = useMutation({
    mutationFn: (format: 'xlsx' | 'csv') =>
      asStaff((customer) => fetchSubscribersFile(format, customer)),
    onSuccess: ({ name, base64 }) => {
      saveBase64(name, base64);
      setSaid(`Saved as ${name}.`);
    },
    onError: (failure) => setSaid(messageOf(failure)),
  });
  const removal = useMutation({
    mutationFn: ({ id }: Subscriber) => asStaff((customer) => removeSubscriber(id, customer)),
    onSuccess: async (_answer, { email }) => {
      await client.invalidateQueries({ queryKey: ['subscribers'] });
      setSaid(`${email} is off the list.`);
    },
    onError: (failure) => setSaid(messageOf(failure)),
  });

  function remove(one: Subscriber): void {
    if (confirm(`Take ${one.email} off the list? Only they can come back, by subscribing anew.`)) {
      removal.mutate(one);
    }
  }

  return (
    <>
      <div className="mailing-bar">
        <h1 className="heading">Subscribers</h1>
        <ExportButtons
          isBusy={(format) => file.isPending && file.variables === format}
          onExport={(format) => file.isPending || file.mutate(format)}
        />
      </div>
      <output className="studio-said">{said}</output>
      {data === undefined &&
        (error ? <Problem text={messageOf(error)} onRetry={() => void refetch()} /> : <Loading />)}
      {data && (
        <>
          <p>
            <strong>{data.people.toLocaleString('en-GB')}</strong> on the list;{' '}
            {data.pending.toLocaleString('en-GB')} {data.pending === 1 ? 'has' : 'have'} not
            confirmed yet.
          </p>
          {data.weeks.length > 0 && (
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
                {data.weeks.map(({ week, joined, gone }) => (
                  <tr key={week}>
                    <th scope="row">{dayText.format(new Date(week))}</th>
                    <td>{joined}</td>
                    <td>{gone}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
          <label>
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
          <ul className="mailing-list">
            {data.subscribers.map((one) => (
              <li key={one.id} className="mailing-person">
                <div>
                  <p>{one.email}</p>
                  <p className="studio-soft">
                    Confirmed {londonText(one.confirmed_at)}, from the {one.asked_from}
                  </p>
                </div>
                <button
                  type="button"
                  className="studio-small"
                  aria-label={`Remove ${one.email}`}
                  onClick={() => remove(one)}
                >
                  Remove
                </button>
              </li>
            ))}
          </ul>
          {data.subscribers.length === 0 && <p className="studio-empty">Nobody by that address.</p>}
          <div className="studio-actions">
            {after !== undefined && (
              <button type="button" className="button-quiet" onClick={() => setAfter(undefined)}>
                First page
              </button>
            )}
            {data.subscribers.length === 50 && (
              <button
                type="button"
                className="button-quiet"
                onClick={() => setAfter(data.subscribers.at(-1)?.email)}
              >
                Next page
              </button>
            )}
          </div>
        </>
      )}
    </>
  );
}
