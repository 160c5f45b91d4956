import { expect, test } from 'vitest';
import { product } from '#tests/support/sample-product.ts';
import { feedItems } from '../feeds/feed-item.ts';
import { googleItem } from '../feeds/google-feed.ts';
import { productMarkdown } from '../feeds/product-markdown.ts';
import { productDetails } from './product-details.ts';
import { sampleFacts } from '#tests/support/sample-facts.ts';
import {
  factNames,
  facts,
  factText,
  listedFacts,
  pageFacts,
  partOf,
  shownLine,
} from './product-facts.ts';

const site = new URL('https://shop.example');

test('facts known to schema.org and Google use their names, the rest their label', () => {
  const told = factNames.map((fact) => {
    const { label, schemaOrg, google, ...row } = facts[fact];
    return [fact, label, 'longest' in row ? row.longest : row.most, schemaOrg, google];
  });
  const first = [
    ['material', 'Material', 200, 'material', 'material'],
    ['size', 'Size', 40, 'size', 'size'],
    ['measurements', 'Measurements', 200, undefined, undefined],
    ['care', 'Care', 300, undefined, undefined],
    ['safety', 'Safety', 600, undefined, undefined],
    ['weight_grams', 'Weight', 30_000, 'weight', 'product_weight'],
  ];
  const names = new Set(first.map(([fact]) => fact));
  // In the order of the marketers' columns.
  expect(told.filter(([fact]) => names.has(fact))).toEqual(first);
});

test.each(factNames)('a page, Markdown and Google’s feed show the %s', (fact) => {
  const isListed = listedFacts.some((name) => name === fact);
  const value = sampleFacts[fact];
  const text = shownLine(fact, value);
  const told = product(isListed ? { [fact]: value } : { attributes: { [fact]: value } });
  const part = productDetails(told).find(({ title }) => title === partOf(fact));
  expect(part?.lines).toEqual(isListed ? undefined : [text]);
  const { label, google } = facts[fact];
  expect(productMarkdown(told, { site, tax: 6, now: new Date() })).toContain(
    isListed ? `\n\n${label}: ${text}\n\n` : `\n\n## ${partOf(fact)}\n\n${text}\n\n`,
  );
  const [item] = feedItems(told, { site, tax: 6, delivery: null }).map(googleItem);
  expect(item).toContain(
    google === undefined
      ? `<g:attribute_name>${label}</g:attribute_name><g:attribute_value>${factText(fact, value)}</g:attribute_value>`
      : `<g:${google}>${factText(fact, value)}</g:${google}>`,
  );
});

test('each fact has its own label, and is either in listings or only on pages', () => {
  expect(new Set(factNames.map((fact) => facts[fact].label)).size).toBe(factNames.length);
  expect(new Set([...listedFacts, ...pageFacts]).size).toBe(factNames.length);
});
