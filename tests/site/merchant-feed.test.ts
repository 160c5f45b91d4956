import path from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { factNames, facts, factText } from '#domain/product-facts.ts';
import { siteUrl } from '../support/awkward-site.ts';
import { builtFile, catalogueColours } from '../support/site-pages.ts';
import { textsOf, xmlDocument } from '../support/xml-document.ts';

const GOOGLE = 'http://base.google.com/ns/1.0';

const feed = xmlDocument(path.join(inject('distFolder'), 'arrivals/merchant-feed.xml'));
const items = feed.children
  .flatMap(({ children }) => children)
  .filter(({ name }) => name === 'item');
const colours = await catalogueColours();

/** https://support.google.com/merchants/answer/7052112: maximum lengths and allowed values. */
const required: Record<string, RegExp> = {
  id: /^\S{1,50}$/u,
  item_group_id: /^\S{1,50}$/u,
  title: /^.{1,150}$/u,
  description: /^[^]{1,5000}$/u,
  link: /^https:\/\/shop\.example\/\S{1,1900}$/u,
  image_link: /^https:\/\/shop\.example\/\S{1,1900}$/u,
  availability: /^(in_stock|out_of_stock|preorder|backorder)$/,
  price: /^\d+\.\d\d GBP$/,
  brand: /^.{1,70}$/u,
  condition: /^(new|refurbished|used)$/,
  mpn: /^[A-Z0-9][A-Z0-9._/-]{1,69}$/,
  color: /^[^/]{1,40}(\/[^/]{1,40}){0,2}$/u,
  age_group: /^(newborn|infant|toddler|kids|adult)$/,
  gender: /^(male|female|unisex)$/,
  google_product_category: /^\d+$/,
  product_type: /^.{1,750}$/u,
};

test('the feed is RSS 2.0 with Google’s elements', () => {
  expect([feed.name, feed.uri, feed.children.map(({ name }) => name)]).toEqual([
    'rss',
    '',
    ['channel'],
  ]);
  const fields = items.flatMap(({ children }) => children);
  expect(fields.filter(({ uri }) => uri !== GOOGLE)).toEqual([]);
});

test('every colour with a picture is in it once', () => {
  const ids = items.flatMap((item) => textsOf(item, 'id'));
  const sold = colours.filter(({ pictures }) => pictures > 0);
  expect(ids.length).toBeGreaterThan(70);
  expect(ids.toSorted()).toEqual(
    sold.map(({ product, variant }) => `${product}-${variant}`).toSorted(),
  );
  // Google requires a picture; every colour of the seed has one.
  expect(colours.length - sold.length).toBe(1);
});

describe.each(items.map((item) => ({ item, id: textsOf(item, 'id')[0] ?? '' })))(
  'item $id',
  ({ item, id }) => {
    const colour = colours.find(({ product, variant }) => `${product}-${variant}` === id);

    test('has each element that Google requires once, with valid length and value', () => {
      for (const [name, form] of Object.entries(required)) {
        expect([name, textsOf(item, name)]).toEqual([name, [expect.stringMatching(form)]]);
      }
      expect(textsOf(item, 'additional_image_link').length).toBeLessThanOrEqual(10);
    });

    test('matches the colour’s data in the shop', () => {
      const [link = ''] = textsOf(item, 'link');
      expect(link).toBe(`${siteUrl}/product-details/${colour?.product}?colour=${colour?.variant}`);
      expect(builtFile(link)).toBeDefined();
      const details = item.children
        .filter(({ name }) => name === 'product_detail')
        .map(({ children }) => children.map(({ text }) => text));
      for (const fact of factNames) {
        const { google, label } = facts[fact];
        const value = colour?.told[fact];
        const text = value && factText(fact, value);
        const found =
          google === undefined ? details : textsOf(item, google).map((one) => [label, one]);
        expect(found.filter(([name]) => name === label)).toEqual(text ? [[label, text]] : []);
      }
      expect(textsOf(item, 'item_group_id')).toEqual([String(colour?.product)]);
      expect(textsOf(item, 'availability')).toEqual([
        (colour?.quantity ?? 0) > 0 ? 'in_stock' : 'out_of_stock',
      ]);
    });

    test('has the price and delivery that a shopper in the United Kingdom pays', () => {
      // Prices include tax.
      const pounds = ((colour?.pence ?? 0) / 100).toFixed(2);
      expect(textsOf(item, 'price')).toEqual([`${pounds} GBP`]);
      const shipping = item.children.find(({ name }) => name === 'shipping');
      const parts = shipping?.children.map(({ name, text }) => [name, text]) ?? [];
      expect(Object.fromEntries(parts)).toEqual({
        country: 'GB',
        service: 'Standard delivery',
        price: '0.00 GBP',
        min_handling_time: '0',
        max_handling_time: '2',
        min_transit_time: '2',
        max_transit_time: '3',
      });
    });
  },
);
