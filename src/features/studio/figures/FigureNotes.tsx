import { Notes } from './Notes.tsx';

const notes: readonly (readonly [name: string, text: string])[] = [
  [
    'Days',
    'UK days; weeks begin on Monday. A running period is compared with as many days of the one before.',
  ],
  [
    'Revenue',
    'Payments for orders less refunds and lost disputes, each on its own day, tax and delivery included. It equals the accounts, with two exceptions: what is recorded after its VAT quarter was filed counts there in the next, and payments that made no order (under review, or refunded because the goods were gone) count only there. Payments in other currencies are left out.',
  ],
  ['VAT', 'The tax in the revenue. Refunds reduce it, lost disputes do not.'],
  [
    'Orders, pieces',
    'Placed in the period, whatever became of them later. Free replacements, exchanges and gifts do not count, though the lists show them.',
  ],
  ['Average order', 'What these orders cost when they were placed, divided by their number.'],
  [
    'Refunded',
    'Refunds of orders, goodwill included, on the day they were made. Refunds that failed do not count.',
  ],
  [
    'Returns rate',
    'Pieces announced for return in the period, divided by the pieces sent in it. Refused and called-off returns do not count.',
  ],
  [
    'Labels',
    'Labels bought from a carrier in the period, less those voided in it. Prices that only its invoice states are missing.',
  ],
  [
    'Best and worst sellers',
    'By pieces ordered in the period. Worst: on sale since before it began, and in stock.',
  ],
  [
    'Stock cover',
    'Stock now, divided by the pieces ordered a week in the last 28 days and today, replacements included.',
  ],
];

/** The definitions of the figures. */
export function FigureNotes() {
  return <Notes summary="How these figures are counted" notes={notes} />;
}
