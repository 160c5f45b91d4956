import { countryName } from './countries.ts';
import { shippingZone } from './shipping-zone.ts';
import { zoneNames } from './zone-names.ts';

/** A sum of movements of money, or a single one. */
interface Moved {
  currency: string;
  country: string;
  /** Null outside the scope of VAT. */
  rate_basis_points: number | null;
  movements: number;
  /** Movements among them of quarters filed before. */
  late: number;
  /** With VAT. */
  amount_pence: number;
  tax_pence: number;
}

interface VatRow extends Omit<Moved, 'country'> {
  key: string;
  /** Name of the zone, or of a country outside the zones; "All" outside the scope of VAT. */
  zone: string;
}

/** Name of a country's zone, or of a country outside the zones. */
export function zoneOf(country: string): string {
  const zone = shippingZone(country);
  return zone === null ? (countryName(country) ?? country) : zoneNames[zone];
}

/** Sums by currency, zone and VAT rate. What is outside the scope of VAT is apart from all zones, and last. */
export function vatRows(sums: readonly Moved[]): VatRow[] {
  const rows = new Map<string, VatRow>();
  for (const { currency, country, rate_basis_points: rate, ...sum } of sums) {
    const zone = rate === null ? 'All' : zoneOf(country);
    const key = `${currency} ${rate === null ? '~' : `${zone} ${String(rate).padStart(5, '0')}`}`;
    const had = rows.get(key);
    rows.set(key, {
      key,
      zone,
      currency,
      rate_basis_points: rate,
      movements: sum.movements + (had?.movements ?? 0),
      late: sum.late + (had?.late ?? 0),
      amount_pence: sum.amount_pence + (had?.amount_pence ?? 0),
      tax_pence: sum.tax_pence + (had?.tax_pence ?? 0),
    });
  }
  return [...rows.values()].toSorted((one, other) => (one.key < other.key ? -1 : 1));
}
