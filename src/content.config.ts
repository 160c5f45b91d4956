import { defineCollection } from 'astro:content';
import { z } from 'astro/zod';
import { contentLoader } from '#content/content-loader.ts';
import { categoryLoader, ownPageLoader, productLoader } from '#content/product-loaders.ts';
import { BuiltCategory } from '#content/built-category.ts';
import { Product, ProductAttributes } from '#domain/catalogue/product.ts';
import { ProductReviews } from '#domain/catalogue/product-reviews.ts';
import { OwnPage } from '#domain/site-content/own-page.ts';
import { searchWordsSchema } from '#domain/catalogue/search-words-schema.ts';
import {
  CountryDuties,
  dutiesLoader,
  ShippingRate,
  shippingRateLoader,
  Tax,
  taxLoader,
} from '#content/charges-loaders.ts';

export const collections = {
  products: defineCollection({
    loader: productLoader,
    schema: z.object({
      categoryId: z.number(),
      slug: z.string(),
      /** Position in the category's listing; null sorts first. */
      place: z.number().nullable(),
      /** ISO 8601. */
      lastChange: z.string(),
      product: Product,
      attributes: ProductAttributes,
      reviews: ProductReviews.nullable(),
      search: searchWordsSchema,
    }),
  }),
  categories: defineCollection({
    loader: categoryLoader,
    schema: BuiltCategory,
  }),
  ownPages: defineCollection({
    loader: ownPageLoader,
    schema: z.object({
      pages: z.array(z.intersection(OwnPage, z.object({ lastChange: z.string() }))),
    }),
  }),
  shippingRates: defineCollection({ loader: shippingRateLoader, schema: ShippingRate }),
  duties: defineCollection({ loader: dutiesLoader, schema: CountryDuties }),
  tax: defineCollection({ loader: taxLoader, schema: Tax }),
  /** Page texts and pictures; `html` is rendered from their Markdown. */
  content: defineCollection({
    loader: contentLoader,
    schema: z.object({ value: z.record(z.string(), z.json()), html: z.array(z.string()) }),
  }),
};
