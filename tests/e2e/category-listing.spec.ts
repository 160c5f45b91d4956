import { expectAccessible } from './accessibility.ts';
import { cardsOf } from './listing-cards.ts';
import type { Page } from 'playwright/test';
import { expect, test } from './shop-test.ts';

const beanies = '/productListing/5';
const beaniesCall = /\/api\/listing\/productListing\/5\/(\?|$)/;

test('a category shows a card per colour, ten per page; pages have a number, Next, Previous and a URL @accessibility', async ({
  page,
}) => {
  await page.goto(beanies);
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText('Beanies');
  await expect(page.getByText('13 pieces')).toBeVisible();
  await expect(cardsOf(page)).toHaveCount(10);
  const tile = page.getByRole('listitem').filter({ hasText: 'Cold is an opinion' });
  const ninth = page.locator('[data-cards] > li:nth-child(9)');
  await expect(ninth.getByRole('link')).toHaveAccessibleName(
    'Two beanies and a snood on dark plinths Cold is an opinion',
  );
  await expect(cardsOf(page).filter({ hasText: 'After Hours Slouch Beanie' })).toHaveCount(3);
  await expectAccessible(page, { as: 'Category' });

  const pages = page.getByRole('navigation', { name: 'Pages' });
  const current = pages.locator('[aria-current=page]');
  await expect(pages.getByRole('link')).toHaveText(['1', '2', 'Next']);
  await expect(current).toHaveText('1');
  await pages.getByRole('link', { name: 'Next' }).click();
  await expect(page).toHaveURL(/\?page=2$/);
  await expect(pages.getByRole('link')).toHaveText(['Previous', '1', '2']);
  await expect(current).toHaveText('2');
  await expect(cardsOf(page)).toHaveCount(3);
  await expect(tile).toBeHidden();
  await expect(heading).toBeInViewport();
  await pages.getByRole('link', { name: 'Previous' }).click();
  await expect(cardsOf(page)).toHaveCount(10);
  await expect(ninth).toHaveText('Cold is an opinion');
  await pages.getByRole('link', { name: 'Page 2' }).click();
  await expect(cardsOf(page)).toHaveCount(3);
  await page.reload();
  await expect(current).toHaveText('2');
  await expect(cardsOf(page)).toHaveCount(3);
});

test('a listing shows Loading... until its cards have loaded, and says if the server fails; Try again brings them', async ({
  page,
}) => {
  const answered = Promise.withResolvers<undefined>();
  await page.route(beaniesCall, async (route) => {
    await answered.promise;
    await route.fulfill({ status: 500, json: { detail: 'Something went wrong.' } });
  });
  await page.goto(`${beanies}?page=2`);
  const loading = page.getByRole('main').getByText('Loading...', { exact: true });
  await expect(loading).toBeVisible();
  await expect(cardsOf(page)).toHaveCount(0);
  await expectAccessible(page, { oneWidth: true });
  answered.resolve(undefined);
  const error = page.getByRole('alert').filter({ visible: true });
  await expect(error).toHaveText('Error: Network response was not ok');
  await expect(cardsOf(page)).toHaveCount(0);
  await expectAccessible(page, { oneWidth: true });
  await tryAgain(page, 3);
  await expect(loading).toBeHidden();
});

/** Presses Try again in vain, then once the server answers, which shows `cards` cards and focuses them. */
async function tryAgain(page: Page, cards: number): Promise<void> {
  const error = page.getByRole('alert').filter({ visible: true });
  const again = page.getByRole('button', { name: 'Try again' });
  await again.click();
  await expect(error).toHaveText(/^Error: Network /);
  await expect(again).toBeFocused();
  await page.unroute(beaniesCall);
  await page.keyboard.press('Enter');
  await expect(cardsOf(page)).toHaveCount(cards);
  await expect(error).toBeHidden();
  await expect(page.getByRole('main').locator('ul:focus')).toHaveCount(1);
}

test('a listing whose server is not reached says so and keeps the cards of the last build; Try again and Next recover', async ({
  page,
  loggedErrors,
}) => {
  loggedErrors.push(/The listing shows the state of the last build/);
  const error = page.getByRole('alert').filter({ visible: true });
  for (const recover of ['Try again', 'Next'] as const)
    await test.step(recover, async () => {
      await page.route(beaniesCall, (route) => route.abort());
      await page.goto(beanies);
      await expect(error).toHaveText('Error: Network error');
      await expect(cardsOf(page)).toHaveCount(10);
      if (recover === 'Try again') {
        await expectAccessible(page, { oneWidth: true });
        return tryAgain(page, 10);
      }
      await page.unroute(beaniesCall);
      await page.getByRole('link', { name: 'Next' }).click();
      await expect(cardsOf(page)).toHaveCount(3);
      await expect(error).toBeHidden();
    });
});

test('a category without products is titled Products', async ({ page, sql }) => {
  const [category] = await sql<{ id: string }[]>`
    insert into categories (slug, name, position)
    values ('empty-' || gen_random_uuid(), 'Empty', 99) returning id`;
  try {
    await page.goto(`/productListing/${category?.id}`);
    await expect(page.getByText('Nothing here.')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Products');
    await expectAccessible(page, { oneWidth: true });
  } finally {
    await sql`delete from categories where id = ${category?.id ?? null}`;
  }
});
