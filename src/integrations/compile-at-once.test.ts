import { expect, test } from 'vitest';
import { runsUnderTheFinger } from './compile-at-once.ts';

test('only code that runs first during a touch is compiled on load', () => {
  expect(runsUnderTheFinger('navigation')).toBe(true);
  const navigation = 'Navigation.astro_astro_type_script_index_0_lang';
  const listing = 'Listing.astro_astro_type_script_index_0_lang';
  for (const chunk of [navigation, listing, 'shop', 'react', 'press', 'product'])
    expect(runsUnderTheFinger(chunk)).toBe(false);
});
