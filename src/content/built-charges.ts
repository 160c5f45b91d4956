import { getCollection } from 'astro:content';
import type { ShippingRate } from './charges-loaders.ts';

/** As of the build: for each zone the rate that the payment page preselects, which is its first. */
export async function preselectedRates(): Promise<ShippingRate[]> {
  const entries = await getCollection('shippingRates');
  const rates = entries
    .map(({ data }) => data)
    .toSorted((a, b) => a.position - b.position || a.id - b.id);
  return [...Map.groupBy(rates, ({ zone }) => zone).values()].flatMap((ofZone) =>
    ofZone.slice(0, 1),
  );
}

/** The tax that is added to every basket as of the build, in per cent. */
export async function taxPercent(): Promise<number> {
  const [entry] = await getCollection('tax');
  if (!entry) throw new Error('The build has read no tax.');
  return entry.data.tax_basis_points / 100;
}

/** What delivery within the United Kingdom costs as of the build, unless the shopper wants it faster. */
export async function domesticRate(): Promise<ShippingRate | undefined> {
  return (await preselectedRates()).find(({ zone }) => zone === 'domestic');
}
