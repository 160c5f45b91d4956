import { colourFamilyNamed } from '#domain/catalogue/colour-family.ts';
import type { ListingCounts, ListingFilter } from '#domain/catalogue/listing-filter.ts';
import { countText } from '#domain/basics/count-text.ts';
import { ignoredPriceText } from '#domain/money/price-range.ts';

/** The filter form. */
export interface FilterForm {
  /** The form's current values, applied or not. */
  read(): ListingFilter;
  /** Fills in the form from the URL's filter. */
  write(filter: ListingFilter): void;
  /** Shows the number of cards for each option. */
  showCounts(counts: ListingCounts): void;
  /** Shows the number of cards for the form's current values; `null` hides it once they are applied. */
  showPreview(total: number | null): void;
}

function textOf(data: FormData, name: string): string {
  const value = data.get(name);
  return typeof value === 'string' ? value.trim() : '';
}

/** Finds a listing's filter form; `null` if it has none. */
export function findFilterForm(root: HTMLElement): FilterForm | null {
  const form = root.querySelector<HTMLFormElement>('[data-listing-form]');
  const category = root.querySelector<HTMLSelectElement>('[data-listing-category]');
  const price = root.querySelector<HTMLInputElement>('[data-listing-price]');
  const stock = root.querySelector<HTMLInputElement>('[data-listing-stock]');
  const preview = root.querySelector('[data-listing-preview]');
  const ignored = root.querySelector('[data-price-ignored]');
  const colours = form?.querySelectorAll<HTMLInputElement>('[name="colour"]') ?? [];
  if (!form || !category || !price || !stock) return null;

  const showIgnored = (text: string) => {
    if (ignored) ignored.textContent = ignoredPriceText(text);
  };

  return {
    read() {
      const data = new FormData(form);
      showIgnored(price.value);
      return {
        category: textOf(data, 'category'),
        price: textOf(data, 'price'),
        colours: data.getAll('colour').flatMap((name) => colourFamilyNamed(String(name)) ?? []),
        inStock: data.has('stock'),
      };
    },
    write(filter) {
      price.value = filter.price;
      showIgnored(filter.price);
      stock.checked = filter.inStock;
      for (const box of colours) box.checked = filter.colours.some((name) => name === box.value);
      for (const option of category.options) {
        option.selected = option.value.toLowerCase() === filter.category.toLowerCase();
      }
    },
    showCounts(counts) {
      for (const name of counts.categories.keys()) {
        const known = [...category.options].some(({ value }) => value === name);
        // A category added since the build.
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
        const shownCount = choice?.querySelector('[data-count]');
        if (shownCount) shownCount.textContent = String(count);
        if (choice && count > 0) choice.hidden = false;
      }
      const inStock = form.querySelector('[data-count="stock"]');
      if (inStock) inStock.textContent = String(counts.inStock);
    },
    showPreview(total) {
      if (preview) preview.textContent = total === null ? '' : countText(total, 'piece');
    },
  };
}
