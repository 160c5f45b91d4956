import { expectAccessible } from './accessibility.ts';
import { expect, test } from './shop-test.ts';

test('somebody without a login complains about their data, and is told by when it is answered', async ({
  page,
}) => {
  await page.goto('/privacypolicy');
  await page.getByRole('link', { name: 'complain here' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Complain about your data');
  await page.getByLabel('Your email').fill('nobody');
  await page.getByRole('button', { name: 'Send complaint' }).click();
  await expect(page.getByLabel('Your name')).toBeFocused();
  await expect(page.getByText('Enter a valid email address.')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Your name').fill('Ada Lovelace');
  await page.getByLabel('Your email').fill('ada@example.com');
  await page.getByLabel('What went wrong').fill('You wrote to me after I had unsubscribed.');
  await page.getByRole('button', { name: 'Send complaint' }).click();
  await expect(page.getByRole('heading', { level: 2, name: /^We have received/ })).toBeVisible();
  await expect(page.locator('[data-complaint-done]')).toHaveText(
    /A person looks into it and answers by [A-Z][a-z]+day [0-9]+ [A-Z][a-z]+ at the latest/,
  );
});
