import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { factNames, facts } from '#domain/product-facts.ts';
import { nothing } from '#tests/support/catalogue-report.ts';
import { editedProduct } from '#tests/support/edited-product.ts';
import { AttributeFields } from './AttributeFields.tsx';
import { fieldName } from './field-text.ts';
import { shopProduct } from './look/shop-product.ts';
import { productAfter } from './product-after.ts';
import { changesOfProduct } from './product-edit.ts';
import { productGroups } from './report-groups.ts';

describe.each(factNames)('the %s of a product', (fact) => {
  const { label, longest } = facts[fact];
  const text = `The ${fact} of it`;
  const before = editedProduct();
  const now = { ...before, [fact]: text };

  test('has a labelled field with its maximum length', () => {
    const html = renderToStaticMarkup(
      createElement(AttributeFields, { product: now, category: 'Beanies', onChange: () => {} }),
    );
    const [, id] =
      new RegExp(`<label class="label" for="([^"]+)">${label}</label>`).exec(html) ?? [];
    const [input] = new RegExp(`<input id="${id}"[^>]*>`).exec(html) ?? [];
    expect(input).toContain(` maxLength="${longest}"`);
    expect(input).toContain(` value="${text}"`);
  });

  test('is changed and cleared by its form', () => {
    const slug = 'boss-beanie';
    expect(changesOfProduct(before, now, 'form')?.catalogue?.products).toEqual([
      { slug, [fact]: text, seen: { [fact]: null } },
    ]);
    expect(changesOfProduct(now, before, 'form')?.catalogue?.products).toEqual([
      { slug, clears: [fact], seen: { [fact]: text } },
    ]);
  });

  test('appears under its label before and after a release, and in the preview', () => {
    const changes = [{ field: fact, was: null, now: text, moves: false }];
    const report = {
      ...nothing,
      products: { added: [], changed: [{ slug: before.slug, changes }] },
    };
    const [group] = productGroups(report, undefined);
    expect(group?.cells).toMatchObject([{ field: fact, was: '', now: text }]);
    expect(fieldName(fact)).toBe(label);
    const after = group && productAfter(group, before, report, undefined);
    expect(after).toEqual(now);
    const look = shopProduct({ product: now, category: 'Beanies', at: 0, was: false });
    expect({ ...look, ...look.attributes }).toMatchObject({ [fact]: text });
  });

  test('is set on a new product', () => {
    const report = { ...nothing, products: { added: ['cap'], changed: [] } };
    const given = { products: [{ slug: 'cap', name: 'Cap', [fact]: text }], colours: [] };
    const [group] = productGroups(report, given);
    expect(group && productAfter(group, undefined, report, given)).toMatchObject({ [fact]: text });
  });
});
