import { shopEnvironment } from '#harness/test-keys.ts';

/** What the build was given beside addresses and the key that browsers may have. */
export const secrets = Object.entries(shopEnvironment('http://unused', 'http://unused'))
  .filter(([name]) => /SECRET/.test(name))
  .map(([name, value]) => ({ name, value }));
