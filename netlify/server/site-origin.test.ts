import { expect, test, vi } from 'vitest';
import { shopEnvironment } from '#harness/test-keys.ts';

/** `siteOrigin` in an environment; it is read once per module. */
async function inEnvironment(more: Record<string, string>, supabase = 'https://x.supabase.co') {
  vi.resetModules();
  vi.unstubAllEnvs();
  const all = { SITE_URL: '', URL: '', SITE_NAME: '', ...shopEnvironment(supabase, supabase) };
  for (const [name, value] of Object.entries({ ...all, ...more })) vi.stubEnv(name, value);
  const { siteOrigin } = await import('./site-origin.ts');
  return (address: string) => siteOrigin(new Request(address));
}

test.each([
  [{ SITE_URL: 'https://shop.example/', URL: 'https://minicia.netlify.app' }, 'shop.example'],
  [{ URL: 'https://minicia.netlify.app' }, 'minicia.netlify.app'],
])('with %j the shop is at %s, whatever Host a request names', async (environment, host) => {
  const siteOrigin = await inEnvironment(environment);
  for (const asked of ['evil.example', 'localhost:8888', 'minicia.netlify.app', host]) {
    expect(siteOrigin(`http://${asked}/api/stripe/cancel/`)).toBe(`https://${host}`);
  }
});

test('a deploy preview of the site is at its own address, one of another site is not', async () => {
  const siteOrigin = await inEnvironment({
    SITE_NAME: 'minicia',
    SITE_URL: 'https://shop.example',
  });
  const preview = 'https://deploy-preview-7--minicia.netlify.app';
  expect(siteOrigin(`${preview}/cart`)).toBe(preview);
  for (const other of [
    'x--evil.netlify.app',
    'x--minicia.netlify.app.evil.example',
    'x--minicia',
  ]) {
    expect(siteOrigin(`https://${other}/cart`)).toBe('https://shop.example');
  }
});

test('a local stack is where the browser found it, unless SITE_URL says otherwise', async () => {
  const local = await inEnvironment(
    { URL: 'https://minicia.netlify.app' },
    'http://127.0.0.1:54321',
  );
  expect(local('http://localhost:8888/cart')).toBe('http://localhost:8888');
  const named = await inEnvironment({ SITE_URL: 'http://localhost:1' }, 'http://127.0.0.1:54321');
  expect(named('http://127.0.0.1:1/cart')).toBe('http://localhost:1');
});

test('nothing is made up where nothing is said', async () => {
  const siteOrigin = await inEnvironment({});
  expect(() => siteOrigin('https://evil.example/')).toThrow('SITE_URL');
});
