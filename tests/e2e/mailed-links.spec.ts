import type { Page } from 'playwright/test';
import { expectAccessible } from './accessibility.ts';
import { comeAgain } from './browser-state.ts';
import { linkTo, mailTo } from './mailbox.ts';
import { expect, logIn, test } from './shop-test.ts';

function message(page: Page) {
  return page.getByRole('main').getByRole('status');
}

const CONSENT = 'Do you want news from Minicia?';

test('a subscriber confirms with one button and unsubscribes with another, without a login', async ({
  page,
}) => {
  const address = `fan-${crypto.randomUUID()}@example.com`;
  await page.goto('/launch');
  await page.getByLabel('Email').fill(address);
  await page.getByRole('button', { name: 'Request' }).click();
  await expect(message(page)).toHaveText('Subscribed successfully!');
  const { html } = await mailTo(address, CONSENT);

  await page.goto(linkTo('confirm-subscription', html));
  const confirm = page.getByRole('button', { name: 'Confirm' });
  await expect(page.getByRole('heading', { name: 'Confirm Your Subscription' })).toBeVisible();
  await expect(confirm).toBeEnabled();
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', /noindex/);
  await expectAccessible(page);
  await confirm.click();
  await expect(message(page)).toHaveText(/^You are subscribed\./);
  await expect(confirm).toHaveCount(0);

  await page.goto(linkTo('unsubscribe', html));
  await expectAccessible(page, { oneWidth: true });
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(message(page)).toHaveText(/^You are unsubscribed/);

  await page.goto(linkTo('confirm-subscription', html));
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(message(page)).toHaveText('This link is incomplete or has expired.');
  await expectAccessible(page, { oneWidth: true });
});

test('a link without its token says so and has no button', async ({ page }) => {
  for (const path of [
    '/confirm-email',
    '/confirm-subscription',
    '/unsubscribe',
    '/end-stock-alerts',
    '/end-review-mails',
  ]) {
    await page.goto(path);
    await expect(message(page)).toHaveText('This link is incomplete or has expired.');
    await expect(page.getByRole('main').getByRole('button')).toBeDisabled();
  }
});

test('an account asks for confirmation of its address until the link is used', async ({
  page,
  account,
}) => {
  await comeAgain(page, { customer: account });
  await page.goto('/account');
  const heading = page.getByRole('heading', { name: 'Confirm your e-mail address' });
  await expect(heading).toBeVisible();
  await page.getByRole('button', { name: 'Send a Link' }).click();
  await expect(page.getByText('A link is on its way.')).toBeVisible();
  await expectAccessible(page, { oneWidth: true });
  await page.getByRole('button', { name: 'Send a Link' }).click();
  await expect(page.getByText(/in the last 24 hours/)).toBeVisible();

  const { html } = await mailTo(account.email, 'Confirm your e-mail address');
  await page.goto(linkTo('confirm-email', html));
  await expectAccessible(page, { oneWidth: true });
  // As on another device.
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await page.getByRole('button', { name: 'Confirm' }).click();
  await logIn(page, account);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(message(page)).toHaveText('Your e-mail address is confirmed.');
  await page.goto('/account');
  await expect(page.getByText('No orders yet.')).toBeVisible();
  await expect(heading).toHaveCount(0);
});
