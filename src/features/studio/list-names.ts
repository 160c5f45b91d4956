import type { StaffList } from '#domain/wire/staff-orders.ts';

/** What the lists are called. */
export const listNames: Readonly<Record<StaffList, string>> = {
  to_send: 'To send',
  late: 'Late',
  waiting: 'Waiting',
  returns: 'Returns',
  decide: 'Decide',
  all: 'All orders',
};

/** What an empty list says. */
export const emptyTexts: Readonly<Record<StaffList, string>> = {
  to_send: 'Nothing waits to be sent.',
  late: 'Nothing is late.',
  waiting: 'Nothing waits for a shopper.',
  returns: 'Nobody is sending anything back.',
  decide: 'Nothing needs a decision.',
  all: 'There are no orders yet.',
};
