import { expect, test } from 'vitest';
import { product } from '#tests/support/sample-product.ts';
import { productDetails } from './product-details.ts';
import { DELIVERY_IN_SHORT, RETURNS_IN_SHORT } from './promises.ts';

test('a product’s facts are shown in sections, with legally required ones open', () => {
  const attributes = {
    size: 'One size',
    measurements: 'Lens 50 mm',
    care: 'Wipe clean.',
    safety: 'Filter category 3.',
    origin_country: 'TR',
    weight_grams: 95,
  };
  expect(productDetails(product({ id: 7, attributes }))).toEqual([
    { title: 'Size', lines: ['One size', 'Lens 50 mm', 'Weight: 95 g'], isOpen: false },
    { title: 'Care', lines: ['Wipe clean.'], isOpen: false },
    { title: 'Safety', lines: ['Filter category 3.'], isOpen: true },
    { title: 'Delivery', lines: DELIVERY_IN_SHORT, isOpen: false },
    { title: 'Returns', lines: RETURNS_IN_SHORT, isOpen: false },
    {
      title: 'Origin and maker',
      lines: [
        'Country of origin: Turkey',
        expect.stringMatching(/^Maker: Minicia Ltd, .+@/),
        expect.stringMatching(/^Responsible person for the EU and Northern Ireland: .+@/),
        'Product number: 7',
      ],
      isOpen: true,
    },
  ]);
});

test.each([undefined, null, {}, { size: null, care: null, weight_grams: null }])(
  'a product without known facts (%j) shows only the terms and the maker',
  (attributes) => {
    const titles = productDetails(product({ attributes })).map(({ title }) => title);
    expect(titles).toEqual(['Delivery', 'Returns', 'Origin and maker']);
  },
);

test('weights from one kilogram up are in kilograms', () => {
  const shown = [999, 1000, 1250].map(
    (weight_grams) => productDetails(product({ attributes: { weight_grams } }))[0]?.lines,
  );
  expect(shown).toEqual([['Weight: 999 g'], ['Weight: 1 kg'], ['Weight: 1.25 kg']]);
});
