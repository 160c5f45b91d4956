import type { Locator, Page } from 'playwright/test';
import { limits } from '#server/rate-limit/limits.ts';
import { expectAccessible } from './accessibility.ts';
import { register } from './browser-state.ts';
import { expect, interceptOnce, logIn, test } from './shop-test.ts';

function form(page: Page, name: 'Sign In' | 'Sign Up') {
  return page.getByRole('form', { name });
}

async function signUp(page: Page, account: { username: string; email: string; password: string }) {
  const fields = form(page, 'Sign Up');
  await fields.getByLabel('Username').fill(account.username);
  await fields.getByLabel('Email').fill(account.email);
  await fields.getByLabel('Password', { exact: true }).fill(account.password);
  await fields.getByRole('button', { name: 'Sign Up' }).click();
}

/** Tries wrong passwords in the browser, each time with headers that claim another client address. */
async function tryPasswords({ username, times }: { username: string; times: number }) {
  const statuses: number[] = [];
  for (let place = 0; place < times; place += 1) {
    const claimed = `203.0.113.${place}`;
    const answer = await fetch('/api/auth/login/', {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'X-Forwarded-For': claimed,
        'X-NF-Client-Connection-IP': claimed,
      },
      body: JSON.stringify({ username, password: 'wrong' }),
    });
    statuses.push(answer.status);
  }
  return statuses;
}

/** Expects a message to stay for five seconds. The page's clock must be installed before the page loads. */
async function expectFiveSeconds(page: Page, message: Locator): Promise<void> {
  await expect(message).toBeVisible();
  // Paused, so that time does not advance while waiting for the message to disappear.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
  await page.clock.fastForward(2000);
  await expect(message).toBeVisible();
  await page.clock.fastForward(2000);
  await expect(message).toBeHidden();
}

test('both fields are required, the password is shown on request, and the side panel switches between signing in and signing up and greets by name @layout @accessibility', async ({
  page,
}) => {
  await page.goto('/login');
  const side = page.getByRole('complementary', { name: 'Welcome' });
  const fields = form(page, 'Sign In');
  await fields.getByRole('button', { name: 'Sign In' }).click();
  await expect(fields.locator(':invalid')).toHaveCount(2);
  await expect(fields.getByLabel('Username')).toBeFocused();

  const password = fields.getByLabel('Password', { exact: true });
  await password.fill('secret');
  await expect(password).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(password).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Hide password' }).click();
  await expect(password).toHaveAttribute('type', 'password');
  await expect(password).toHaveValue('secret');

  await fields.getByLabel('Username').fill('Ada');
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome Ada!' })).toBeVisible();
  await expectAccessible(page, { as: 'Login and registration' });

  await side.getByRole('button', { name: 'Sign Up' }).click();
  await expect(form(page, 'Sign In')).toBeHidden();
  await form(page, 'Sign Up').getByLabel('Username').fill('Grace');
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome Grace!' })).toBeVisible();
  await expect(form(page, 'Sign Up').getByLabel('Email')).toHaveAttribute('type', 'email');
  await expectAccessible(page);

  await side.getByRole('button', { name: 'Sign In' }).click();
  await expect(form(page, 'Sign Up')).toBeHidden();
  await expect(form(page, 'Sign In')).toBeVisible();
});

test('a refused login clears the fields and shows an error for five seconds, and too many show how long to wait instead', async ({
  page,
  account,
}) => {
  await page.clock.install();
  await page.goto('/login');
  const fields = form(page, 'Sign In');
  await fields.getByLabel('Username').fill(account.username);
  await fields.getByLabel('Password', { exact: true }).fill('wrong');
  await fields.getByRole('button', { name: 'Sign In' }).click();
  await expectFiveSeconds(page, page.getByText('Invalid username or password'));
  await expect(fields.getByLabel('Username')).toHaveValue('');
  await expect(fields.getByLabel('Password', { exact: true })).toHaveValue('');

  await page.clock.resume();
  await register(page, account);
  const { username } = account;
  const statuses = await page.evaluate(tryPasswords, {
    username,
    // The first one was made above.
    times: limits['login-name-at-address'].attempts - 1,
  });
  expect([...new Set(statuses)]).toEqual([401]);
  await fields.getByLabel('Username').fill(username);
  await fields.getByLabel('Password', { exact: true }).fill(account.password);
  await fields.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByText(/^Too many attempts\. Please wait \d+ seconds?\.$/)).toBeVisible();
  await expect(fields.getByLabel('Username')).toHaveValue(username);
  await expectAccessible(page, { oneWidth: true });
});

test('a sign-up says which field is taken, and ends on the sign-in panel', async ({
  page,
  account,
}) => {
  await page.clock.install();
  await page.goto('/login');
  await register(page, account);
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await signUp(page, account);
  await expect(page.getByText('Username already exists')).toBeVisible();
  await expect(form(page, 'Sign Up').getByLabel('Email')).toHaveValue(account.email);
  await expectAccessible(page, { oneWidth: true });

  const other = { ...account, username: `${account.username}-2` };
  await signUp(page, other);
  await expect(page.getByText('Email already exists')).toBeVisible();

  const call = '**/api/auth/register/';
  await interceptOnce(page, call, (route) => route.fulfill({ status: 500 }));
  await signUp(page, other);
  await expect(page.getByText('Registration failed. Please try again.')).toBeVisible();

  const wait = { detail: 'Too many attempts. Please wait 20 seconds.' };
  await interceptOnce(page, call, (route) =>
    route.fulfill({ status: 429, json: wait, headers: { 'Retry-After': '20' } }),
  );
  await signUp(page, other);
  await expect(page.getByText(wait.detail)).toBeVisible();

  await signUp(page, { ...other, email: `2-${account.email}` });
  await expectFiveSeconds(page, page.getByText('Registration successful!'));
  await expect(form(page, 'Sign In').getByLabel('Username')).toHaveValue(other.username);
});

test('logging in returns to the page the shopper came from, and no URL can redirect off the shop', async ({
  page,
  account,
}) => {
  await page.goto('/Faqs');
  await register(page, account);
  await page.getByRole('link', { name: 'Account' }).click();
  await expect(page).toHaveURL(/\/login\/?$/);
  await logIn(page, account);
  await expect(page).toHaveURL(/\/Faqs\/?$/);

  const strayed: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).hostname !== 'localhost') strayed.push(request.url());
  });
  page.on('dialog', (dialog) => {
    strayed.push(dialog.message());
    void dialog.dismiss();
  });
  // Others: src/domain/browsing/return-path.test.ts.
  const traps = ['/\\evil.example', 'javascript:alert(1)'];
  for (const next of traps) {
    await page.goto(`/login?next=${encodeURIComponent(next)}`);
    await logIn(page, account);
    await expect(page, next).toHaveURL(/^http:\/\/localhost:\d+\/$/);
  }
  expect(strayed).toEqual([]);

  await page.goto('/login?next=%2Fcart%3Ffrom%3Dmail');
  await logIn(page, account);
  await expect(page).toHaveURL(/^http:\/\/localhost:\d+\/cart\?from=mail$/);
});
