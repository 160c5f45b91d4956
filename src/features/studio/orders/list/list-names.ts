import type { StaffList } from '#domain/contracts/staff-orders.ts';

/** Titles of the lists. */
export const listNames: Readonly<Record<StaffList, string>> = {
  to_send: 'To send',
  late: 'Late',
  waiting: 'Waiting',
  returns: 'Returns',
  decide: 'Decide',
  all: 'All orders',
};

/** Texts of empty lists. */
export const emptyTexts: Readonly<Record<StaffList, string>> = {
  to_send: 'Nothing to send.',
  late: 'Nothing is late.',
  waiting: 'Nothing is waiting for a shopper.',
  returns: 'No open returns.',
  decide: 'Nothing needs a decision.',
  all: 'No orders yet.',
};

/** Names of the rows of each list. An order may wait, or need a decision, for two reasons. */
export const rowNames: Readonly<Record<StaffList, string>> = {
  to_send: 'parcel',
  late: 'parcel',
  waiting: 'case',
  returns: 'return',
  decide: 'case',
  all: 'order',
};

/** Whether the rows of a list are parcels, of one or several orders. */
export function hasParcels(list: StaffList): boolean {
  return rowNames[list] === 'parcel';
}
