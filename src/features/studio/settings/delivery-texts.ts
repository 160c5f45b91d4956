import { formatPounds, pence } from '#domain/money/money.ts';
import type { ShopSettings } from '#domain/contracts/staff-settings.ts';
import { labelCarrierNames } from '#domain/orders/label-carrier-names.ts';
import { zoneNames } from '#domain/countries/zone-names.ts';

type Option = ShopSettings['deliveries'][number];

function daysText({ min_business_days: min, max_business_days: max }: Option): string {
  return max === 1 ? '1 day' : min === max ? `${max} days` : `${min}–${max} days`;
}

/** Delivery options in one line: "Europe: International delivery £14.95, 3–7 days". */
export function deliveriesText({ deliveries }: ShopSettings): string {
  const zones = Map.groupBy(deliveries, ({ zone }) => zone);
  return [...zones]
    .map(([zone, options]) => {
      const texts = options.map(
        (option) =>
          `${option.name} ${formatPounds(pence(option.amount_pence))}, ${daysText(option)}`,
      );
      return `${zoneNames[zone]}: ${texts.join('; ')}`;
    })
    .join('. ');
}

const labelledReturns = {
  never: '',
  faults: ', also of faults',
  always: ', also of returns',
} as const;

/** Packing rules in one line: "120 g paper, 8 g plastic; labels from Shippo, also of faults; UK up to 2000 g TOLP48 Small parcel; …". */
export function packingText({ packing }: ShopSettings): string {
  const { paper_grams, plastic_grams, carrier, return_labels, rules } = packing;
  const texts = rules.map(({ abroad, express, most_grams, service, format }) =>
    [
      abroad ? 'abroad' : 'UK',
      ...(express ? ['express'] : []),
      `up to ${most_grams} g`,
      service,
      format,
    ].join(' '),
  );
  return [
    `${paper_grams} g paper, ${plastic_grams} g plastic`,
    ...(carrier === null
      ? []
      : [`labels from ${labelCarrierNames[carrier]}${labelledReturns[return_labels]}`]),
    ...texts,
  ].join('; ');
}
