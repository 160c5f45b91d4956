import type { Locator, Page } from 'playwright/test';
import { expectAccessible } from './accessibility.ts';
import { expect, interceptOnce, test } from './shop-test.ts';

async function expectIcon(message: Locator, icon: 'warning' | 'celebration' | null) {
  const icons = message.locator('svg');
  await expect(icons).toHaveCount(icon ? 1 : 0);
  if (icon) await expect(icons).toHaveAttribute('data-icon', icon);
}

async function request(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Request' }).click();
}

test('the launch page has no header, its texts and a link to the brand’s profile', async ({
  page,
}) => {
  await page.goto('/launch');
  await expect(page.getByRole('heading', { name: 'Rule Breakers Move First' })).toBeVisible();
  await expect(
    page.getByText("Prove you're one of us. Enter your email to stay notified."),
  ).toBeVisible();
  await expect(page.getByRole('banner')).toHaveCount(0);
  const social = page.getByRole('main').getByRole('link', { name: /^Follow us on/ });
  await expect(social).toHaveAttribute('href', /^https:\/\/www\.instagram\.com\//);
  await expectAccessible(page);
});

test('an invalid email is rejected with a message, and a valid one is accepted', async ({
  page,
}) => {
  await page.goto('/launch');
  const message = page.getByRole('main').getByRole('status');
  await request(page, '   ');
  await expect(message).toHaveText('Please enter a valid email.');
  await expectIcon(message, 'warning');
  await expect(page.getByLabel('Email')).toBeFocused();
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/Please enter a valid email/);
  await expectAccessible(page, { oneWidth: true });

  const subscribe = '**/api/listing/subscribe/';
  await interceptOnce(page, subscribe, (route) =>
    route.fulfill({ status: 400, json: { email: ['The first.', 'The second.'] } }),
  );
  await request(page, 'rebel@example.com');
  await expect(message).toHaveText('The first.');
  await expectIcon(message, 'warning');

  await request(page, 'rebel@-nowhere');
  await expect(message).toHaveText('Enter a valid email address.');

  await interceptOnce(page, subscribe, (route) => route.fulfill({ status: 503 }));
  await request(page, 'rebel@example.com');
  await expect(message).toHaveText('Subscription failed. Try again later.');
  await expectIcon(message, null);
  await expect(page.getByLabel('Email')).toHaveValue('rebel@example.com');
  await expectAccessible(page, { oneWidth: true });

  const wait = { detail: 'Too many attempts. Please wait 10 seconds.' };
  await interceptOnce(page, subscribe, (route) =>
    route.fulfill({ status: 429, json: wait, headers: { 'Retry-After': '10' } }),
  );
  await request(page, 'rebel@example.com');
  await expect(message).toHaveText(wait.detail);
  await expectIcon(message, 'warning');

  await request(page, 'rebel@example.com');
  await expect(message).toHaveText('Subscribed successfully!');
  await expectIcon(message, 'celebration');
  await expect(page.getByText('Check your inbox to confirm.')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue('');
  await expectAccessible(page, { oneWidth: true });

  await request(page, '');
  await expect(page.getByText('Check your inbox')).toBeHidden();
});

test('a password is required, and any password opens the shop', async ({ page }) => {
  await page.goto('/launch');
  const password = page.getByLabel('Password');
  await expect(password).toBeHidden();
  await page.getByRole('link', { name: 'Enter using password' }).click();
  await expect(password).toBeFocused();
  await expectAccessible(page, { oneWidth: true });

  const alert = page.waitForEvent('dialog').then(async (dialog) => {
    const text = dialog.message();
    await dialog.accept();
    return text;
  });
  await password.press('Enter');
  expect(await alert).toBe('Please enter your password');
  await expect(page).toHaveURL(/\/launch/);

  await password.fill('anything');
  await password.press('Enter');
  await expect(page.getByRole('heading', { name: 'New Arrivals' })).toBeVisible();
});

test('a countdown follows the server’s clock, is rarely announced, and says when it is over @layout', async ({
  page,
}) => {
  const opens = '2027-06-01T17:00:00Z';
  // The page as built when the studio has set a launch time.
  await page.route('**/launch', async (route) => {
    if (route.request().method() === 'HEAD') {
      // The device's clock is an hour slow.
      await route.fulfill({ headers: { Date: 'Tue, 01 Jun 2027 16:58:29 GMT' } });
      return;
    }
    const html = await (await route.fetch()).text();
    const [template = '', countdown = ''] =
      /<template data-countdown-template[^>]*>(.*?)<\/template>/s.exec(html) ?? [];
    const body = html.replace(
      template,
      countdown.replace('datetime', `datetime="${opens}" data-was`),
    );
    await route.fulfill({ body, contentType: 'text/html' });
  });
  await page.clock.install({ time: '2027-06-01T15:58:30Z' });
  await page.goto('/launch');
  const countdown = page.getByRole('region', { name: 'The next drop opens' });
  const said = countdown.getByRole('status');
  await expect(countdown.locator('.countdown-clock')).toHaveText(
    /^0\s*days\s*00\s*hours\s*01\s*minutes/,
  );
  await expect(said).toHaveText('Less than ten minutes left');
  await expectAccessible(page);
  const place = await page.getByLabel('Email').boundingBox();
  await page.clock.runFor(60_000);
  await expect(said).toHaveText('Less than a minute left');
  await expect(countdown.getByRole('link')).toBeHidden();
  await page.clock.runFor(35_000);
  await expect(said).toHaveText('It is open.');
  await expect(countdown.getByRole('link', { name: 'See all products' })).toHaveAttribute(
    'href',
    '/all-products',
  );
  expect(await page.getByLabel('Email').boundingBox()).toEqual(place);
});
