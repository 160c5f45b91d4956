/** Reasons that an order of a tracking file must not leave, by `stopped_by`. */
const stopped = {
  disputed: 'The shopper’s bank claims the payment back: keep the goods.',
  cancelled: 'It was cancelled: keep the goods.',
  refunded: 'The money went back, or is owed: keep the goods.',
  first_disputed:
    'The shopper’s bank claims back the payment of the order that it replaces: keep the goods.',
  first_refunded: 'The money of the order that it replaces went back, or is owed: keep the goods.',
  withdrawn: 'The shopper has withdrawn from it: keep the goods.',
  waits: 'It waits for a return or a payment: keep the goods.',
  other_stopped: 'Another order in its parcel must not leave: take that out.',
  apart: 'It does not leave in one parcel with the others of its line: see their addresses.',
} as const;

/** Outcomes of the lines of a tracking file, and reasons that a file cannot be read. */
export const trackingMessages = {
  ambiguous: 'Which of its parcels this is cannot be told. Enter the number on the order’s page.',
  columnMissing: (missing: 'order' | 'number', titles: string) => {
    const column =
      missing === 'order' ? 'an order number (“Order reference”)' : 'a “Tracking number”';
    return `The file has no column for ${column}. Its first row names: ${titles}.`;
  },
  empty: 'The file is empty.',
  incomplete: (missing: 'order' | 'tracking') => `This line has no ${missing} number.`,
  known: { check: 'It has this number already.', done: 'It had this number already.' },
  left: 'All of it has left, with another number.',
  leftOut: 'Left out.',
  notSent: 'Not sent yet.',
  numbered: {
    check: 'The parcel has left without a number, and gets this one. The shopper is told.',
    done: 'The parcel had left; it has its number now. The shopper is told.',
  },
  sent: { check: 'Will be sent.', done: 'Sent.' },
  stopped,
  takenBack: 'This dispatch was taken back. Send it on the order’s page.',
  tooMany: 'More than is left to send.',
  tooManyLines: (most: number) => `Send at most ${most} lines at once.`,
  unknown: 'There is no such order.',
  unreadable: (fault: string) => `The file cannot be read: ${fault}.`,
} as const;
