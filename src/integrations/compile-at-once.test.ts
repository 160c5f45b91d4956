import { expect, test } from 'vitest';
import { runsUnderTheFinger } from './compile-at-once.ts';

test('what a touch runs is compiled as it loads, and nothing else', () => {
  const navigation = 'Navigation.astro_astro_type_script_index_0_lang';
  for (const chunk of ['navigation', navigation, 'Listing.astro_astro_type_script_index_0_lang'])
    expect(runsUnderTheFinger(chunk)).toBe(true);
  for (const chunk of ['shop', 'react', 'press', 'product', 'index.astro_astro_type_script'])
    expect(runsUnderTheFinger(chunk)).toBe(false);
});
