import { z } from 'astro/zod';
import { loaderOf } from './product-loaders.ts';
import { allRows, onlyRow } from './supabase-rows.ts';

/** What a parcel to a zone costs, and how long it is under way after dispatch. */
export const ShippingRate = z.object({
  id: z.number(),
  zone: z.enum(['domestic', 'europe', 'world']),
  name: z.string(),
  amount_pence: z.number(),
  min_business_days: z.number(),
  max_business_days: z.number(),
  position: z.number(),
});
export type ShippingRate = z.infer<typeof ShippingRate>;

/** 600 is 6 %. */
export const Tax = z.object({ tax_basis_points: z.number() });

/** What delivery costs to each zone, read from Supabase at build. */
export const shippingRateLoader = loaderOf(
  'supabase-shipping-rates',
  () => allRows('shipping_rates', ShippingRate),
  ({ id }) => id,
);

/** The tax that is added to every basket. */
export const taxLoader = loaderOf(
  'supabase-tax',
  async () => [await onlyRow('current_tax', Tax)],
  () => 1,
);
