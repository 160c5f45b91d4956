import { createServer, type Server } from 'node:http';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { imageAddress } from '#domain/catalogue/image.ts';
import { edgeFunctions } from './edge-functions.ts';

const folder = fileURLToPath(new URL('../../netlify/edge-functions', import.meta.url));
const unlocked = { cookie: 'launchUnlocked=yes' };
let server: Server;

afterEach(() => {
  server.close();
  server.closeAllConnections();
});

type Load = Parameters<typeof edgeFunctions>[0]['load'];

/** A dev server that responds "page" unless an edge function responds. */
async function start(
  environment: NodeJS.ProcessEnv,
  // Reloaded each time, because a function reads its environment on load.
  load: Load = (file) => {
    vi.resetModules();
    return import(file);
  },
): Promise<(path: string, request?: RequestInit) => Promise<Response>> {
  const run = edgeFunctions({ folder, load, environment });
  server = createServer((request, response) => {
    void run(request, response, () => response.end('page'));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return (path, request) =>
    fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual', ...request });
}

describe('with LAUNCH_LOCK=on', () => {
  test('a visitor is redirected to the launch page, and let in with its cookie', async () => {
    const visit = await start({ LAUNCH_LOCK: 'on' });
    const locked = await visit('/cart');
    expect([locked.status, locked.headers.get('location')]).toEqual([302, '/launch']);
    expect(locked.headers.get('x-frame-options')).toBe('DENY');
    expect(await (await visit('/cart', { headers: unlocked })).text()).toBe('page');
  });

  test.each([
    '/launch',
    '/@vite/client',
    '/src/styles/global.css',
    '/node_modules/.vite/deps/a.js',
  ])('the launch page and its files from Vite stay open: %s', async (path) => {
    const visit = await start({ LAUNCH_LOCK: 'on' });
    expect((await visit(path)).status).toBe(200);
  });

  test('a HEAD request from netlify dev, which sends no cookie, finds that a page exists', async () => {
    const visit = await start({ LAUNCH_LOCK: 'on' });
    expect((await visit('/product-details/1', { method: 'HEAD' })).status).toBe(200);
  });
});

describe('the visitor’s country', () => {
  test('is set by VISITOR_COUNTRY, or by a request’s header', async () => {
    const visit = await start({ VISITOR_COUNTRY: 'IE' });
    const cookie = 'Path=/billing; Max-Age=600; SameSite=Lax';
    expect((await visit('/billing')).headers.get('set-cookie')).toBe(
      `visitorCountry=IE; ${cookie}`,
    );
    const british = await visit('/billing', { headers: { 'x-visitor-country': 'GB' } });
    expect(british.headers.get('set-cookie')).toBe(`visitorCountry=GB; ${cookie}`);
  });

  test('is sent only to the billing page, and omitted if unknown', async () => {
    const visit = await start({ VISITOR_COUNTRY: 'IE' });
    expect((await visit('/cart')).headers.get('set-cookie')).toBeNull();
    server.close();
    const unknown = await start({});
    expect((await unknown('/billing')).headers.get('set-cookie')).toBeNull();
  });
});

test('a picture that pages name is made, and one of another width is refused with the reason', async () => {
  const visit = await start({});
  const named = imageAddress('/catalogue/cap/rust-1.jpg', 480);
  expect(await (await visit(named)).text()).toBe('page');
  const refused = await visit(named.replace('480', '481'));
  expect(refused.status).toBe(404);
  expect(await refused.text()).toContain('no page names it');
  expect(refused.headers.get('x-frame-options')).toBe('DENY');
});

test('a failing edge function is logged, and the page is served anyway', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const visit = await start({}, () => Promise.reject(new Error('broken')));
  expect(await (await visit('/billing')).text()).toBe('page');
  expect(logged).toHaveBeenCalled();
});
