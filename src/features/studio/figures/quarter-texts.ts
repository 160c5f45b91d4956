import { countryName } from '#domain/countries.ts';
import { shippingZone } from '#domain/shipping-zone.ts';
import type { QuarterSum } from '#domain/wire/staff-quarters.ts';
import { zoneNames } from '#domain/zone-names.ts';

/** "Q3 2026 (Jul–Sep)" by the first day of the quarter. */
export function quarterName(first: string): string {
  const number = Math.ceil(Number(first.slice(5, 7)) / 3);
  const months = ['Jan–Mar', 'Apr–Jun', 'Jul–Sep', 'Oct–Dec'][number - 1] ?? '';
  return `Q${number} ${first.slice(0, 4)} (${months})`;
}

/** Hundredths of a currency: "£12.00", "−€3.50". */
export function moneyText(hundredths: number, currency: string): string {
  return (hundredths / 100).toLocaleString('en-GB', { style: 'currency', currency });
}

interface ZoneSum extends Omit<QuarterSum, 'country'> {
  key: string;
  /** Name of the zone, or of a country outside the zones. */
  zone: string;
}

/** The summary by currency, zone and rate. */
export function zoneSums(sums: readonly QuarterSum[]): ZoneSum[] {
  const zones = new Map<string, ZoneSum>();
  for (const { country, ...sum } of sums) {
    const known = shippingZone(country);
    const zone = known === null ? (countryName(country) ?? country) : zoneNames[known];
    const key = `${sum.currency} ${zone} ${sum.rate_basis_points}`;
    const had = zones.get(key);
    zones.set(key, {
      ...sum,
      key,
      zone,
      movements: sum.movements + (had?.movements ?? 0),
      late: sum.late + (had?.late ?? 0),
      amount_pence: sum.amount_pence + (had?.amount_pence ?? 0),
      tax_pence: sum.tax_pence + (had?.tax_pence ?? 0),
    });
  }
  return [...zones.values()].toSorted((one, other) => (one.key < other.key ? -1 : 1));
}
