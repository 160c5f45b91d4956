import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { checkSite } from '../../doctor/check-site.ts';
import type { Finding } from '../../doctor/finding.ts';
import { securityHeaders } from '#server/security-headers.ts';
import { runDoctor } from '../support/doctor.ts';
import { type Override, startOverridingProxy } from '../support/overriding-proxy.ts';

const shop = await startOverridingProxy();
const html = { ...securityHeaders, 'content-type': 'text/html' };

function page(body = ''): Override {
  return { status: 200, headers: html, body };
}

const homePage = page(`<link rel="canonical" href="${shop.url}/">`);

/** Responses of a healthy shop to the doctor's requests. */
const healthy: Record<string, Override> = {
  '/': homePage,
  '/all-products': page(),
  '/cart': page(),
  '/privacypolicy': page(),
  '/robots.txt': page(`User-agent: *\n\nSitemap: ${shop.url}/sitemap.xml\n`),
  '/sitemap.xml': page(`<urlset><url><loc>${shop.url}/</loc></url></urlset>`),
  '/.well-known/security.txt': page('Expires: 2999-01-01T00:00:00.000Z\n'),
  'GET /api/listing/categories/': { status: 200, headers: securityHeaders, body: [] },
  'DELETE /api/listing/categories/': { status: 405, body: {} },
  'POST /api/stripe/webhook/': { status: 400, body: {} },
};
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'minicia-doctor-'));
});
beforeEach(() => shop.override(healthy));
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await shop.close();
});

function problems(findings: readonly Finding[]): string[] {
  return findings.filter(({ level }) => level !== 'fine').map(({ text }) => text);
}

test('finds nothing wrong with a healthy shop', async () => {
  expect(problems(await checkSite(shop.url))).toEqual([]);
});

test.each<[string, Record<string, Override>, string]>([
  [
    'a security header is missing',
    { '/': { ...homePage, headers: { 'content-type': 'text/html' } } },
    '/ lacks the headers Content-Security-Policy',
  ],
  [
    'a link costs a redirect',
    { '/all-products': { status: 301, headers: { location: '/all-products/' }, body: '' } },
    '/all-products answers 301, to /all-products/ instead of 200. Every link costs this redirect',
  ],
  [
    'an unknown product is answered with a page',
    { '/product-details/999999999': page() },
    '/product-details/999999999 answers 200 instead of 404',
  ],
  [
    'the functions lack a variable',
    { 'GET /api/listing/categories/': { status: 500, headers: securityHeaders, body: {} } },
    '/api/listing/categories/ answers 500. Netlify’s log',
  ],
  [
    'nothing was built for a year',
    { '/.well-known/security.txt': page('Expires: 2020-01-01T00:00:00.000Z\n') },
    '/.well-known/security.txt has expired',
  ],
  [
    'the webhook has no secret',
    { 'POST /api/stripe/webhook/': { status: 500, body: {} } },
    'Set STRIPE_WEBHOOK_SECRET',
  ],
  [
    'a wrong method is answered',
    { 'DELETE /api/listing/categories/': { status: 200, body: [] } },
    'A wrong method is answered 200 instead of 405',
  ],
  [
    'links name another host',
    { '/': page('<link rel="canonical" href="https://minicia.netlify.app/">') },
    'home page’s canonical link is on https://minicia.netlify.app',
  ],
  ['there is no sitemap', { '/sitemap.xml': page() }, 'No URL in sitemap.xml'],
])('reports that %s', async (_, broken, text) => {
  shop.override({ ...healthy, ...broken });
  expect(problems(await checkSite(shop.url))).toEqual([expect.stringContaining(text)]);
});

test('the command exits with 1 and names the remedy of each failure', async () => {
  const settings = path.join(folder, 'shop.env');
  writeFileSync(settings, 'SUPABASE_URL=https://abcdefghijklmnopqrst.supabase.co/rest\n');
  const { code, said } = await runDoctor({}, settings, '--site', shop.url);
  expect(code).toBe(1);
  expect(said).toContain('✗ SUPABASE_URL must end after the host');
  expect(said).toContain('✗ src/brand/company.ts: email. It is still a placeholder.');
  expect(said).toContain('✓ Pages answer without a redirect.');
  expect(said).toMatch(/\d+ failures to fix, \d+ warnings?\.\n$/);
});

test.each([
  ['an option that it does not know', ['--sites'], "Unknown option '--sites'"],
  ['a site without a scheme', ['--site', 'minicia.co.uk'], '--site needs a URL'],
])('the command rejects %s', async (_, args, text) => {
  const settings = path.join(folder, 'empty.env');
  writeFileSync(settings, '');
  const { code, said } = await runDoctor({}, settings, ...args);
  expect(code).toBe(1);
  expect(said).toContain(text);
});

test('the command rejects a missing settings file', async () => {
  const { code, said } = await runDoctor({}, path.join(folder, 'gone.env'));
  expect(code).toBe(1);
  expect(said).toContain('File not found');
});
