import { expect, test } from 'vitest';
import { product } from '#tests/support/sample-product.ts';
import { merchantItem } from './feeds/merchant-item.ts';
import { productMarkdown } from './feeds/product-markdown.ts';
import { productDetails } from './product-details.ts';
import { factNames, facts, listedFacts, pageFacts, partOf } from './product-facts.ts';

const site = new URL('https://shop.example');

test('facts known to schema.org and Google use their names, the rest their label', () => {
  const told = factNames.map((fact) => {
    const { label, longest, schemaOrg, google } = facts[fact];
    return [fact, label, longest, schemaOrg, google];
  });
  const first = [
    ['material', 'Material', 200, 'material', 'material'],
    ['size', 'Size', 40, 'size', 'size'],
    ['measurements', 'Measurements', 200, undefined, undefined],
    ['care', 'Care', 300, undefined, undefined],
    ['safety', 'Safety', 600, undefined, undefined],
  ];
  const names = new Set(first.map(([fact]) => fact));
  // In the order of the marketers' columns.
  expect(told.filter(([fact]) => names.has(fact))).toEqual(first);
});

test.each(factNames)('a page, Markdown and Google’s feed show the %s', (fact) => {
  const isListed = listedFacts.some((name) => name === fact);
  const text = `The ${fact} of it`;
  const told = product(isListed ? { [fact]: text } : { attributes: { [fact]: text } });
  const part = productDetails(told).find(({ title }) => title === partOf(fact));
  expect(part?.lines).toEqual(isListed ? undefined : [text]);
  const { label, google } = facts[fact];
  expect(productMarkdown(told, { site, tax: 6, now: new Date() })).toContain(
    isListed ? `\n\n${label}: ${text}\n\n` : `\n\n## ${partOf(fact)}\n\n${text}\n\n`,
  );
  const [variant] = told.color_variants;
  const item = variant && merchantItem(told, variant, { site, tax: 6, delivery: undefined });
  expect(item).toContain(
    google === undefined
      ? `<g:attribute_name>${label}</g:attribute_name><g:attribute_value>${text}</g:attribute_value>`
      : `<g:${google}>${text}</g:${google}>`,
  );
});

test('each fact has its own label, and is either in listings or only on pages', () => {
  expect(new Set(factNames.map((fact) => facts[fact].label)).size).toBe(factNames.length);
  expect(new Set([...listedFacts, ...pageFacts]).size).toBe(factNames.length);
});
