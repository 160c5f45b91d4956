import { expect, test } from 'vitest';
import { toCards } from '#domain/catalogue/listing.ts';
import { pageCard } from './page-card.ts';

const template =
  '<li data-card=""><button data-add><span data-add-text>Add to Cart</span></button></li>';

test.each([
  [null, 'Out of Stock'],
  [true as const, '<a class="button add" href="/draw?product=7">Draw <span'],
])('the card of a product without stock (drawn: %j) says %s', (drawn, words) => {
  const [card] = toCards([
    {
      id: 7,
      name: 'Boss Beanie',
      description: '',
      price: 45,
      category_name: 'Beanies',
      created_at: '2026-01-01T00:00:00Z',
      drawn,
      color_variants: [{ id: 15, color_name: 'Ink', quantity: 0, images: [] }],
    },
  ]);
  expect(card && pageCard(template, card, 6)).toContain(words);
});
