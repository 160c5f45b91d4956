import { expect, test } from 'vitest';
import { taxSettingsText } from './tax-texts.ts';

test('shows taxes in one line, with zones that have their own rate', () => {
  expect(taxSettingsText({ display: 'added', basis_points: 600, zones: {} })).toBe(
    '6% added to prices',
  );
  expect(
    taxSettingsText({ display: 'included', basis_points: 2000, zones: { world: 0, europe: 1750 } }),
  ).toBe('20% included in prices, Europe 17.5%, Rest of the world 0%');
});
