import { writeFileSync } from 'node:fs';
import { readE2eSettings } from '../support/e2e-settings.ts';
import { runDoctor } from '../support/doctor.ts';
import { expect, test } from './shop-test.ts';
import { secrets } from './secrets.ts';

test('the doctor finds the built shop healthy from outside, and reveals no secrets', async ({}, testInfo) => {
  const { origin = '', environment = {} } = readE2eSettings();
  const settings = testInfo.outputPath('no-settings.env');
  writeFileSync(settings, '');
  const { said } = await runDoctor(environment, settings, '--site', origin);
  expect(said).toContain(
    [
      'Shop',
      '  ✓ Pages and API calls have the security headers.',
      '  ✓ Pages answer without a redirect.',
      '  ✓ Unknown pages answer 404.',
      '  ✓ API calls respond correctly.',
      '  ✓ Links use the shop’s own address.',
      '  ✓ security.txt is valid.',
    ].join('\n'),
  );
  for (const { name, value } of secrets) expect(said.includes(value), name).toBe(false);
});
