import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { serverNow } from '#browser/server-clock.ts';
import { dayAt, monthOf } from './day-text.ts';
import { DayField } from './order/fields.tsx';
import { problemText } from './problem-text.ts';
import { saveExport } from './save-export.ts';
import { useOpenDialog } from './use-open-dialog.ts';

/** Saves the payments of some days for the accountant: of the month that has ended, unless other days are chosen. */
export function AccountsDialog({ onClose }: { onClose: () => void }) {
  const dialog = useOpenDialog();
  const [today] = useState(() => dayAt(serverNow()));
  const [days, setDays] = useState(() => monthOf(today, -1));
  const save = useMutation({ mutationFn: () => saveExport({ kind: 'accounts', ...days }) });

  function choose(next: { from: string; to: string }): void {
    setDays(next);
    save.reset();
  }

  const thisMonth = monthOf(today, 0);
  return (
    <dialog
      ref={dialog}
      className="studio-dialog"
      aria-labelledby="studio-accounts"
      onClose={onClose}
    >
      <h2 id="studio-accounts" className="heading">
        Accounts
      </h2>
      <form
        className="studio-dispatch"
        onSubmit={(event) => {
          event.preventDefault();
          if (!save.isPending) save.mutate();
        }}
      >
        <p className="studio-soft">
          The payments of these days by the clock in the United Kingdom, with what was refunded of
          each since, and Stripe’s fees.
        </p>
        <div className="studio-actions">
          <button type="button" className="studio-small" onClick={() => choose(monthOf(today, -1))}>
            Last month
          </button>
          <button
            type="button"
            className="studio-small"
            onClick={() => choose({ from: thisMonth.from, to: today })}
          >
            This month
          </button>
        </div>
        <div className="studio-carrier">
          <DayField
            label="From"
            value={days.from}
            max={today}
            onChange={(from) => choose({ ...days, from })}
          />
          <DayField
            label="To, with that day"
            value={days.to}
            min={days.from}
            max={today}
            onChange={(to) => choose({ ...days, to })}
          />
        </div>
        <output className="studio-news">
          {save.data && [`Saved as ${save.data.name}.`, save.data.note].filter(Boolean).join(' ')}
        </output>
        <div role="alert" className="studio-failure">
          {save.isError && <p className="message-error">{problemText(save.error)}</p>}
        </div>
        <div className="studio-actions">
          <button type="submit" className="button" aria-busy={save.isPending}>
            Save accounts (CSV)
          </button>
          <button type="button" className="button-quiet" onClick={() => dialog.current?.close()}>
            Close
          </button>
        </div>
      </form>
    </dialog>
  );
}
