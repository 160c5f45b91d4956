import { readdirSync } from 'node:fs';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { securityHeaders } from '#server/security-headers.ts';
import { runsOn } from '#local/netlify-edge/edge-path.ts';

const shop = 'https://shop.example';

/** Deploys the lock with a value of LAUNCH_LOCK, which Netlify reads at deploy time. */
async function deployed(value: string | undefined) {
  const get = (name: string) => (name === 'LAUNCH_LOCK' ? value : undefined);
  vi.stubGlobal('Netlify', { env: { get } });
  vi.resetModules();
  return import('../../netlify/edge-functions/launch-lock.ts');
}

let lock = await deployed('on');

/** The lock's response to a visitor; `undefined` lets the visitor through. */
function visit(path: string, cookies?: string): Response | undefined {
  if (!runsOn(lock.config, path)) return undefined;
  const headers = cookies === undefined ? {} : { Cookie: cookies };
  return lock.default(new Request(`${shop}${path}`, { headers }));
}

function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `${parentPath.slice(folder.length)}/${name}`);
}

const pages = filesOf('src/pages')
  .filter((file) => file.endsWith('.astro'))
  .map((file) => file.replace(/\.astro$/, '').replace(/\/index$/, '/'))
  .map((file) => file.replace(/\[\w+\]/, '3'));
const openPages = new Set([
  '/launch',
  '/confirm-email',
  '/confirm-subscription',
  '/unsubscribe',
  '/end-stock-alerts',
  '/end-review-mails',
  '/review',
  '/reviewpolicy',
  '/order',
  '/keep-order',
  '/withdraw',
  '/complaint',
  '/privacypolicy',
  '/accessibility',
  '/what-we-count',
  '/studio',
  '/login',
  '/forgot-password',
  '/reset-password',
]);
/** Templates of the function `arrivals`, which serves them at URLs that are locked themselves. */
const isShell = (path: string) => path.startsWith('/arrivals/');
const lockedPages = [
  ...pages.filter((path) => !openPages.has(path) && !isShell(path)),
  '/cart/',
  '/cart?code=SPRING',
];

describe('before the launch', () => {
  beforeEach(async () => {
    lock = await deployed('on');
  });

  test.each(lockedPages)('%s sends a visitor to the launch page', (path) => {
    const response = visit(path);
    expect(response?.status).toBe(302);
    const { search } = new URL(path, shop);
    expect(response?.headers.get('Location'), 'with a code').toBe(`/launch${search}`);
  });

  test('the redirect to the launch page is not cached, so unlocking ends it', () => {
    expect(visit('/')?.headers.get('Cache-Control')).toBe('no-store');
  });

  test('the redirect carries the security headers, which Netlify adds only to files', () => {
    const headers = Object.fromEntries(visit('/')?.headers ?? []);
    for (const [name, value] of Object.entries(securityHeaders)) {
      expect(headers).toHaveProperty(name.toLowerCase(), value);
    }
  });

  test('every page was tested', () => {
    expect(pages).toEqual(expect.arrayContaining(['/', '/launch', '/product-details/3']));
  });

  test.each([...openPages, '/launch/', '/launch?from=mail', '/unsubscribe/'])(
    '%s is open',
    (path) => {
      expect(visit(path)).toBeUndefined();
    },
  );

  test.each([
    '/arrivals/product/',
    '/order-terms/3',
    '/api/listing/subscribe/',
    '/api/stripe/webhook/',
    '/studio?list=late&delivery=express',
    '/login?next=/studio',
    '/api/staff/orders?list=to_send',
    '/_astro/shop.Cw3x.js',
    '/.netlify/images?url=%2Fcatalogue%2Ffront%2Ffront-2.jpg',
    '/robots.txt',
    '/llms.txt',
    '/sitemap.xml',
    '/merchant-feed.xml',
    '/feeds/meta.csv',
    '/site.webmanifest',
    '/share/minicia-9cee5af41d67db71.jpg',
  ])('%s is open', (path) => {
    expect(visit(path)).toBeUndefined();
  });

  test('every file used by pages is open', () => {
    const files = filesOf('public');
    expect(files).toContain('/favicon.svg');
    expect(files.filter((file) => visit(file))).toEqual([]);
  });

  test.each(['', 'other=1', 'launchUnlocked=', 'launchUnlocked=no', 'xlaunchUnlocked=yes'])(
    'the cookies %j do not open the shop',
    (cookies) => {
      expect(visit('/', cookies)?.status).toBe(302);
    },
  );
});

test.each(['on', 'ON', ' on\n', 'yes', 'true', '1', 'no', 'false'])(
  'while LAUNCH_LOCK is %j the shop is locked, and a value other than on or off is logged',
  async (value) => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    lock = await deployed(value);
    expect(visit('/')?.status).toBe(302);
    expect(logged).toHaveBeenCalledTimes(/^on$/i.test(value.trim()) ? 0 : 1);
  },
);

test.each([undefined, '', 'off', 'Off', ' off\n'])(
  'while LAUNCH_LOCK is %j the shop is open to everyone, and no page runs the lock',
  async (value) => {
    lock = await deployed(value);
    expect(lock.config.path).toEqual([]);
    expect(lockedPages.map((path) => visit(path))).toEqual(lockedPages.map(() => undefined));
  },
);

test('a failing lock leaves the shop open', () => {
  expect(lock.config.onError).toBe('bypass');
});

describe('on the launch page', () => {
  const password = { value: '' };
  let form = new EventTarget();
  const alert = vi.fn<(text: string) => void>();
  const assign = vi.fn<(path: string) => void>();
  const page = {
    cookie: '',
    querySelectorAll: () => [],
    querySelector: (selector: string) =>
      ({ '[data-password]': form, '[data-password-field]': password })[selector] ?? null,
  };

  function enter(value: string, protocol = 'https:'): void {
    vi.stubGlobal('location', { protocol, assign });
    password.value = value;
    form.dispatchEvent(new Event('submit', { cancelable: true }));
  }

  beforeEach(async () => {
    lock = await deployed('on');
    page.cookie = '';
    alert.mockClear();
    assign.mockClear();
    vi.stubGlobal('document', page);
    vi.stubGlobal('alert', alert);
    form = new EventTarget();
    await import('#features/launch/launch.ts');
  });

  test('any password opens every page and leads home', () => {
    enter('anything');
    const cookies = `other=1; ${page.cookie.split(';')[0]}`;
    expect(lockedPages.filter((path) => visit(path, cookies))).toEqual([]);
    expect(assign).toHaveBeenCalledExactlyOnceWith('/');
    expect(alert).not.toHaveBeenCalled();
  });

  test('the shop stays unlocked for a year, including on return from the payment page', () => {
    enter('anything');
    expect(page.cookie).toContain('; Max-Age=31536000; Path=/; SameSite=Lax');
  });

  test('the cookie is Secure if the page is https', () => {
    enter('anything');
    expect(page.cookie).toMatch(/; Secure$/);
    enter('anything', 'http:');
    expect(page.cookie).not.toContain('Secure');
  });

  test('an empty password asks for one and opens nothing', () => {
    enter('');
    expect(alert).toHaveBeenCalledExactlyOnceWith('Please enter your password');
    expect(page.cookie).toBe('');
    expect(assign).not.toHaveBeenCalled();
  });
});
