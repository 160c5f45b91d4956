import { countryName, SHIPPING_COUNTRIES } from '#domain/countries/countries.ts';
import { formatPounds, pence } from '#domain/money/money.ts';
import { percentText } from '#domain/basics/percent.ts';
import type { DutyPayment } from '#domain/enums.ts';
import { zoneNames } from '#domain/countries/zone-names.ts';
import type { ShopSettings } from '#domain/contracts/staff-settings.ts';

/** Names of the payers of duties. */
export const dutyNames: Readonly<Record<DutyPayment, string>> = {
  you_pay: 'Shopper pays',
  we_pay: 'We pay',
  not_sold: 'Not sold',
};

/** "duties: United States we pay, Canada not sold"; empty if the shopper pays everywhere. */
function dutiesText(countries: ShopSettings['countries']): string[] {
  const others = SHIPPING_COUNTRIES.flatMap(({ code }) => {
    const policy = countries[code];
    return policy ? [`${countryName(code)} ${dutyNames[policy].toLowerCase()}`] : [];
  });
  return others.length === 0 ? [] : [`duties: ${others.join(', ')}`];
}

/** "fees: Romanian parcel fee (25 lei) €5.00 a parcel from 2026-01-01"; empty without any in force or to come. */
function feesText(fees: ShopSettings['fees']): string[] {
  const dated = fees.filter(({ from_day }) => from_day !== null);
  if (dated.length === 0) return [];
  const texts = dated.map(({ name, euro_cents, basis, from_day, until_day }) => {
    const days = until_day === null ? `from ${from_day}` : `${from_day} to ${until_day}`;
    return `${name} €${(euro_cents / 100).toFixed(2)} a ${basis}, ${days}`;
  });
  return [`fees: ${texts.join(', ')}`];
}

/** Settings in one line: "6% added to prices, Europe 0%; £0.87 to the euro; duties: United States we pay". */
export function taxSettingsText(settings: ShopSettings): string {
  const { display, basis_points, zones, euro_pence, countries, fees } = settings;
  const own = Object.entries(zoneNames).flatMap(([zone, name]) => {
    const rate = Object.entries(zones).find(([key]) => key === zone)?.[1];
    return rate === undefined ? [] : [`${name} ${percentText(rate)}%`];
  });
  const how = display === 'added' ? 'added to prices' : 'included in prices';
  const taxes = [`${percentText(basis_points)}% ${how}`, ...own].join(', ');
  const euro = `${formatPounds(pence(euro_pence))} to the euro`;
  return [taxes, euro, ...dutiesText(countries), ...feesText(fees)].join('; ');
}
