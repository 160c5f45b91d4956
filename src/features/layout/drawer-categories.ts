import { fetchCategories } from '#api/catalogue/categories.ts';
import type { Category } from '#domain/catalogue/product.ts';

const list = document.querySelector('[data-categories]');
const template = document.querySelector<HTMLTemplateElement>('[data-category-template]');

function categoryItem({ id, name }: Category): Node | null {
  const item = template?.content.cloneNode(true);
  const link = item instanceof DocumentFragment ? item.querySelector('a') : null;
  if (!item || !link) return null;
  link.href = `/productListing/${id}`;
  link.dataset.category = String(id);
  link.textContent = name;
  return item;
}

/** Adds categories created since the build to the menu. */
async function addNewCategories(): Promise<void> {
  try {
    for (const category of await fetchCategories()) {
      const item = list?.querySelector(`[data-category="${category.id}"]`)
        ? null
        : categoryItem(category);
      if (item) list?.append(item);
    }
  } catch (error) {
    console.error('The menu shows the categories of the last build', error);
  }
}

void addNewCategories();
