import { randomUUID } from 'node:crypto';
import { expectAccessible } from './accessibility.ts';
import { expect, test } from './shop-test.ts';
import { workAs } from './studio-orders.ts';

test('a visitor complains about their data, sees the response date, and a manager responds @accessibility', async ({
  page,
  sql,
}) => {
  // A retry would find the complaint of the first attempt.
  const email = `ada-${randomUUID()}@example.com`;
  await page.goto('/privacypolicy');
  await page.getByRole('link', { name: 'complain here' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Complain about your data');
  await page.getByLabel('Your email').fill('nobody');
  await page.getByRole('button', { name: 'Send complaint' }).click();
  await expect(page.getByLabel('Your name')).toBeFocused();
  await expect(page.getByText('Enter a valid email address.')).toBeVisible();
  await expectAccessible(page, { as: 'Form of complaint' });
  await page.getByLabel('Your name').fill('Ada Lovelace');
  await page.getByLabel('Your email').fill(email);
  await page.getByLabel('What went wrong').fill('You wrote to me after I had unsubscribed.');
  await page.getByRole('button', { name: 'Send complaint' }).click();
  await expect(page.getByRole('heading', { level: 2, name: /^We have received/ })).toBeVisible();
  await expect(page.locator('[data-complaint-done]')).toHaveText(
    /A person looks into it and answers by [A-Z][a-z]+day [0-9]+ [A-Z][a-z]+ at the latest/,
  );

  await workAs(page, sql, 'manager');
  await page.goto('/studio?complaints');
  const complaint = page.getByRole('listitem').filter({ hasText: email });
  await expect(complaint).toContainText('You wrote to me after I had unsubscribed.');
  await expect(complaint).toContainText('Answer by:');
  await expectAccessible(page);
  await complaint.getByLabel('Outcome').fill('Taken off the list, and written to.');
  await complaint.getByRole('button', { name: 'Mark as answered' }).click();
  await expect(complaint).toContainText(/Answered .* by Morag/);
  await expect(complaint.getByLabel('Outcome')).toHaveCount(0);
  await expectAccessible(page, { oneWidth: true });
});

test('a complaint submitted before its script has loaded is neither lost nor sent by the browser', async ({
  page,
}) => {
  const released = Promise.withResolvers<undefined>();
  await page.route('**/_astro/*.js', async (route) => {
    await released.promise;
    await route.continue();
  });
  await page.goto('/complaint', { waitUntil: 'commit' });
  const name = page.getByLabel('Your name');
  await name.fill('Ada Lovelace');
  await page.getByLabel('Your email').fill('nobody');
  await page.getByRole('button', { name: 'Send complaint' }).click();
  await expect(page).toHaveURL('/complaint');
  await expect(name).toHaveValue('Ada Lovelace');
  await expect(page.getByText('Enter a valid email address.')).toBeHidden();

  released.resolve(undefined);
  await expect(page.getByText('Enter a valid email address.')).toBeVisible();
  await expect(page.getByLabel('Your email')).toBeFocused();
  await expect(name).toHaveValue('Ada Lovelace');
});
