import { Notes } from './Notes.tsx';

const notes: readonly (readonly [name: string, text: string])[] = [
  [
    'Who is counted',
    'Browsers, not robots, whose owners have not objected. The shop cannot tell visitors apart, so these are sums of acts, not of people.',
  ],
  ['Looked at', 'Views of a product’s page; a reload is another one.'],
  [
    'Pieces put into carts',
    'Presses of Add To Cart that the shop heard of: they travel with the next request for stock. Carts filled by a link are left out.',
  ],
  [
    'Payment pages',
    'Opened at Stripe; twice, if somebody goes back and opens it again. Orders are all orders, objections or not: they are in the books.',
  ],
  [
    'Visits from sites and campaigns',
    'Counted when the visit reaches a product or the cart. Later pieces put into carts count for them while the visit stays on these pages; logging in begins a new one.',
  ],
  [
    'Searches',
    'The words of a finished search, once they have come from three networks within a month. Rarer words, which might name somebody, are summed up as others.',
  ],
  [
    'Joined the mailing list',
    'Addresses confirmed in these days that are still on the list, by where they were entered.',
  ],
];

/** The definitions of the counts. */
export function VisitNotes() {
  return (
    <Notes summary="How visits are counted" notes={notes}>
      <p className="studio-soft">
        Shoppers read the same at{' '}
        <a className="link" href="/what-we-count">
          What We Count
        </a>
        .
      </p>
    </Notes>
  );
}
