import { getCollection } from 'astro:content';
import type { DutyRules } from '#domain/countries/duties.ts';
import type { ShippingRate } from './charges-loaders.ts';

/** The rate the payment page preselects for each zone (the zone's first), as of the build. */
export async function preselectedRates(): Promise<ShippingRate[]> {
  const entries = await getCollection('shippingRates');
  const rates = entries
    .map(({ data }) => data)
    .toSorted((a, b) => a.position - b.position || a.id - b.id);
  return [...Map.groupBy(rates, ({ zone }) => zone).values()].flatMap((ofZone) =>
    ofZone.slice(0, 1),
  );
}

/**
 * The tax added to a cart in the United Kingdom, in per cent, as of the build; 0 if prices include it.
 */
export async function taxPercent(): Promise<number> {
  const [entry] = await getCollection('tax');
  if (!entry) throw new Error('The build has read no tax.');
  return entry.data.tax_basis_points / 100;
}

/** The standard rate for delivery within the United Kingdom, as of the build. */
export async function domesticRate(): Promise<ShippingRate | undefined> {
  return (await preselectedRates()).find(({ zone }) => zone === 'domestic');
}

/** Rules of duties of the countries that have their own, as of the build. */
export async function dutyRules(): Promise<DutyRules> {
  const entries = await getCollection('duties');
  return Object.fromEntries(entries.map(({ data: { country, ...rule } }) => [country, rule]));
}
