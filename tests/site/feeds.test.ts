import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { factNames, facts, factText } from '#domain/catalogue/product-facts.ts';
import { siteUrl } from '../support/awkward-site.ts';
import { feedAddresses, feedRecords, idOf } from '../support/feed-records.ts';
import { siteFeeds } from '../support/site-feeds.ts';
import { builtFile, catalogueColours } from '../support/site-pages.ts';
import { textsOf, xmlOf } from '../support/xml-document.ts';

const GOOGLE = 'http://base.google.com/ns/1.0';

const feeds = await siteFeeds();
const feed = xmlOf(feeds.get('/merchant-feed.xml') ?? '');
const items = feed.children
  .flatMap(({ children }) => children)
  .filter(({ name }) => name === 'item');
const colours = await catalogueColours();
const sold = colours.filter(({ pictures }) => pictures > 0);

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

test('the feed for Google is RSS 2.0 with Google’s elements', () => {
  expect([feed.name, feed.uri, feed.children.map(({ name }) => name)]).toEqual([
    'rss',
    '',
    ['channel'],
  ]);
  const fields = items.flatMap(({ children }) => children);
  expect(fields.filter(({ uri }) => uri !== GOOGLE)).toEqual([]);
});

test.each(feedAddresses)('every colour with a picture is in %s once', (address) => {
  const ids = feedRecords(feeds.get(address) ?? '').map(idOf);
  expect(ids.length).toBeGreaterThan(70);
  expect(ids.toSorted()).toEqual(
    sold.map(({ product, variant }) => `${product}-${variant}`).toSorted(),
  );
  // Platforms require a picture; every colour of the seed has one.
  expect(colours.length - sold.length).toBe(1);
});

describe.each(items.map((item) => ({ item, id: textsOf(item, 'id')[0] ?? '' })))(
  'item $id for Google',
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

const address = /^https:\/\/shop\.example\/[^\s,]+$/u;
/** Pictures that are JPEG or PNG, by their name or because the Image CDN converts them. */
const picture =
  /^https:\/\/shop\.example\/(?:[^\s,?]+\.(?:jpe?g|png)(?:\?[^\s,]*)?|\.netlify\/images\?url=[^\s,&]+&w=1440&fm=jpg)$/iu;
const length = (max: number) => new RegExp(`^.{1,${max}}$`, 'u');

/** Columns that all platforms with CSV require, and what fits them. */
const requiredCells: Record<string, RegExp> = {
  availability: /^(?:in stock|out of stock)$/,
  condition: /^(?:new|refurbished|used)$/,
  price: /^\d+\.\d\d GBP$/,
  link: address,
  image_link: picture,
  brand: length(100),
};
/** Cells that may be empty. */
const optionalCells: Record<string, RegExp> = {
  item_group_id: /^\S{1,100}$/,
  google_product_category: /^\d+$/,
  sale_price: requiredCells['price'] ?? /^$/,
  gtin: /^(?:\d{8}|\d{12,14})$/,
  mpn: length(100),
  size: length(200),
  material: length(200),
  gender: /^(?:female|male|unisex)$/,
  age_group: /^(?:newborn|infant|toddler|kids|adult)$/,
  shipping: /^GB::[^:,]+:\d+\.\d\d GBP$/,
};
const saleTimes = { sale_price_effective_date: /^(?:\d{4}-\d\d-\d\dT\d\d:\d\d\+00:00\/?){2}$/ };

const platforms: Record<
  string,
  { required: Record<string, RegExp>; optional: Record<string, RegExp>; pictures: number }
> = {
  // https://developers.facebook.com/documentation/ads-commerce/catalog/reference
  '/feeds/meta.csv': {
    required: { id: length(100), title: length(200), description: length(9999) },
    optional: { ...saleTimes, color: length(200), product_type: length(750) },
    pictures: 20,
  },
  // https://developers.pinterest.com/docs/api/v5/catalogs_items-batch-post
  '/feeds/pinterest.csv': {
    required: {
      id: length(127),
      title: length(500),
      description: length(10_000),
      link: /^https:\/\/.{1,503}$/,
    },
    optional: { color: length(500), product_type: length(1000) },
    pictures: 10,
  },
  // https://business-api.tiktok.com/portal/docs?id=1740497429681153
  '/feeds/tiktok.csv': {
    required: {
      sku_id: length(100),
      title: /^(?:(?!\p{RGI_Emoji})[^]){1,500}$/v,
      description: length(10_000),
    },
    optional: {
      ...saleTimes,
      color: length(100),
      product_type: length(750),
      google_product_category: /^[^>]+(?: > [^>]+){0,2}$/,
    },
    pictures: 10,
  },
};

describe.each(Object.entries(platforms))('%s', (name, { required: own, optional, pictures }) => {
  const text = feeds.get(name) ?? '';
  const forms = { ...optionalCells, ...optional, ...requiredCells, ...own };

  test('is CSV of RFC 4180 with each column of the platform once', () => {
    const [columns = [], ...rows] = parse(text, { record_delimiter: '\r\n' });
    expect(rows).toHaveLength(sold.length);
    expect(columns.toSorted()).toEqual([...Object.keys(forms), 'additional_image_link'].toSorted());
    expect(text).toMatch(/\r\n$/);
    expect(text).not.toMatch(/^\uFEFF/);
    // Meta wants quotes around white space.
    expect(text).toContain(',"in stock",new,');
  });

  test('has allowed values within their lengths', () => {
    const faults = feedRecords(text).flatMap((record) =>
      Object.entries(forms).flatMap(([column, form]) => {
        const value = record[column] ?? '';
        const mayBeEmpty = !(column in requiredCells || column in own);
        return (mayBeEmpty && value === '') || form.test(value) ? [] : [`${column}: ${value}`];
      }),
    );
    expect(faults).toEqual([]);
    const links = feedRecords(text).map((record) => record['additional_image_link'] ?? '');
    expect(Math.max(...links.map((list) => list.length))).toBeLessThanOrEqual(2000);
    const more = links.filter((list) => list !== '').map((list) => list.split(','));
    expect(more.length).toBeGreaterThan(10);
    expect(more.flat().filter((link) => !picture.test(link))).toEqual([]);
    expect(Math.max(...more.map((list) => list.length))).toBeLessThanOrEqual(pictures);
  });

  test('has the shop’s stock, delivery and codes', () => {
    const stock = new Map(
      colours.map(({ product, variant, quantity }) => [`${product}-${variant}`, quantity]),
    );
    for (const record of feedRecords(text)) {
      expect(record).toMatchObject({
        availability: (stock.get(idOf(record)) ?? 0) > 0 ? 'in stock' : 'out of stock',
        item_group_id: idOf(record).split('-')[0],
        shipping: 'GB::Standard delivery:0.00 GBP',
        mpn: expect.stringMatching(/./),
      });
    }
  });
});
