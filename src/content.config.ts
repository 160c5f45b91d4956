import { defineCollection } from 'astro:content';
import { glob } from 'astro/loaders';
import { z } from 'astro/zod';
import { categoryLoader, productLoader } from '#content/product-loaders.ts';
import { Category, Product } from '#domain/product.ts';
import { ShippingRate, Tax, shippingRateLoader, taxLoader } from '#content/charges-loaders.ts';

export const collections = {
  products: defineCollection({
    loader: productLoader,
    schema: z.object({
      categoryId: z.number(),
      /** ISO 8601. */
      lastChange: z.string(),
      product: Product,
    }),
  }),
  categories: defineCollection({
    loader: categoryLoader,
    schema: z.object({
      category: Category,
      position: z.number(),
    }),
  }),
  shippingRates: defineCollection({ loader: shippingRateLoader, schema: ShippingRate }),
  tax: defineCollection({ loader: taxLoader, schema: Tax }),
  /** The texts of the static pages. */
  texts: defineCollection({
    loader: glob({ base: './src/content/texts', pattern: '*.md' }),
    schema: z.object({
      title: z.string(),
      description: z.string(),
      /** The day a legal text takes effect, as the text itself states it. */
      effective: z.string().optional(),
    }),
  }),
  faq: defineCollection({
    loader: glob({ base: './src/content/faq', pattern: '*.md' }),
    schema: z.object({ question: z.string(), order: z.number() }),
  }),
};
