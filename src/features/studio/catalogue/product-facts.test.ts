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

  test('is written in a field that has its label and takes no more than it may have', () => {
    const html = renderToStaticMarkup(
      createElement(AttributeFields, { product: now, category: 'Beanies', onChange: () => {} }),
    );
    const [, id] =
      new RegExp(`<label class="label" for="([^"]+)">${label}</label>`).exec(html) ?? [];
    const [input] = new RegExp(`<input id="${id}"[^>]*>`).exec(html) ?? [];
    expect(input).toContain(` maxLength="${longest}"`);
    expect(input).toContain(` value="${text}"`);
  });

  test('is changed and cleared by a form that was changed there', () => {
    const slug = 'boss-beanie';
    expect(changesOfProduct(before, now, 'form')?.catalogue?.products).toEqual([
      { slug, [fact]: text, seen: { [fact]: null } },
    ]);
    expect(changesOfProduct(now, before, 'form')?.catalogue?.products).toEqual([
      { slug, clears: [fact], seen: { [fact]: text } },
    ]);
  });

  test('is shown under its label before and after a release, and as shoppers will see it', () => {
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

  test('comes with a new product', () => {
    const report = { ...nothing, products: { added: ['cap'], changed: [] } };
    const given = { products: [{ slug: 'cap', name: 'Cap', [fact]: text }], colours: [] };
    const [group] = productGroups(report, given);
    expect(group && productAfter(group, undefined, report, given)).toMatchObject({ [fact]: text });
  });
});
