import * as fc from 'fast-check';
import type { Block } from '#domain/site-content/own-page.ts';
import { newBlock, type TypedPage } from '#features/studio/content/own-pages/typed-page.ts';

type Edit = (typed: TypedPage) => TypedPage;

const block: fc.Arbitrary<Block> = fc.oneof(
  fc.record({
    type: fc.constant('text' as const),
    text: fc.constantFrom('Hats **first**.', '## Sizes\n\n- S\n- M', '[All](/all-products)'),
  }),
  fc.record({
    type: fc.constant('picture' as const),
    picture: fc.constant('/catalogue/front/front-1.jpg'),
    focus: fc.record({ x: fc.nat(100), y: fc.nat(100) }),
    alt: fc.constantFrom('A hat', 'Two hats'),
    caption: fc.constantFrom('', 'In Wales'),
  }),
  fc.record({
    type: fc.constant('products' as const),
    heading: fc.constantFrom('', 'Worn here'),
    products: fc.constantFrom<string[]>(['headline-trucker'], ['headline-trucker', 'gone']),
  }),
  fc.record({
    type: fc.constant('quote' as const),
    text: fc.constantFrom('Loud.', 'Two\nlines.'),
    source: fc.constantFrom('', 'A rule breaker'),
  }),
);

const fields: fc.Arbitrary<Edit> = fc
  .record(
    {
      slug: fc.constantFrom('about', 'size-guide', 'look-book'),
      title: fc.constantFrom('About', 'Size Guide'),
      menu: fc.boolean(),
      footer: fc.boolean(),
      place: fc.nat(3),
      entry: fc.constantFrom(null, '2026-11-25'),
      search_title: fc.constantFrom('', 'About us'),
      share_picture: fc.constantFrom('', '/catalogue/front/hero.jpg'),
    },
    { requiredKeys: ['slug', 'title'] },
  )
  .map((given): Edit => (typed) => ({
    ...typed,
    hasOwnSlug: true,
    page: { ...typed.page, ...given },
  }));

const blocks: fc.Arbitrary<Edit> = fc
  .array(block, { minLength: 1, maxLength: 3 })
  .map((all): Edit => (typed) => ({
    ...typed,
    blocks: all.map((one) => ({ ...newBlock(one.type), block: one })),
  }));

const removal: fc.Arbitrary<Edit> = fc
  .constantFrom('', '/all-products')
  .map((leadsTo): Edit => (typed) => ({ ...typed, removed: typed.was !== null, leadsTo }));

/** An edit of one of three pages, new or known, and whether its old address is redirected. */
export const anyPageEdit = fc.record({
  id: fc.constantFrom(1, 2, 3).map((digit) => `0000000${digit}-0000-4000-8000-000000000000`),
  redirects: fc.boolean(),
  edits: fc.tuple(fields, blocks, fc.option(removal, { nil: undefined, freq: 3 })),
});
