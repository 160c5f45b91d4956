import { securityHeaders } from '#server/security-headers.ts';
import { withOwnProduct } from './own-product.ts';
import { expect, test } from './shop-test.ts';

const expected = Object.fromEntries(
  Object.entries(securityHeaders).map(([name, value]) => [name.toLowerCase(), value]),
);

const answers: { what: string; path: string; status: number }[] = [
  { what: 'a page', path: '/', status: 200 },
  { what: 'a product', path: '/product-details/1', status: 200 },
  { what: 'a page of one shopper', path: '/stripesuccess', status: 200 },
  { what: 'a page that there is not', path: '/nothing-here', status: 404 },
  { what: 'a product that there is not', path: '/product-details/999999', status: 404 },
  { what: 'a drawing', path: '/favicon.svg', status: 200 },
  { what: 'a picture', path: '/catalogue/front/front-1.jpg', status: 200 },
  { what: 'the site map', path: '/sitemap.xml', status: 200 },
  { what: 'the catalogue as JSON', path: '/api/listing/categories/', status: 200 },
  { what: 'a call with another method', path: '/api/auth/login/', status: 405 },
  { what: 'a category that there is not', path: '/api/listing/productListing/99/', status: 404 },
  { what: 'the way back from paying', path: '/api/stripe/cancel/', status: 303 },
];

test('every response has the security headers @netlify', async ({ request }) => {
  for (const { what, path, status } of answers) {
    await test.step(what, async () => {
      const answer = await request.get(path, { maxRedirects: 0 });
      expect.soft(answer.status()).toBe(status);
      expect.soft(answer.headers()).toMatchObject(expected);
    });
  }
});

test('a rejected call, a script, a font and a page added since the build have them as well', async ({
  request,
  sql,
}) => {
  const refused = await request.post('/api/stripe/create-stripe-session/', { data: {} });
  expect(refused.status()).toBe(401);
  expect(refused.headers()).toMatchObject(expected);

  const page = await (await request.get('/all-products')).text();
  const [script] = /\/_astro\/[\w.-]+\.js/.exec(page) ?? [];
  const [font] = /\/_astro\/[\w.-]+\.woff2/.exec(page) ?? [];
  for (const asset of [script, font]) {
    const answer = await request.get(asset ?? '/missing');
    expect(answer.status()).toBe(200);
    expect(answer.headers()).toMatchObject(expected);
  }

  await withOwnProduct(sql, async (id) => {
    const answer = await request.get(`/product-details/${id}`);
    expect(answer.status()).toBe(200);
    expect(answer.headers()).toMatchObject(expected);
  });
});

test('the studio alone may use the camera and compile its barcode reader', async ({ request }) => {
  const answer = await request.get('/studio');
  const policy = expected['permissions-policy']?.replace('camera=()', 'camera=(self)');
  expect(answer.headers()).toMatchObject({ ...expected, 'permissions-policy': policy });
  expect(policy).toContain('camera=(self)');
  expect(await answer.text()).toMatch(/script-src 'self' 'wasm-unsafe-eval'( 'sha256-[\w+/=]+')*;/);
});

test('the policy in every page names no unsafe source', async ({ request }) => {
  for (const path of ['/', '/cart', '/product-details/1', '/nothing-here']) {
    const page = await (await request.get(path)).text();
    const [, policy = ''] =
      /<meta http-equiv="content-security-policy" content="([^"]+)"/.exec(page) ?? [];
    const directives = policy.split(';').map((directive) => directive.trim());
    expect(directives).toContain("default-src 'self'");
    expect(directives).toContain("base-uri 'self'");
    expect(directives).toContain("object-src 'none'");
    for (const directive of ['script-src', 'style-src']) {
      const sources = directives.find((one) => one.startsWith(`${directive} `));
      expect(sources).toMatch(/^[\w-]+ 'self'( 'sha256-[\w+/=]+')*$/);
    }
    expect(policy).not.toContain('unsafe');
  }
});
