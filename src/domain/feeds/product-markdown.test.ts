import { describe, expect, test } from 'vitest';
import type { Product } from '../catalogue/product.ts';
import { productMarkdown } from './product-markdown.ts';
import { markdownLine } from './plain-markdown.ts';

const product: Product = {
  id: 7,
  name: 'Boss Beanie',
  description: 'Ribbed.\n\n- **Warm**\n- Soft <img src=x onerror=alert(1)>',
  material: '100% merino wool',
  price: 45,
  category_name: 'Beanies',
  created_at: '2026-01-01T00:00:00Z',
  attributes: { size: 'One size', care: 'Hand wash' },
  color_variants: [
    { id: 12, color_name: 'Rust', quantity: 3, images: [] },
    { id: 15, color_name: 'Ink', quantity: 0, images: [] },
  ],
};
const site = new URL('https://shop.example');
const now = new Date('2026-11-23T09:30:15Z');

describe('a product’s page as Markdown', () => {
  test('has the page’s facts, in the same words', () => {
    const text = productMarkdown(product, { site, tax: 6, now });
    const [before = '', after = ''] = text.split('## Size');
    expect(before).toBe(`# Boss Beanie

Price: £45.00 (£47.70 with tax)

Ribbed.

- **Warm**
- Soft

Material: 100% merino wool

Category: Beanies

## Colours

- [Rust](https://shop.example/product-details/7?colour=12), variant 12: in stock, [add one to a cart](https://shop.example/buy/12:1)
- [Ink](https://shop.example/product-details/7?colour=15), variant 15: Out of Stock

Price and stock as of 2026-11-23 09:30 UTC.

`);
    expect(after).toMatch(/^\n\nOne size\n\n## Care\n\nHand wash\n\n## Delivery\n\n/);
    expect(after).toMatch(
      /\n\nSold by Minicia Ltd: https:\/\/shop\.example\/product-details\/7\n$/,
    );
  });

  test('says that a product is sold by draw', () => {
    expect(productMarkdown({ ...product, drawn: true }, { site, tax: 6, now })).toContain(
      'variant 15: sold by draw, [enter it](https://shop.example/draw?product=7)',
    );
  });

  test.each([
    [0, null, 'Price: £45.00, all taxes included\n'],
    [6, { regular: 60, was: true }, 'Price: £45.00 (£47.70 with tax), was £60.00\n'],
    [6, { regular: 60, was: false }, 'Price: £45.00 (£47.70 with tax)\n'],
  ])('with %d%% tax added and the sale %j: %s', (tax, sale, line) => {
    expect(productMarkdown({ ...product, sale }, { site, tax, now })).toContain(line);
  });
});

test.each([
  ['# Hat', '\\# Hat'],
  ['- one', '\\- one'],
  ['1. one', '1\\. one'],
  ['[x](javascript:ran())', '\\[x\\](javascript:ran())'],
  ['<script>ran()</script>', '\\<script\\>ran()\\</script\\>'],
  ['a\n# b', 'a \\# b'],
  ['*`_~|&amp;\\', '\\*\\`\\_\\~\\|\\&amp;\\\\'],
])('%j is escaped for Markdown: %j', (text, line) => {
  expect(markdownLine(text)).toBe(line);
});
