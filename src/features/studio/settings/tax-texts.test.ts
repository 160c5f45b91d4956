import { expect, test } from 'vitest';
import { taxSettingsText } from './tax-texts.ts';

const never = 'never' as const;
const packing = {
  paper_grams: 0,
  plastic_grams: 0,
  carrier: null,
  return_labels: never,
  rules: [],
};
const duties = { euro_pence: 87, countries: {}, fees: [], deliveries: [], packing };

test('shows taxes in one line, with zones that have their own rate', () => {
  expect(taxSettingsText({ display: 'added', basis_points: 600, zones: {}, ...duties })).toBe(
    '6% added to prices; £0.87 to the euro',
  );
  expect(
    taxSettingsText({
      display: 'included',
      basis_points: 2000,
      zones: { world: 0, europe: 1750 },
      euro_pence: 87,
      countries: { US: 'we_pay', CA: 'not_sold' },
      fees: [
        {
          place: 'RO',
          name: 'Romanian parcel fee',
          euro_cents: 500,
          basis: 'parcel',
          from_day: '2026-01-01',
          until_day: null,
          source: 'https://example.com',
        },
      ],
      deliveries: [],
      packing,
    }),
  ).toBe(
    '20% included in prices, Europe 17.5%, Rest of the world 0%; £0.87 to the euro; duties: United States we pay, Canada not sold; fees: Romanian parcel fee €5.00 a parcel, from 2026-01-01',
  );
});
