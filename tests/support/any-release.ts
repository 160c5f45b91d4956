import * as fc from 'fast-check';
import { eachFact, factNames, facts } from '#domain/catalogue/product-facts.ts';
import type { FreshDatabase } from './fresh-database.ts';

type Item = Record<string, unknown> & { slug: string };

/** Content of a file, in the form of `import_catalogue`'s argument. */
export interface Given {
  renames: { slug: string; colour: string | null; now: string }[];
  categories: { slug: string; name: string }[];
  products: Item[];
  colours: (Item & { color_name: string })[];
}

export interface Options {
  archive_missing: boolean;
  overwrite: boolean;
  restore: boolean;
  allow_price_jumps: boolean;
  allow_archiving: number;
}

const slugs = [
  'backroom-quilted-bucket',
  'rulebreaker-canvas-bucket',
  'new-hat',
  'newer-hat',
  'newest-cap',
];
const colourNames = ['Bone', 'bone', 'Rust', 'Moss', 'Ink'];
const maybe = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined });

const moments = fc.constantFrom('2026-11-01T09:00:00Z', '2027-03-01T18:00:00+01:00');

/**
 * A sale price below every price; 0 removes the sale. Dates without a price are refused, so they would not
 * test undoing.
 */
const sale = fc.oneof(
  fc.constant({}),
  fc.constant({ sale_price_pence: 0 }),
  fc.record({
    sale_price_pence: fc.constantFrom(60, 99),
    sale_from: maybe(fc.constantFrom('-infinity', '2026-10-01T00:00:00Z', '2027-01-01T00:00:00Z')),
    sale_until: maybe(fc.constantFrom('infinity', '2027-06-30T23:00:00Z')),
  }),
);

const clearable = factNames.filter((fact) => fact !== 'material');

const oneProduct = fc.record({
  slug: fc.constantFrom(...slugs),
  name: fc.constantFrom('Hat', 'Cap', 'Beanie'),
  description: maybe(fc.constantFrom('Warm.', 'Light.', '')),
  ...eachFact(
    (fact) => maybe(fc.constantFrom(`A ${fact}`, `Other ${fact}`)),
    (fact) => maybe(fc.integer({ min: facts[fact].least, max: facts[fact].most })),
  ),
  // Products without a material cannot be published.
  material: fc.constantFrom('A material', 'Other material'),
  search_title: maybe(fc.constantFrom('A warm hat', 'A hat')),
  search_description: maybe(fc.constantFrom('Warm.', 'Light.')),
  share_picture: maybe(fc.constantFrom('/a.jpg', '/b.jpg')),
  price_pence: fc.integer({ min: 100, max: 9000 }),
  category: fc.constantFrom('beanies', 'bucket-hats', 'new-things'),
  created_at: maybe(fc.constantFrom('2026-01-05', '2026-02-01T10:00:00Z')),
  visible_from: maybe(moments),
  clears: maybe(
    fc.subarray(['hs_code', 'search_title', 'share_picture', 'visible_from', ...clearable]),
  ),
  archived: maybe(fc.boolean()),
});

const product = fc
  .tuple(oneProduct, sale)
  .map(([fields, its]) => Object.assign(structuredClone(fields), its));

const colour = fc.record({
  slug: fc.constantFrom(...slugs),
  color_name: fc.constantFrom(...colourNames),
  hex: maybe(fc.constantFrom('#112233', '#445566')),
  gtin: maybe(fc.constantFrom('4006381333931', '96385074', '0036000291452')),
  quantity: maybe(fc.integer({ min: 0, max: 30 })),
  position: maybe(fc.integer({ min: 1, max: 5 })),
  images: maybe(fc.uniqueArray(fc.constantFrom('/a.jpg', '/b.jpg', '/c.jpg'), { maxLength: 3 })),
  worn: maybe(fc.constantFrom('/a.jpg', '/b.jpg')),
  film: maybe(fc.constantFrom('/a.mp4', '/b.webm')),
  alts: maybe(fc.array(fc.constantFrom('', 'A hat', 'Its back'), { maxLength: 2 })),
  archived: maybe(fc.boolean()),
});

const rename = fc.record({
  slug: fc.constantFrom(...slugs),
  colour: fc.constantFrom(null, null, ...colourNames),
  now: fc.constantFrom('renamed-hat', 'other-hat', 'Sand', 'Clay'),
});

function wellFormed(given: Given): Given {
  const has = new Set(given.products.map(({ slug }) => slug));
  return {
    ...given,
    // Names that the file still contains were not renamed.
    renames: given.renames.filter(
      ({ slug, colour: c, now }) =>
        (c === null) === now.endsWith('-hat') &&
        !(c === null
          ? has.has(slug)
          : given.colours.some(({ color_name }) => color_name.toLowerCase() === c.toLowerCase())),
    ),
    // Drops colours of unknown products.
    colours: given.colours.filter(({ slug }) => has.has(slug)),
  };
}

/**
 * Files as people and programs write them: new and known products, partial rows, renames, conflicts with the
 * shop.
 */
export const anyFile: fc.Arbitrary<{ given: Given; options: Options }> = fc.record({
  given: fc
    .record({
      renames: fc.uniqueArray(rename, {
        maxLength: 2,
        selector: ({ slug, colour: c }) => `${slug} ${c}`,
      }),
      categories: fc.constantFrom(
        [{ slug: 'new-things', name: 'New Things' }],
        [
          { slug: 'new-things', name: 'Newest Things' },
          { slug: 'beanies', name: 'Warm Beanies' },
        ],
      ),
      products: fc.uniqueArray(product, { maxLength: 4, selector: ({ slug }) => slug }),
      colours: fc.uniqueArray(colour, {
        maxLength: 8,
        selector: ({ slug, color_name }) => `${slug} ${color_name.toLowerCase()}`,
      }),
    })
    .map((file) => wellFormed(JSON.parse(JSON.stringify(file)))),
  options: fc.record({
    archive_missing: fc.constantFrom(false, false, true),
    overwrite: fc.boolean(),
    restore: fc.boolean(),
    allow_price_jumps: fc.constant(true),
    allow_archiving: fc.constant(1000),
  }),
});

interface State {
  categories: { slug: string }[];
  /** Slugs of the categories in the order of the menu. */
  menu: string[];
  products: { slug: string }[];
}

/** Everything that shoppers can see of the catalogue, except stock. */
export async function stateOf({ sql }: FreshDatabase): Promise<State> {
  const [{ state }] = await sql<[{ state: State }]>`
    select jsonb_build_object(
      'categories', (
        select jsonb_agg(to_jsonb(c) - array['id', 'position', 'visible_from', 'archived_at'] || jsonb_build_object(
          'archived', archived_at is not null, 'order', category_order(id)) order by slug)
        from categories c),
      'menu', menu_order(),
      'products', (
        select jsonb_agg(
          to_jsonb(p) - array['id', 'category_id', 'updated_at', 'archived_at']
          || jsonb_build_object(
            'category', c.slug,
            'sale', sale_fields(p.id),
            'colours', (
              select jsonb_agg(jsonb_build_object(
                'name', v.color_name, 'hex', v.hex, 'sku', v.sku, 'gtin', v.gtin, 'worn', v.worn, 'film', v.film,
                'pictures', (select jsonb_agg(jsonb_build_array(i.path, i.alt) order by i.position) from variant_images i where i.variant_id = v.id)
              ) order by v.position, v.id)
              from color_variants v where v.product_id = p.id and v.archived_at is null))
          order by p.slug)
        from products p join categories c on c.id = p.category_id
        where p.archived_at is null)) as state`;
  return state;
}

/** A state without categories that were kept because they contain archived products. */
export function restoredBy(state: State, before: State): State {
  const known = new Set(before.categories.map(({ slug }) => slug));
  return {
    ...state,
    categories: state.categories.filter(({ slug }) => known.has(slug)),
    menu: state.menu.filter((slug) => known.has(slug)),
  };
}
