import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { serverNow } from '#browser/server-clock.ts';
import type { AccountKind } from '#domain/contracts/staff-exports.ts';
import { Button } from '../../kit/Button.tsx';
import { dayAt, monthOf, quarterOf } from '../../kit/day-text.ts';
import { DateField } from '../../kit/form/DateField.tsx';
import { FormDialog } from '../../kit/form/FormDialog.tsx';
import { SelectField } from '../../kit/form/SelectField.tsx';
import { problemText } from '../../kit/problem-text.ts';
import { saveExport } from '../../kit/save-export.ts';
import { useOpenDialog } from '../../kit/use-open-dialog.ts';

const kindNames: Readonly<Record<AccountKind, string>> = {
  accounts: 'Payments, one per row',
  movements: 'Movements, one per row and VAT rate',
  vat: 'VAT by zone and rate',
  xero: 'Xero: daily invoices and credit notes',
  quickbooks: 'QuickBooks: daily invoices',
  'quickbooks-credits': 'QuickBooks: daily credit notes',
  stripe: 'Stripe: fees and payouts',
};

const kindTexts: Readonly<Record<AccountKind, string>> = {
  accounts:
    'Payments received on these days (UK time), with their refunds so far and Stripe’s fees.',
  movements:
    'Sales, refunds, goodwill and lost disputes, each on its own day (UK time), with its VAT.',
  vat: 'The movements of these days (UK time), summed up by zone and VAT rate.',
  xero: 'Sales and refunds of each day (UK time) by VAT rate, to import as sales invoices. Choose tax exclusive there.',
  quickbooks:
    'Sales of each day (UK time) by VAT rate, to import as invoices. Choose day/month/year and exclusive of VAT there.',
  'quickbooks-credits':
    'What went back on each day (UK time) by VAT rate, to import as credit notes. Choose day/month/year and exclusive of VAT there.',
  stripe:
    'Entries of the balance at Stripe on these days (UK time), each with its fee and the payout that it was part of.',
};

/** Exports accounts for the accountant: last month's payments by default. */
export default function AccountsDialog({ onClose }: { onClose: () => void }) {
  const dialog = useOpenDialog();
  const [today] = useState(() => dayAt(serverNow()));
  const [days, setDays] = useState(() => monthOf(today, -1));
  const [kind, setKind] = useState<AccountKind>('accounts');
  const save = useMutation({ mutationFn: () => saveExport({ kind, ...days }) });

  function choose(next: { from: string; to: string }): void {
    setDays(next);
    save.reset();
  }

  const months = [
    ['Last month', monthOf(today, -1)],
    ['This month', { ...monthOf(today, 0), to: today }],
    ['Last quarter', quarterOf(today, -1)],
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
      <SelectField
        label="File"
        hint={kindTexts[kind]}
        value={kind}
        choices={kindNames}
        onChange={(chosen) => {
          setKind(chosen);
          save.reset();
        }}
      />
      <div className="studio-actions">
        {months.map(([name, month]) => (
          <Button key={name} look="small" onClick={() => choose(month)}>
            {name}
          </Button>
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
