import type { Product } from '#domain/catalogue/product.ts';
import { productAddress } from '#domain/paths/product-address.ts';
import type { JsonLdNode } from './json-ld.ts';

/** One level of a page's breadcrumb trail. */
export interface Crumb {
  name: string;
  path: string;
}

/** https://developers.google.com/search/docs/appearance/structured-data/breadcrumb */
export function breadcrumbFacts(crumbs: readonly Crumb[], site: URL | undefined): JsonLdNode {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: crumbs.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: new URL(path, site).href,
    })),
  };
}

/** The products on a listing's first page: https://developers.google.com/search/docs/appearance/structured-data/carousel */
export function itemListFacts(products: readonly Product[], site: URL | undefined): JsonLdNode {
  return {
    '@type': 'ItemList',
    itemListElement: products.map((product, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      url: new URL(productAddress(product), site).href,
    })),
  };
}
