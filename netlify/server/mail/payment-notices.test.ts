import { expect, test } from 'vitest';
import { writeMail } from './write-mail.ts';

const payment = {
  email: 'ada@example.com',
  reference: '3F2504E0',
  asked_at: '2026-11-23 09:00:00+00',
  amount_pence: 5194,
  items: [{ product_name: 'Boss Beanie', color_name: 'Rust', quantity: 2, image: null }],
};
const lease = { id: '00000000-0000-4000-8000-000000000001' };

test.each(['sold_out_refund', 'drawn_twice_refund', 'refund'] as const)(
  'an e-mail about a refund (%s) says by when the money is back',
  (kind) => {
    const content = { ...payment, refund_by: '2026-12-07', outside_pence: 0, cards: [] };
    const { text, html } = writeMail({ ...lease, kind, content }, 'https://shop.example');
    const words =
      'All of the £51.94 goes back to the card or account you paid with, by Monday 7 December.';
    expect(text).toContain(words);
    expect(html).toContain(words);
  },
);

test.each([
  [5194, 0, ['We have paid £51.94 back to you in another way']],
  [4194, 0, ['£10.00 goes back to the card', 'We have paid £41.94 back to you in another way']],
  [0, 5194, ['£51.94 is back on your gift card ending 9WTA.']],
  [0, 2000, ['£31.94 goes back to the card', '£20.00 is back on your gift card ending 9WTA.']],
])(
  'the e-mail about a refund of £51.94 says that %d pence of it, and %d to a gift card, were not refunded by Stripe',
  (outside, toCard, words) => {
    const cards = toCard > 0 ? [{ code_end: '9WTA', amount_pence: toCard, is_new: false }] : [];
    const content = { ...payment, refund_by: '2026-12-07', outside_pence: outside, cards };
    const { text } = writeMail({ ...lease, kind: 'refund', content }, 'https://shop.example');
    for (const part of words) expect(text).toContain(part);
    expect(text).not.toContain('All of the');
  },
);
