import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readE2eSettings } from '../support/e2e-settings.ts';
import { secrets } from './secrets.ts';
import { expect, test } from './shop-test.ts';

// Behaviour that only Netlify's own server has. Tests with this tag in other files run on it as well.
test.describe('Netlify', { tag: '@netlify' }, () => {
  test('a picture scaled by Netlify has a policy that allows nothing', async ({ request }) => {
    const picture = encodeURIComponent('/catalogue/front/front-1.jpg');
    const answer = await request.get(`/.netlify/images?url=${picture}&w=320`);
    expect(answer.status()).toBe(200);
    expect(answer.headers()).toMatchObject({ 'content-security-policy': "default-src 'none'" });
  });

  test('functions read their secrets at run time, and no bundle contains one', () => {
    const { project = '' } = readE2eSettings();
    const bundles = path.join(project, '.netlify/functions-serve');
    const names = readdirSync(path.join(project, 'netlify/functions'));
    for (const name of names.map((file) => path.basename(file, '.ts'))) {
      const text = readFileSync(path.join(bundles, name, `${name}.mjs`), 'latin1');
      expect(text).toContain('STRIPE_SECRET_KEY');
      const found = secrets.filter(({ value }) => text.includes(value));
      expect(
        found.map((secret) => secret.name),
        `in the bundle of ${name}`,
      ).toEqual([]);
    }
  });
});
