import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { londonText } from '#domain/basics/london-clock.ts';
import { type CartReminders, remindOfCarts } from '#domain/contracts/staff-mailings.ts';
import { asStaff } from '../kit/as-staff.ts';
import { Awaited } from '../kit/Awaited.tsx';
import { Failure } from '../kit/Failure.tsx';
import { cartRemindersQuery } from './mailing-queries.ts';

/** Hours to choose from. */
const hours = [1, 2, 4, 8, 24, 48] as const;

function hoursText(count: number): string {
  return count === 1 ? 'an hour' : `${count} hours`;
}

/** Turns reminders on and off, and shows what came of them. */
function Choice({ reminders }: { reminders: CartReminders }) {
  const client = useQueryClient();
  const [news, setNews] = useState('');
  const saving = useMutation({
    mutationFn: (after_hours: number | null) => asStaff(remindOfCarts, { after_hours }),
    onMutate: () => setNews(''),
    onSuccess: (saved) => {
      client.setQueryData(cartRemindersQuery.queryKey, saved);
      setNews(
        saved.after_hours === null
          ? 'No more reminders are sent.'
          : `Reminders go out after ${hoursText(saved.after_hours)}.`,
      );
    },
  });
  const { after_hours, since, turned_on_by, sent, bought } = reminders;
  return (
    <section className="studio-panel mailing-carts">
      <p>
        Only shoppers who were logged in at checkout, confirmed our news and agreed to be reminded
        get an e-mail: once for a cart, never after they bought, with a link to unsubscribe. It
        lists goods that can still be bought.
      </p>
      <label>
        <span className="label">Send a reminder</span>
        <select
          className="field"
          value={after_hours ?? ''}
          disabled={saving.isPending}
          onChange={({ currentTarget: { value } }) =>
            saving.mutate(value === '' ? null : Number(value))
          }
        >
          <option value="">Never</option>
          {hours.map((count) => (
            <option key={count} value={count}>
              After {hoursText(count)}
            </option>
          ))}
        </select>
      </label>
      {since !== null && (
        <p className="studio-soft">
          On since {londonText(since)}
          {turned_on_by !== null && `, by ${turned_on_by}`}.
        </p>
      )}
      <p>
        In the last 30 days <strong>{sent.toLocaleString('en-GB')}</strong>{' '}
        {sent === 1 ? 'reminder was' : 'reminders were'} sent;{' '}
        <strong>{bought.toLocaleString('en-GB')}</strong> {bought === 1 ? 'was' : 'were'} followed
        by an order within a week.
      </p>
      <output className="studio-said">{news}</output>
      <Failure of={saving.error} />
    </section>
  );
}

/** Reminders of carts that were left at checkout. */
export function LeftCarts() {
  const found = useQuery(cartRemindersQuery);
  const { data } = found;
  return (
    <>
      <div className="studio-head">
        <h1 className="heading">Carts that were left</h1>
      </div>
      {!data && <Awaited query={found} />}
      {data && <Choice reminders={data} />}
    </>
  );
}
