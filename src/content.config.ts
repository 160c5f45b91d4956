import { defineCollection } from 'astro:content';
import { z } from 'astro/zod';
import { contentLoader } from '#content/content-loader.ts';
import { categoryLoader, productLoader } from '#content/product-loaders.ts';
import { BuiltCategory } from '#content/built-category.ts';
import { Product, ProductAttributes } from '#domain/product.ts';
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
      /** Its position in the category's listing; null sorts first. */
      place: z.number().nullable(),
      /** ISO 8601. */
      lastChange: z.string(),
      product: Product,
      attributes: ProductAttributes,
    }),
  }),
  categories: defineCollection({
    loader: categoryLoader,
    schema: BuiltCategory,
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
