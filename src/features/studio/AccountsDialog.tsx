import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { serverNow } from '#browser/server-clock.ts';
import { dayAt, monthOf } from './day-text.ts';
import { DateField } from './form/DateField.tsx';
import { FormDialog } from './form/FormDialog.tsx';
import { problemText } from './problem-text.ts';
import { saveExport } from './save-export.ts';
import { useOpenDialog } from './use-open-dialog.ts';

/** Exports payments for the accountant: last month's by default. */
export function AccountsDialog({ onClose }: { onClose: () => void }) {
  const dialog = useOpenDialog();
  const [today] = useState(() => dayAt(serverNow()));
  const [days, setDays] = useState(() => monthOf(today, -1));
  const save = useMutation({ mutationFn: () => saveExport({ kind: 'accounts', ...days }) });

  function choose(next: { from: string; to: string }): void {
    setDays(next);
    save.reset();
  }

  const months = [
    ['Last month', monthOf(today, -1)],
    ['This month', { ...monthOf(today, 0), to: today }],
  ] as const;
  return (
    <FormDialog
      dialog={dialog}
      title="Accounts"
      verb="Save accounts (CSV)"
      busy={save.isPending}
      problem={save.isError ? problemText(save.error) : ''}
      onSubmit={() => {
        if (!save.isPending) save.mutate();
      }}
      onClose={onClose}
    >
      <p className="studio-soft">
        Payments received on these days (UK time), with their refunds so far and Stripe’s fees.
      </p>
      <div className="studio-actions">
        {months.map(([name, month]) => (
          <button key={name} type="button" className="studio-small" onClick={() => choose(month)}>
            {name}
          </button>
        ))}
      </div>
      <div className="studio-carrier">
        <DateField
          label="From"
          required
          value={days.from}
          max={today}
          onChange={(from) => choose({ ...days, from })}
        />
        <DateField
          label="To (inclusive)"
          required
          value={days.to}
          min={days.from}
          max={today}
          onChange={(to) => choose({ ...days, to })}
        />
      </div>
      <output className="studio-news">
        {save.data && [`Saved as ${save.data.name}.`, save.data.note].filter(Boolean).join(' ')}
      </output>
    </FormDialog>
  );
}
