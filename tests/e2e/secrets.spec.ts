import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readE2eSettings } from '../support/e2e-settings.ts';
import { secrets } from './secrets.ts';
import { expect, test } from './shop-test.ts';

/** Formats of secret keys of Supabase and Stripe, including legacy ones. */
const shapes = [/\b[sr]k_(test|live)_\w+/, /\bwhsec_\w+/, /\bsb_secret_\w+/];

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.relative(folder, path.join(parentPath, name)));
}

/** Roles of all tokens in a text. */
function rolesIn(text: string): unknown[] {
  return Array.from(text.matchAll(/\beyJ[\w-]+\.(eyJ[\w-]+)\.[\w-]+/g), ([, claims = '']) => {
    const { role }: { role?: unknown } = JSON.parse(Buffer.from(claims, 'base64url').toString());
    return role;
  });
}

const dist = path.join(readE2eSettings().project ?? '', 'dist');

/** Secrets in a file that browsers receive. */
function toldBy(file: string): string[] {
  const text = readFileSync(path.join(dist, file), 'latin1');
  const told = secrets.flatMap(({ name, value }) => {
    const inBase64 = Buffer.from(value).toString('base64').replace(/=+$/, '').slice(0, -1);
    return [
      ...(text.includes(value) ? [name] : []),
      ...(text.includes(inBase64) ? [`${name} as base64`] : []),
    ];
  });
  const keys = shapes.flatMap((shape) => shape.exec(text)?.[0] ?? []);
  const roles = rolesIn(text).filter((role) => role === 'service_role');
  return [...told, ...keys, ...roles.map(String)];
}

test('no file sent to browsers contains a secret or anything like one', () => {
  const files = filesIn(dist);
  expect(secrets.map(({ name }) => name)).toEqual([
    'SUPABASE_SECRET_KEY',
    'SUPABASE_JWT_SECRET',
    'SIGNING_SECRET',
    'STRIPE_SECRET_KEY',
    'STRIPE_WEBHOOK_SECRET',
    'RESEND_WEBHOOK_SECRET',
  ]);
  expect(files.some((file) => file.startsWith('_astro/') && file.endsWith('.js'))).toBe(true);
  const leaks = files.map((file) => ({ file, told: toldBy(file) }));
  expect(leaks.filter(({ told }) => told.length > 0)).toEqual([]);
});

test('no source map is published', () => {
  expect(filesIn(dist).filter((file) => file.endsWith('.map'))).toEqual([]);
});
