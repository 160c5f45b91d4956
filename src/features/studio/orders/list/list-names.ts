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
