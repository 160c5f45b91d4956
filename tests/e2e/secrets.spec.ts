import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readE2eSettings } from '../support/e2e-settings.ts';
import { secrets } from './secrets.ts';
import { expect, test } from './shop-test.ts';

/** How Supabase, Stripe and their older versions write keys that are not for browsers. */
const shapes = [/\b[sr]k_(test|live)_\w+/, /\bwhsec_\w+/, /\bsb_secret_\w+/];

function filesIn(folder: string): { file: string; text: string }[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.join(parentPath, name))
    .map((file) => ({ file: path.relative(folder, file), text: readFileSync(file, 'latin1') }));
}

/** The roles of all tokens in a text. */
function rolesIn(text: string): unknown[] {
  return Array.from(text.matchAll(/\beyJ[\w-]+\.(eyJ[\w-]+)\.[\w-]+/g), ([, claims = '']) => {
    const { role }: { role?: unknown } = JSON.parse(Buffer.from(claims, 'base64url').toString());
    return role;
  });
}

const project = readE2eSettings().project ?? '';

function builtFiles() {
  return filesIn(path.join(project, 'dist'));
}

test('no file sent to browsers contains a secret or anything that looks like one', () => {
  const files = builtFiles();
  expect(secrets.map(({ name }) => name)).toEqual([
    'SUPABASE_SECRET_KEY',
    'SUPABASE_JWT_SECRET',
    'STRIPE_SECRET_KEY',
    'STRIPE_WEBHOOK_SECRET',
    'RESEND_WEBHOOK_SECRET',
  ]);
  expect(files.some(({ file }) => file.startsWith('_astro/') && file.endsWith('.js'))).toBe(true);
  for (const { file, text } of files) {
    for (const { name, value } of secrets) {
      expect(text.includes(value), `${name} in ${file}`).toBe(false);
      const inBase64 = Buffer.from(value).toString('base64').replace(/=+$/, '').slice(0, -1);
      expect(text.includes(inBase64), `${name} as base64 in ${file}`).toBe(false);
    }
    for (const shape of shapes) expect(shape.exec(text)?.[0], `in ${file}`).toBeUndefined();
    expect(rolesIn(text), `tokens in ${file}`).not.toContain('service_role');
  }
});

test('no source map is published', () => {
  expect(builtFiles().filter(({ file }) => file.endsWith('.map'))).toEqual([]);
});
