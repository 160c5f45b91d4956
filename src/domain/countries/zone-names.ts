import type { ShippingZone } from '../enums.ts';

/** Display names of the zones. */
export const zoneNames: Readonly<Record<ShippingZone, string>> = {
  domestic: 'United Kingdom',
  europe: 'Europe',
  world: 'Rest of the world',
};
