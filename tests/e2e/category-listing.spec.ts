import { expectAccessible } from './accessibility.ts';
import { cardsOf } from './listing-cards.ts';
import { expect, test } from './shop-test.ts';

const beanies = '/productListing/5';
const beaniesCall = /\/api\/listing\/productListing\/5\/(\?|$)/;

test('a category shows a card per colour, ten per page, under its name @layout @accessibility', async ({
  page,
}) => {
  await page.goto(beanies);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Beanies');
  await expect(page.getByText('13 pieces')).toBeVisible();
  await expect(cardsOf(page)).toHaveCount(10);
  await expect(cardsOf(page).filter({ hasText: 'After Hours Slouch Beanie' })).toHaveCount(3);
  await expectAccessible(page, { as: 'Category' });
});

test('pages are reached by number, Next and Previous, and are part of the URL @layout', async ({
  page,
}) => {
  await page.goto(beanies);
  const pages = page.getByRole('navigation', { name: 'Pages' });
  const current = pages.locator('[aria-current=page]');
  await expect(pages.getByRole('link')).toHaveText(['1', '2', 'Next']);
  await expect(current).toHaveText('1');
  await pages.getByRole('link', { name: 'Next' }).click();
  await expect(page).toHaveURL(/\?page=2$/);
  await expect(pages.getByRole('link')).toHaveText(['Previous', '1', '2']);
  await expect(current).toHaveText('2');
  await expect(cardsOf(page)).toHaveCount(3);
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
  await pages.getByRole('link', { name: 'Previous' }).click();
  await expect(cardsOf(page)).toHaveCount(10);
  await pages.getByRole('link', { name: 'Page 2' }).click();
  await expect(cardsOf(page)).toHaveCount(3);
  await page.reload();
  await expect(current).toHaveText('2');
  await expect(cardsOf(page)).toHaveCount(3);
});

test('a listing shows Loading... until its cards have loaded', async ({ page }) => {
  const answered = Promise.withResolvers<undefined>();
  await page.route(beaniesCall, async (route) => {
    await answered.promise;
    await route.continue();
  });
  await page.goto(`${beanies}?page=2`);
  const loading = page.getByRole('main').getByText('Loading...', { exact: true });
  await expect(loading).toBeVisible();
  await expect(cardsOf(page)).toHaveCount(0);
  await expectAccessible(page);
  answered.resolve(undefined);
  await expect(cardsOf(page)).toHaveCount(3);
  await expect(loading).toBeHidden();
});

const failures = [
  { how: 'is not reached', text: 'Error: Network error', status: null },
  { how: 'fails', text: 'Error: Network response was not ok', status: 500 },
];

for (const { how, text, status } of failures) {
  test(`a listing whose server ${how} says "${text}"`, async ({ page, loggedErrors }) => {
    loggedErrors.push(/The listing shows the state of the last build/);
    await page.route(beaniesCall, (route) =>
      status === null
        ? route.abort()
        : route.fulfill({ status, json: { detail: 'Something went wrong.' } }),
    );
    await page.goto(`${beanies}?page=2`);
    const error = page.getByRole('alert').filter({ visible: true });
    await expect(error).toHaveText(text);
    await expect(cardsOf(page)).toHaveCount(0);
    await expectAccessible(page);

    // The first page has the cards of the last build, and keeps them.
    await page.goto(beanies);
    await expect(error).toHaveText(text);
    await expect(cardsOf(page)).toHaveCount(10);
    await expectAccessible(page);

    await page.unroute(beaniesCall);
    await page.getByRole('link', { name: 'Next' }).click();
    await expect(cardsOf(page)).toHaveCount(3);
    await expect(error).toBeHidden();
  });
}

for (const { page: asked, cards } of [
  { page: 'the first page', cards: 10 },
  { page: 'the second page', cards: 3 },
]) {
  test(`Try again brings ${asked} once the server answers`, async ({ page, loggedErrors }) => {
    const prebuilt = cards === 10;
    if (prebuilt) loggedErrors.push(/The listing shows the state of the last build/);
    await page.route(beaniesCall, (route) => route.fulfill({ status: 500 }));
    await page.goto(prebuilt ? beanies : `${beanies}?page=2`);
    const error = page.getByRole('alert').filter({ visible: true });
    const again = page.getByRole('button', { name: 'Try again' });
    await again.click();
    await expect(error).toHaveText('Error: Network response was not ok');
    await expect(again).toBeFocused();

    await page.unroute(beaniesCall);
    await page.keyboard.press('Enter');
    await expect(cardsOf(page)).toHaveCount(cards);
    await expect(error).toBeHidden();
    await expect(page.getByRole('main').locator('ul:focus')).toHaveCount(1);
  });
}

test('a category without products is titled Products', async ({ page, sql }) => {
  const [category] = await sql<{ id: string }[]>`
    insert into categories (slug, name, position)
    values ('empty-' || gen_random_uuid(), 'Empty', 99) returning id`;
  try {
    await page.goto(`/productListing/${category?.id}`);
    await expect(page.getByText('Nothing here.')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Products');
    await expectAccessible(page);
  } finally {
    await sql`delete from categories where id = ${category?.id ?? null}`;
  }
});
