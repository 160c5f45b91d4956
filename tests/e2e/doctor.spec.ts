import { writeFileSync } from 'node:fs';
import { readE2eSettings } from '../support/e2e-settings.ts';
import { runDoctor } from '../support/doctor.ts';
import { expect, test } from './shop-test.ts';
import { secrets } from './secrets.ts';

test('the doctor finds the built shop healthy from outside, and keeps its secrets', async ({}, testInfo) => {
  const { origin = '', environment = {} } = readE2eSettings();
  const settings = testInfo.outputPath('no-settings.env');
  writeFileSync(settings, '');
  const { said } = await runDoctor(environment, settings, '--site', origin);
  expect(said).toContain(
    [
      'Shop',
      '  ✓ Pages and calls carry the security headers.',
      '  ✓ Pages answer without a redirect.',
      '  ✓ Unknown addresses answer 404.',
      '  ✓ Calls answer as they should.',
      '  ✓ Links name the shop’s own address.',
      '  ✓ security.txt says where to report a vulnerability.',
    ].join('\n'),
  );
  for (const { name, value } of secrets) expect(said.includes(value), name).toBe(false);
});
