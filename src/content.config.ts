import { defineCollection } from 'astro:content';
import { glob } from 'astro/loaders';
import { z } from 'astro/zod';
import { categoryLoader, productLoader } from '#content/product-loaders.ts';
import { ShippingRate, Tax, shippingRateLoader, taxLoader } from '#content/charges-loaders.ts';

const product = z.object({
  id: z.number(),
  name: z.string(),
  description: z.string(),
  price: z.number(),
  category_name: z.string(),
  created_at: z.string(),
  color_variants: z.array(
    z.object({
      id: z.number(),
      color_name: z.string(),
      quantity: z.number(),
      images: z.array(z.object({ image: z.string() })),
    }),
  ),
});

export const collections = {
  products: defineCollection({
    loader: productLoader,
    schema: z.object({
      categoryId: z.number(),
      /** ISO 8601. */
      lastChange: z.string(),
      product,
    }),
  }),
  categories: defineCollection({
    loader: categoryLoader,
    schema: z.object({
      category: z.object({ id: z.number(), name: z.string() }),
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
