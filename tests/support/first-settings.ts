import type { ShopSettings } from '#domain/wire/staff-settings.ts';

type Option = ShopSettings['deliveries'][number];

const standard: Option = {
  zone: 'domestic',
  name: 'Standard delivery',
  amount_pence: 0,
  min_business_days: 2,
  max_business_days: 3,
  express: false,
};
const abroad = { ...standard, name: 'International delivery' };
const small = {
  abroad: false,
  express: false,
  most_grams: 2000,
  service: 'TOLP48',
  format: 'Small parcel',
};
const medium = { ...small, most_grams: 20_000, format: 'Medium parcel' };

/** The settings of a new shop. */
export const firstSettings: ShopSettings = {
  display: 'added',
  basis_points: 600,
  zones: {},
  euro_pence: 87,
  countries: { US: 'we_pay' },
  deliveries: [
    standard,
    {
      zone: 'domestic',
      name: 'Express next-day delivery',
      amount_pence: 695,
      min_business_days: 1,
      max_business_days: 1,
      express: true,
    },
    { ...abroad, zone: 'europe', amount_pence: 1495, min_business_days: 3, max_business_days: 7 },
    { ...abroad, zone: 'world', amount_pence: 2495, min_business_days: 5, max_business_days: 12 },
  ],
  packing: {
    paper_grams: 0,
    plastic_grams: 0,
    rules: [
      small,
      medium,
      { ...small, express: true, service: 'TOLP24' },
      { ...medium, express: true, service: 'TOLP24' },
      { ...small, abroad: true, service: 'ITROLP', format: 'Parcel' },
    ],
  },
};
