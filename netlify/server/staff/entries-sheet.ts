import { z } from 'zod';
import { type EntryKind, entryKinds } from '#domain/enums.ts';
import { csvText } from './csv.ts';

/** An entry of Stripe's balance as `stripe_entries_for_accounts` returns it. */
export const Entry = z.object({
  on: z.iso.date(),
  kind: z.enum(entryKinds),
  type: z.string(),
  order: z.int().nullable(),
  currency: z.string(),
  amount_pence: z.int(),
  fee_pence: z.int(),
  payout: z.string().nullable(),
  stripe: z.string(),
});

const kindNames: Readonly<Record<EntryKind, string>> = {
  sale: 'Sale',
  refund: 'Refund',
  dispute: 'Dispute',
  fee: 'Stripe fee',
  payout: 'Payout',
  other: 'Other',
};

/** A row per entry of Stripe's balance, with its fee and payout. Amounts that left are negative. */
export function entriesSheet(entries: readonly z.infer<typeof Entry>[]): string {
  const columns = [
    'Date',
    'Kind',
    'Type',
    'Order',
    'Currency',
    'Gross',
    'Fee',
    'Net',
    'Payout',
    'Stripe',
  ] as const;
  const rows = entries.map(({ amount_pence: amount, fee_pence: fee, ...entry }) => ({
    Date: entry.on,
    Kind: kindNames[entry.kind],
    Type: entry.type,
    Order: entry.order,
    Currency: entry.currency,
    Gross: amount / 100,
    Fee: fee / 100,
    Net: (amount - fee) / 100,
    Payout: entry.payout,
    Stripe: entry.stripe,
  }));
  return csvText(columns, rows, 'person');
}
