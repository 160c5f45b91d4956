import { comeAgain } from './browser-state.ts';
import { runsWhole } from '../support/long-suites.ts';
import { isSameDocument, openShop } from './in-place.ts';
import { expect, test } from './shop-test.ts';
import { expectWholePage, kinds } from './whole-page.ts';

// Pictures of whole pages have seven times as many pixels at a phone's density, and show the same.
test.use({ deviceScaleFactor: 1 });

const lines = [{ product: 1, colour: 'Bone', quantity: 2 }];

for (const [kind, paths] of Object.entries(kinds))
  test(`all text and pictures are there without a scroll: ${kind} @layout`, async ({
    page,
    account,
  }, info) => {
    if (kind === 'forms') await comeAgain(page, { lines, customer: account });
    // A sample shows each text and form on one of the two screens.
    const isOnOne = !runsWhole && (kind === 'forms' || kind === 'texts');
    const turn = info.project.name === 'phone' ? 1 : 0;
    for (const path of paths.filter((_, place) => !isOnOne || place % 2 === turn))
      await test.step(path, async () => {
        // Playwright sees no end of the request that counts a search.
        await page.goto(path, { waitUntil: path.includes('q=') ? 'load' : 'networkidle' });
        await expect(page.locator('[data-listing="pending"] [data-listing-root]')).toHaveCount(0);
        await expectWholePage(page);
      });
  });

test('all text and pictures are there without a scroll: pages shown in place @layout', async ({
  page,
}) => {
  await openShop(page, '/all-products');
  await page.evaluate(() => navigation.navigate('/product-details/14').finished);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Verdict Square Sunglasses');
  await expectWholePage(page);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('All Products');
  await expectWholePage(page);
  expect(await isSameDocument(page)).toBe(true);
});
