import { getCollection, getEntry } from 'astro:content';
import { categoryAddress } from '#domain/paths/category-address.ts';
import { sortProducts } from '#domain/catalogue/listing.ts';
import type { ProductReviews } from '#domain/catalogue/product-reviews.ts';
import type { Category, Product } from '#domain/catalogue/product.ts';
import { noSearchWords, type SearchWords } from '#domain/catalogue/search-words.ts';
import type { BuiltCategory } from './built-category.ts';

/** Memoises a read for the whole build. The dev server, which outlives changes, reads every time. */
export function oncePerBuild<T>(read: () => Promise<T>): () => Promise<T> {
  let known: Promise<T> | undefined;
  return () => (import.meta.env.PROD ? (known ??= read()) : read());
}

/** Every category and collection with a page of its own, as of the build, in menu order. */
export const allListings = oncePerBuild(async (): Promise<BuiltCategory[]> => {
  const entries = await getCollection('categories');
  return entries.map(({ data }) => data).toSorted((a, b) => a.position - b.position);
});

/** The categories and collections of the menu, as of the build, in its order. */
export async function menuCategories(): Promise<Category[]> {
  return (await allListings()).filter(({ inMenu }) => inMenu).map(({ category }) => category);
}

/** Every category that a product can have, as of the build, in menu order. */
export async function allCategories(): Promise<Category[]> {
  const listings = await allListings();
  return listings.filter(({ kind }) => kind === 'category').map(({ category }) => category);
}

/** Every product as of the build, newest first. */
export const allProducts = oncePerBuild(async (): Promise<Product[]> => {
  const entries = await getCollection('products');
  return sortProducts(
    entries.map(({ data }) => data.product),
    'newest',
  );
});

/**
 * Most product pages that a build writes: the newest, which are linked the most. A function renders the others when they
 * are first visited (netlify/server/product-page), so a build's time does not grow with the catalogue.
 */
const MAX_BUILT_PAGES = 1000;

/** The products whose pages this build writes, newest first. */
export async function productsWithPage(): Promise<Product[]> {
  return (await allProducts()).slice(0, MAX_BUILT_PAGES);
}

const productsByCategory = oncePerBuild(async () => {
  const entries = await getCollection('products');
  const about = new Map(entries.map(({ data }) => [data.product.id, data]));
  const placeOf = ({ id }: Product) => about.get(id)?.place ?? 0;
  const inOrder = (await allProducts()).toSorted((a, b) => placeOf(a) - placeOf(b));
  return Map.groupBy(inOrder, ({ id }) => about.get(id)?.categoryId);
});

const productsById = oncePerBuild(
  async () => new Map((await allProducts()).map((product) => [product.id, product])),
);

/**
 * Products of a category as of the build: newest first those without a position, then the others by
 * position; or those of a collection in its order.
 */
export async function productsOfListing(listing: BuiltCategory): Promise<Product[]> {
  const { kind, category, products } = listing;
  if (kind === 'category') return (await productsByCategory()).get(category.id) ?? [];
  const known = await productsById();
  return products.flatMap((id) => known.get(id) ?? []);
}

/** Every product as of the build, by slug. */
export const productsBySlug = oncePerBuild(async () => {
  const entries = await getCollection('products');
  return new Map(entries.map(({ data }) => [data.slug, data.product]));
});

const productsByCategoryName = oncePerBuild(async () =>
  Map.groupBy(await allProducts(), ({ category_name }) => category_name),
);

/** Up to `limit` other products: those of the same category first, each group newest first. */
export async function relatedProducts(product: Product, limit: number): Promise<Product[]> {
  const { id, category_name } = product;
  const sameCategory = ((await productsByCategoryName()).get(category_name) ?? [])
    .slice(0, limit + 1)
    .filter((other) => other.id !== id);
  if (sameCategory.length >= limit) return sameCategory.slice(0, limit);
  const others = (await allProducts()).filter((other) => other.category_name !== category_name);
  return [...sameCategory, ...others].slice(0, limit);
}

/** A product with the details only its own page shows. */
export async function withAttributes(product: Product): Promise<Product> {
  const entry = await getEntry('products', String(product.id));
  return { ...product, attributes: entry?.data.attributes };
}

/** A product's words and picture in search results and shared links. */
export async function searchWordsOfProduct({ id }: Product): Promise<SearchWords> {
  return (await getEntry('products', String(id)))?.data.search ?? noSearchWords;
}

/** A product's reviews as of the build; null without any. */
export async function reviewsOfProduct({ id }: Product): Promise<ProductReviews | null> {
  return (await getEntry('products', String(id)))?.data.reviews ?? null;
}

/** When anything shown on each product's page last changed (ISO 8601), by product id. */
export async function lastChanges(): Promise<Map<number, string>> {
  const entries = await getCollection('products');
  return new Map(entries.map(({ data: { product, lastChange } }) => [product.id, lastChange]));
}

/** The URL path of a category's listing by slug, or of all products if there is no such category. */
export async function addressOfCategorySlug(slug: string): Promise<string> {
  const entries = await getCollection('categories');
  const entry = entries.find(({ data }) => data.slug === slug);
  return entry ? categoryAddress(entry.data.category) : '/all-products';
}
