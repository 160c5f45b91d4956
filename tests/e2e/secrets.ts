import { shopEnvironment } from '#harness/test-keys.ts';

/** Secrets in the build's environment: everything except URLs and the publishable key. */
export const secrets = Object.entries(shopEnvironment('http://unused', 'http://unused'))
  .filter(([name]) => /SECRET/.test(name))
  .map(([name, value]) => ({ name, value }));
