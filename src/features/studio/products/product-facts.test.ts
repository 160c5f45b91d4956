import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { factNames, facts, factText } from '#domain/catalogue/product-facts.ts';
import { nothing } from '#tests/support/catalogue-report.ts';
import { editedProduct } from '#tests/support/edited-product.ts';
import { sampleFacts } from '#tests/support/sample-facts.ts';
import { AttributeFields } from './AttributeFields.tsx';
import { fieldName } from './field-text.ts';
import { shopProduct } from './preview/shop-product.ts';
import { productAfter } from './product-after.ts';
import { changesOfProduct } from './product-edit.ts';
import { productGroups } from './report-groups.ts';

describe.each(factNames)('the %s of a product', (fact) => {
  const { label, ...row } = facts[fact];
  const value = sampleFacts[fact];
  const before = editedProduct();
  const now = { ...before, [fact]: value };

  const shown = (product: typeof now) =>
    renderToStaticMarkup(
      createElement(AttributeFields, { product, category: 'Beanies', onChange: () => {} }),
    );

  test('has a labelled field, which says when a text is too long instead of cutting it', () => {
    const html = shown(now);
    const [, id] =
      new RegExp(`<label class="label" for="([^"]+)">${label}(?: in \\w+)?</label>`).exec(html) ??
      [];
    const [input] = new RegExp(`<input id="${id}"[^>]*>`).exec(html) ?? [];
    expect(input).toContain(` value="${value}"`);
    const longest = 'longest' in row ? row.longest : 0;
    expect(html).not.toContain('maxLength');
    const marked = longest > 0 ? shown({ ...before, [fact]: 'a'.repeat(longest + 1) }) : input;
    expect(marked).toContain(
      longest > 0
        ? `Use at most ${longest} characters; this has ${longest + 1}.`
        : ' inputMode="numeric"',
    );
  });

  test('is changed and cleared by its form', () => {
    const slug = 'boss-beanie';
    expect(changesOfProduct(before, { ...now, colours: [] }, 'form')?.catalogue?.products).toEqual([
      { slug, [fact]: value, seen: { [fact]: null } },
    ]);
    expect(changesOfProduct(now, { ...before, colours: [] }, 'form')?.catalogue?.products).toEqual([
      { slug, clears: [fact], seen: { [fact]: value } },
    ]);
  });

  test('appears under its label before and after a release, and in the preview', () => {
    const changes = [{ field: fact, was: null, now: value, moves: false }];
    const report = {
      ...nothing,
      products: { added: [], changed: [{ slug: before.slug, changes }] },
    };
    const [group] = productGroups(report, undefined);
    expect(group?.cells).toMatchObject([{ field: fact, was: '', now: factText(fact, value) }]);
    expect(fieldName(fact)).toBe(label);
    const after = group && productAfter(group, before, report, undefined);
    expect(after).toEqual(now);
    const look = shopProduct({ product: now, category: 'Beanies', at: 0, was: false });
    expect({ ...look, ...look.attributes }).toMatchObject({ [fact]: value });
  });

  test('is set on a new product', () => {
    const report = { ...nothing, products: { added: ['cap'], changed: [] } };
    const given = { products: [{ slug: 'cap', name: 'Cap', [fact]: value }], colours: [] };
    const [group] = productGroups(report, given);
    expect(group && productAfter(group, undefined, report, given)).toMatchObject({ [fact]: value });
  });
});
