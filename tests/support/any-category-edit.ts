import * as fc from 'fast-check';
import type { TypedCategory } from '#features/studio/categories/typed-category.ts';

type Edit = (typed: TypedCategory) => TypedCategory;

const products = [
  'backroom-quilted-bucket',
  'rulebreaker-canvas-bucket',
  'outlaw-cable-beanie',
  'headline-trucker',
];
const maybe = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined });

/** A rule as typed, with at least one condition. */
const rule = fc
  .record({
    categories: fc.subarray(['beanies', 'bucket-hats']),
    under: fc.constantFrom('', '40', '60.50'),
    over: fc.constantFrom('', '20'),
    onSale: fc.boolean(),
    newest: fc.constantFrom('', '3'),
  })
  .filter(({ categories, under, over, onSale, newest }) =>
    [categories.length > 0, under !== '', over !== '', onSale, newest !== ''].includes(true),
  );

const fields = fc
  .record(
    {
      name: fc.constantFrom('Autumn Drop', 'Gifts', 'Beanies', 'Warm Things'),
      intro: fc.constantFrom('', 'For cold days.', ' Two\n lines. '),
      picture: fc.constantFrom(null, '/catalogue/front/hero.jpg'),
      focus: fc.constantFrom(null, { wide: { x: 50, y: 20 }, phone: { x: 0, y: 100 } }),
      tile: fc.constantFrom(null, {
        picture: '/catalogue/front/front-4.jpg',
        focus: { x: 20, y: 50 },
        alt: 'A hat in the rain',
        caption: ' Out of step ',
        link: '/all-products',
      }),
      inMenu: fc.boolean(),
      search: fc.record({
        search_title: fc.constantFrom(null, 'Warm hats'),
        search_description: fc.constantFrom(null, 'For cold days.'),
        share_picture: fc.constantFrom(null, '/catalogue/front/hero.jpg'),
      }),
      byRule: fc.boolean(),
      rule,
      products: fc.shuffledSubarray(products),
      archived: fc.boolean(),
      moveTo: fc.constantFrom('bucket-hats', 'women'),
    },
    { requiredKeys: ['rule'] },
  )
  .map((given): Edit => (typed) => ({ ...typed, ...given }));

/** An edit of a category or collection, and a new order of the menu: its slugs are sorted by the given numbers. */
export const anyCategoryEdit = fc.record({
  slug: fc.constantFrom('beanies', 'men', 'picks', 'bargains', null),
  kind: fc.constantFrom('category' as const, 'collection' as const),
  edit: fields,
  menu: maybe(fc.array(fc.nat(9), { minLength: 20, maxLength: 20 })),
});
