import { expectAccessible } from './accessibility.ts';
import { comeAgain } from './browser-state.ts';
import { withOwnProduct } from './own-product.ts';
import { addToCart, expect, test } from './shop-test.ts';

const pages = [
  { path: '/', heading: 'Minicia' },
  { path: '/launch', heading: 'Rule Breakers Move First' },
  { path: '/all-products', heading: 'All Products' },
  { path: '/product-details/1', heading: 'Rulebreaker Canvas Bucket' },
  { path: '/productListing/3', heading: 'Bucket Hats' },
  { path: '/cart', heading: 'Your Cart' },
  { path: '/contact-us', heading: 'Contact Us' },
  { path: '/login', heading: 'Welcome!' },
  { path: '/Faqs', heading: 'Frequently Asked Questions' },
  { path: '/privacypolicy', heading: 'Privacy Policy' },
  { path: '/termsandconditions', heading: 'Terms and Conditions' },
  { path: '/returnpolicy', heading: /Shipping and Returns/ },
  { path: '/accessibility', heading: 'Accessibility' },
  { path: '/what-we-count', heading: 'What we count' },
];

/** The first heading of an HTML page, with its tags: the home page's name is an attribute. */
const headingIn = (html: string) => /<h1.*?<\/h1>/s.exec(html)?.[0];

test('every route responds with its page, and an unknown URL with 404 and the error page @netlify', async ({
  page,
  request,
}) => {
  for (const { path, heading } of pages) {
    await test.step(path, async () => {
      const response = await request.get(path);
      expect.soft(response.status()).toBe(200);
      expect.soft(response.headers()['x-content-type-options']).toBe('nosniff');
      expect.soft(headingIn(await response.text())).toMatch(heading);
    });
  }
  for (const path of ['/product-details/999999', '/productListing/none', '/nothing-here']) {
    await test.step(path, async () => {
      const response = await request.get(path);
      expect.soft(response.status()).toBe(404);
      expect.soft(await response.text()).toContain('Unexpected Application Error!');
    });
  }
  const response = await page.goto('/nothing-here');
  expect(response?.status()).toBe(404);
  const heading = page.getByRole('heading', { name: 'Unexpected Application Error!' });
  await expect(heading).toBeVisible();
});

test('a product added since the build can be opened and bought @netlify', async ({ page, sql }) => {
  await withOwnProduct(sql, async (id) => {
    const response = await page.goto(`/product-details/${id}`);
    expect(response?.status()).toBe(200);
    // The server's HTML, before any script has run.
    const html = (await response?.text()) ?? '';
    expect(html).toContain('<title>Lone Picture Cap – Minicia</title>');
    expect(html).toMatch(new RegExp(`<link rel="canonical" href="[^"]*/product-details/${id}">`));
    expect(html).toMatch(/<meta name="description" content="One of one\."/);
    expect(html).toContain('"@type":"ProductGroup","name":"Lone Picture Cap"');
    expect(html).toMatch(/<p [^>]*data-price=""[^>]*>£39\.00/);
    expect(html).toMatch(/<img [^>]*signal-red-1\.jpg[^>]* alt="Lone Picture Cap in Pictured"/);
    await expect(page.getByRole('heading', { level: 1, name: 'Lone Picture Cap' })).toBeVisible();
    await addToCart(page, 'Unpictured');
    await expect(page.getByText('£41.34', { exact: true })).toBeVisible();
  });
});

test('an archived product leaves the shop, and a restored one gets its page back', async ({
  page,
  sql,
}) => {
  await withOwnProduct(sql, async (id) => {
    const heading = page.getByRole('heading', { level: 1 });
    expect((await page.goto(`/product-details/${id}`))?.status()).toBe(200);
    await expect(heading).toHaveText('Lone Picture Cap');
    await page.goto('/Faqs');
    await sql`update products set archived_at = now() where id = ${id}`;
    // Back shows what the browser kept.
    await page.goBack();
    await expect(page.getByText('Out of Stock').first()).toBeVisible();
    expect((await page.reload())?.status()).toBe(410);
    await expect(heading).toHaveText('This piece has left the shop');
    await expectAccessible(page, { oneWidth: true });
    await page.getByRole('main').getByRole('link').click();
    await expect(page).toHaveURL(/\/productListing\/\d+$/);
    await page.goBack();
    await expect(heading).toHaveText('This piece has left the shop');
    await sql`update products set archived_at = null where id = ${id}`;
    expect((await page.goto(`/product-details/${id}`))?.status()).toBe(200);
  });
});

test('a category added since the build can be opened, with its products', async ({ page, sql }) => {
  const [category] = await sql<[{ id: string }]>`
    insert into categories (slug, name, position)
    values ('gloves-' || gen_random_uuid(), 'Gloves', 99) returning id`;
  try {
    await withOwnProduct(sql, async (id) => {
      await sql`update products set category_id = ${category.id} where id = ${id}`;
      expect((await page.goto(`/productListing/${category.id}`))?.status()).toBe(200);
      await expect(page.getByRole('heading', { level: 1, name: 'Gloves' })).toBeVisible();
      await expect(page.getByRole('link', { name: 'Lone Picture Cap Pictured' })).toBeVisible();
    });
  } finally {
    await sql`delete from categories where id = ${category.id}`;
  }
});

test('a colour added since the build can be opened by its URL', async ({ page, sql }, {
  project,
}) => {
  const name = `Dawn on the ${project.name}`;
  const [colour] = await sql<[{ id: string }]>`
    insert into color_variants (product_id, color_name, quantity, position)
    select id, ${name}, 2, 99 from products where slug = 'velvet-collection-scrunchie-trio'
    returning id`;
  try {
    await page.goto(`/product-details/19?colour=${colour.id}`);
    await expect(page.getByRole('radio', { name })).toBeChecked();
    await page.getByRole('button', { name: 'Add To Cart', exact: true }).click();
    // The product's page also names the colour.
    await expect(page).toHaveURL(/\/cart$/);
    await expect(page.getByRole('main').getByText(name, { exact: true })).toBeVisible();
  } finally {
    await sql`delete from color_variants where id = ${colour.id}`;
  }
});

test('a colour chosen before hydration stays chosen', async ({ page }) => {
  const late = Promise.withResolvers<undefined>();
  await page.route(/_astro\/.*\.js$/, async (route) => {
    await late.promise;
    await route.continue();
  });
  await page.goto('/product-details/1', { waitUntil: 'commit' });
  await page.getByRole('radio', { name: 'Bone' }).check();
  late.resolve(undefined);
  await expect(page).toHaveURL(/\?colour=\d+$/);
  await page.getByRole('button', { name: 'Add To Cart', exact: true }).click();
  await expect(page).toHaveURL(/\/cart$/);
  await expect(page.getByText('Bone', { exact: true })).toBeVisible();
});

test('billing sends an anonymous visitor to log in and keeps the cart', async ({ page }) => {
  await comeAgain(page, { lines: [{ product: 11, colour: 'Oatmeal' }] });
  await page.goto('/billing');
  await expect(page).toHaveURL(/\/login$/);
  await page.goto('/cart');
  await expect(page.getByRole('heading', { name: 'Outlaw Cable Beanie' })).toBeVisible();
});
