import * as fc from 'fast-check';
import {
  newColour,
  newPicture,
  type TypedColour,
  type TypedProduct,
} from '#features/studio/products/typed-product.ts';

type Edit = (typed: TypedProduct) => TypedProduct;

const names = ['Bone', 'Rust', 'Moss', 'Ink', 'Sky'];
const addresses = ['/a.jpg', '/b.jpg', '/c.jpg', '/d.jpg'];

function withColour(
  typed: TypedProduct,
  at: number,
  change: (colour: TypedColour) => TypedColour,
): TypedProduct {
  const { colours } = typed;
  const index = at % Math.max(1, colours.length);
  return { ...typed, colours: colours.map((one, place) => (place === index ? change(one) : one)) };
}

const ofProduct: fc.Arbitrary<Edit> = fc.oneof(
  fc
    .record({
      name: fc.constantFrom('Hat', 'Cap'),
      description: fc.constantFrom('Warm.', ''),
      category: fc.constantFrom('beanies', 'bucket-hats'),
      care: fc.constantFrom('Wash cold.', null),
      weight_grams: fc.constantFrom(90, null),
      search_title: fc.constantFrom('A warm hat', null),
      share_picture: fc.constantFrom('/a.jpg', null),
      visible_from: fc.constantFrom('2027-03-01T17:00:00.000Z', null),
      archived: fc.boolean(),
    })
    .map((fields): Edit => (typed) => ({
      ...typed,
      now: { ...typed.now, ...fields, material: '100% cotton' },
    })),
  fc.constantFrom('39', '52.50').map((price): Edit => (typed) => ({ ...typed, price })),
  fc.constantFrom('', '0.60').map((salePrice): Edit => (typed) => ({ ...typed, salePrice })),
  fc.constantFrom('hand-made-hat', 'hand-made-cap').map((slug): Edit => (typed) => ({
    ...typed,
    now: { ...typed.now, slug },
    hasOwnSlug: true,
  })),
);

const ofColours: fc.Arbitrary<Edit> = fc.oneof(
  fc
    .record({ name: fc.constantFrom(...names), stock: fc.constantFrom('', '7') })
    .map((fields): Edit => (typed) => ({
      ...typed,
      colours: [...typed.colours, { ...newColour(), ...fields }],
    })),
  fc.record({ at: fc.nat(5), name: fc.constantFrom(...names) }).map(
    ({ at, name }): Edit =>
      (typed) =>
        withColour(typed, at, (one) => ({ ...one, name })),
  ),
  fc
    .record({
      at: fc.nat(5),
      fields: fc.record({
        swatch: fc.constantFrom('', '#112233'),
        sku: fc.constantFrom('', 'HAT-1', 'hat-2'),
        stock: fc.constantFrom('0', '3', '40'),
        archived: fc.boolean(),
      }),
    })
    .map(
      ({ at, fields }): Edit =>
        (typed) =>
          withColour(typed, at, (one) => ({ ...one, ...fields })),
    ),
  fc
    .record({
      at: fc.nat(5),
      images: fc.uniqueArray(fc.constantFrom(...addresses), { maxLength: 3 }),
      alts: fc.array(fc.constantFrom('', 'A hat', 'Its back'), { minLength: 3, maxLength: 3 }),
      worn: fc.nat(3),
    })
    .map(({ at, images, alts, worn }): Edit => {
      const pictures = images.map((address, place) =>
        newPicture({ address, alt: alts[place] ?? '', worn: place === worn }),
      );
      return (typed) => withColour(typed, at, (one) => ({ ...one, pictures }));
    }),
  fc.constant<Edit>((typed) => ({ ...typed, colours: typed.colours.toReversed() })),
);

/** Input as the form offers it: only what the shop has can be archived. */
function offered(typed: TypedProduct): TypedProduct {
  const { was, now, colours } = typed;
  return {
    ...typed,
    now: { ...now, archived: was !== null && now.archived },
    colours: colours.map((one) =>
      one.was === null ? Object.assign(one, { archived: false }) : one,
    ),
  };
}

/** Anything that somebody may type into a product's form, of the shop or new. */
export const anyEdit: fc.Arbitrary<{ slug: string; isNew: boolean; edit: Edit }> = fc.record({
  slug: fc.constantFrom('backroom-quilted-bucket', 'rulebreaker-canvas-bucket', 'headline-trucker'),
  isNew: fc.boolean(),
  edit: fc
    .array(fc.oneof(ofProduct, ofColours), { minLength: 1, maxLength: 5 })
    .map(
      (edits) => (typed: TypedProduct) => offered(edits.reduce((now, edit) => edit(now), typed)),
    ),
});
