import { percentText } from '#domain/percent.ts';
import type { ShippingZone } from '#domain/enums.ts';
import type { TaxSettings } from '#domain/wire/staff-taxes.ts';

/** Display names of the zones. */
export const zoneNames: Readonly<Record<ShippingZone, string>> = {
  domestic: 'United Kingdom',
  europe: 'Europe',
  world: 'Rest of the world',
};

/** Tax settings in one line: "6% added to prices, Europe 0%". */
export function taxSettingsText({ display, basis_points, zones }: TaxSettings): string {
  const own = Object.entries(zoneNames).flatMap(([zone, name]) => {
    const rate = Object.entries(zones).find(([key]) => key === zone)?.[1];
    return rate === undefined ? [] : [`${name} ${percentText(rate)}%`];
  });
  const how = display === 'added' ? 'added to prices' : 'included in prices';
  return [`${percentText(basis_points)}% ${how}`, ...own].join(', ');
}
