import { z } from 'astro/zod';
import { dutyPayments, shippingZones } from '#domain/enums.ts';
import { loaderOf } from './product-loaders.ts';
import { allRows, fewRows, onlyRow } from './supabase-rows.ts';

/** A delivery option for a zone: its price, and the time in transit after dispatch. */
export const ShippingRate = z.object({
  id: z.number(),
  zone: z.enum(shippingZones),
  name: z.string(),
  amount_pence: z.number(),
  min_business_days: z.number(),
  max_business_days: z.number(),
  position: z.number(),
});
export type ShippingRate = z.infer<typeof ShippingRate>;

/**
 * A zone's tax in basis points (600 is 6 %), added to prices or included in them; one of the two is 0.
 */
export const Tax = z.object({ tax_basis_points: z.number(), included_basis_points: z.number() });

/** A country with a rule of its own on duties (`country_duties`). */
export const CountryDuties = z.object({
  country: z.string(),
  policy: z.enum(dutyPayments),
  in_union: z.boolean(),
});

/** Rules of duties by country, read from Supabase at build time. */
export const dutiesLoader = loaderOf(
  'supabase-duties',
  () => fewRows('country_duties', CountryDuties),
  ({ country }) => country,
);

/** Every zone's delivery options, read from Supabase at build time. */
export const shippingRateLoader = loaderOf(
  'supabase-shipping-rates',
  () => allRows('shipping_rates', ShippingRate),
  ({ id }) => id,
);

/** The tax of a buyer in the United Kingdom. */
export const taxLoader = loaderOf(
  'supabase-tax',
  async () => [await onlyRow('current_tax', Tax)],
  () => 1,
);
