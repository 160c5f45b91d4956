import type { CustomerEntry } from '#domain/contracts/staff-customers.ts';

/** Names of notes, messages and acts on personal data. */
export const entryNames: Readonly<Record<CustomerEntry['kind'], string>> = {
  note: 'Note',
  message: 'Message',
  exported: 'Exported their data',
  erased: 'Erased',
  merge_asked: 'Offered to move the orders',
  merged: 'Orders moved into this account',
};
