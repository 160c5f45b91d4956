import type { ListingCounts } from '#domain/catalogue/listing-filter.ts';
import { SORT_CHOICES } from '#domain/catalogue/listing.ts';
import { ignoredPriceText } from '#domain/money/price-range.ts';
import type { ListingState } from '#domain/catalogue/listing-state.ts';
import {
  attributeOf,
  elementWith,
  elementsIn,
  elementsWith,
  setAttribute,
  setText,
  toggleAttribute,
} from '../html/element-tree.ts';
import type { Element, ParentNode } from '../html/element-tree.ts';

const optionsIn = (select: Element | undefined): Element[] =>
  select ? elementsIn(select).filter(({ tagName }) => tagName === 'option') : [];

/** Fills in a listing's filters and sort, with the number of products that each filter would leave. */
export function fillFilters(page: ParentNode, state: ListingState, counts: ListingCounts): void {
  const sorts = optionsIn(elementWith(page, 'data-listing-sort'));
  for (const [index, { key }] of SORT_CHOICES.entries()) {
    const option = sorts[index];
    if (option) toggleAttribute(option, 'selected', key === state.sort);
  }
  for (const option of optionsIn(elementWith(page, 'data-listing-category'))) {
    const name = attributeOf(option, 'value') ?? '';
    if (name !== '') setText(option, `${name} (${counts.categories.get(name) ?? 0})`);
    toggleAttribute(option, 'selected', name.toLowerCase() === state.category.toLowerCase());
  }
  const colours: ReadonlyMap<string, number> = counts.colours;
  for (const box of elementsWith(page, 'name', 'colour')) {
    const name = attributeOf(box, 'value') ?? '';
    const count = colours.get(name) ?? 0;
    toggleAttribute(
      box,
      'checked',
      state.colours.some((family) => family === name),
    );
    setText(elementWith(page, 'data-count', name), String(count));
    const choice = box.parentNode;
    if (choice && 'attrs' in choice) toggleAttribute(choice, 'hidden', count === 0);
  }
  setText(elementWith(page, 'data-count', 'stock'), String(counts.inStock));
  toggleAttribute(elementWith(page, 'data-listing-stock'), 'checked', state.inStock);
  setAttribute(elementWith(page, 'data-listing-price'), 'value', state.price);
  setText(elementWith(page, 'data-price-ignored'), ignoredPriceText(state.price));
}
