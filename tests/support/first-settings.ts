import type { ShopSettings } from '#domain/contracts/staff-settings.ts';

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
  pence: null,
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
  fees: [
    {
      place: 'EU',
      name: 'EU customs handling fee',
      euro_cents: 200,
      basis: 'line',
      from_day: null,
      until_day: null,
      source: 'https://passportglobal.com/blog/eu-uk-customs-developments/',
    },
    {
      place: 'FR',
      name: 'French tax on small parcels',
      euro_cents: 200,
      basis: 'line',
      from_day: '2026-03-01',
      until_day: '2026-06-30',
      source: 'https://www.service-public.gouv.fr/particuliers/actualites/A18985?lang=en',
    },
    {
      place: 'IT',
      name: 'Italian contribution on small parcels',
      euro_cents: 200,
      basis: 'parcel',
      from_day: null,
      until_day: null,
      source:
        'https://en.ilsole24ore.com/art/mini-package-tax-from-outside-the-eu-postponed-from-1-july-AIBK53HB',
    },
    {
      place: 'RO',
      name: 'Romanian parcel fee (25 lei)',
      euro_cents: 500,
      basis: 'parcel',
      from_day: '2026-01-01',
      until_day: null,
      source: 'https://www.dpd.com/ro/en/2025/12/22/25-ron-fee-for-non-eu-parcels-under-eur-150-2',
    },
  ],
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
    carrier: null,
    return_labels: 'never',
    rules: [
      small,
      medium,
      { ...small, express: true, service: 'TOLP24' },
      { ...medium, express: true, service: 'TOLP24' },
      { ...small, abroad: true, service: 'ITROLP', format: 'Parcel' },
    ],
  },
};
