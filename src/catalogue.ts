import { getCollection } from 'astro:content';
import { sortProducts } from '#shop/listing.ts';
import type { Category, Product } from '#shop/product.ts';

/** Every category as of the build, in the menu's order. */
export async function allCategories(): Promise<Category[]> {
  const entries = await getCollection('categories');
  return entries
    .toSorted((a, b) => a.data.position - b.data.position)
    .map(({ data }) => data.category);
}

/** Every product as of the build, newest first. */
export async function allProducts(): Promise<Product[]> {
  const entries = await getCollection('products');
  return sortProducts(
    entries.map(({ data }) => data.product),
    'newest',
  );
}

/** The products of a category as of the build, newest first. */
export async function productsOfCategory(categoryId: number): Promise<Product[]> {
  const entries = await getCollection('products', ({ data }) => data.categoryId === categoryId);
  return sortProducts(
    entries.map(({ data }) => data.product),
    'newest',
  );
}

/** The address of a category's listing. */
export function categoryAddress(category: Category): string {
  return `/productListing/${category.id}`;
}

/** The address of the listing of a category by its name, or of all products where there is none. */
export function addressOfCategoryNamed(categories: readonly Category[], name: string): string {
  const category = categories.find((candidate) => candidate.name === name);
  return category ? categoryAddress(category) : '/all-products';
}
