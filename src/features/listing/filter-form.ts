import { colourFamilyNamed } from '#domain/colour-family.ts';
import type { ListingCounts, ListingFilter } from '#domain/listing-filter.ts';
import { piecesText } from './pieces-text.ts';

/** The form under Filters. */
export interface FilterForm {
  /** What stands in the form, applied or not. */
  read(): ListingFilter;
  /** Makes the form say what the address asks. */
  write(filter: ListingFilter): void;
  /** Shows beside each choice how many pieces it would leave. */
  showCounts(counts: ListingCounts): void;
  /** Says how many pieces the form would leave; `null` when that is what stands there already. */
  showPreview(total: number | null): void;
}

function textOf(data: FormData, name: string): string {
  const value = data.get(name);
  return typeof value === 'string' ? value.trim() : '';
}

/** The filters inside a listing, or `null` where there are none. */
export function findFilterForm(root: HTMLElement): FilterForm | null {
  const form = root.querySelector<HTMLFormElement>('[data-listing-form]');
  const category = root.querySelector<HTMLSelectElement>('[data-listing-category]');
  const price = root.querySelector<HTMLInputElement>('[data-listing-price]');
  const stock = root.querySelector<HTMLInputElement>('[data-listing-stock]');
  const preview = root.querySelector('[data-listing-preview]');
  const colours = form?.querySelectorAll<HTMLInputElement>('[name="colour"]') ?? [];
  if (!form || !category || !price || !stock) return null;

  return {
    read() {
      const data = new FormData(form);
      return {
        category: textOf(data, 'category'),
        price: textOf(data, 'price'),
        colours: data.getAll('colour').flatMap((name) => colourFamilyNamed(String(name)) ?? []),
        inStock: data.has('stock'),
      };
    },
    write(filter) {
      price.value = filter.price;
      stock.checked = filter.inStock;
      for (const box of colours) box.checked = filter.colours.some((name) => name === box.value);
      for (const option of category.options) {
        option.selected = option.value.toLowerCase() === filter.category.toLowerCase();
      }
    },
    showCounts(counts) {
      for (const name of counts.categories.keys()) {
        const known = [...category.options].some(({ value }) => value === name);
        // Younger than the page.
        if (!known) category.add(new Option(name, name));
      }
      for (const option of category.options) {
        if (option.value === '') continue;
        option.text = `${option.value} (${counts.categories.get(option.value) ?? 0})`;
      }
      for (const box of colours) {
        const family = colourFamilyNamed(box.value);
        const count = (family && counts.colours.get(family)) ?? 0;
        const choice = box.closest('label');
        const place = choice?.querySelector('[data-count]');
        if (place) place.textContent = String(count);
        if (choice && count > 0) choice.hidden = false;
      }
      const inStock = form.querySelector('[data-count="stock"]');
      if (inStock) inStock.textContent = String(counts.inStock);
    },
    showPreview(total) {
      if (preview) preview.textContent = total === null ? '' : piecesText(total);
    },
  };
}
