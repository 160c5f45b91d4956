import type { Page } from 'playwright/test';
import { codeIn } from '../support/login-code-mail.ts';
import { expectAccessible } from './accessibility.ts';
import { comeAgain, register } from './browser-state.ts';
import { mailTo } from './mailbox.ts';
import { expect, interceptOnce, signUp, test, untilTold } from './shop-test.ts';

const lines = [{ product: 15, colour: 'Honey' }];
const verify = '**/api/auth/login-code/verify/';

const other = (page: Page) => page.getByRole('button', { name: 'Email me a code instead' });
const codeField = (page: Page) => page.getByLabel('Code', { exact: true });
const codeForm = (page: Page) => page.getByRole('form', { name: 'Enter Your Code' });
const again = (page: Page) => page.getByRole('button', { name: 'Send a new code' });

async function askFor(page: Page, email: string): Promise<void> {
  await other(page).click();
  await page.getByRole('form', { name: 'Sign In by Code' }).getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send the Code' }).click();
  await expect(codeField(page)).toBeFocused();
}

async function give(page: Page, code: string): Promise<void> {
  await codeField(page).fill(code);
  await codeForm(page).getByRole('button', { name: 'Sign In' }).click();
}

async function mailedCode(email: string): Promise<string> {
  return codeIn(await mailTo(email, 'Your code to log in'));
}

test('a shopper without the password logs in by a code, back to the checkout', async ({
  page,
  account,
}) => {
  await register(page, account);
  await comeAgain(page, { lines });
  await page.goto('/billing');
  await expect(other(page)).toBeEnabled();
  await expectAccessible(page, { oneWidth: true });
  await other(page).click();
  await expect(page.getByLabel('Email').first()).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.type(account.email);
  await page.keyboard.press('Enter');
  await expect(codeField(page)).toBeFocused();
  await expect(codeField(page)).toHaveAttribute('autocomplete', 'one-time-code');
  await expect(codeField(page)).toHaveAttribute('inputmode', 'numeric');
  await expect(again(page)).toBeDisabled();
  await expectAccessible(page);

  const code = await mailedCode(account.email);
  const wrong = code.startsWith('9') ? '123456' : '987654';
  await give(page, '12 3');
  await expect(page.getByText('Enter the six digits of the code.')).toBeVisible();
  await give(page, wrong);
  await expect(page.getByText('This is not the code. You have 4 tries left.')).toBeVisible();
  await expect(codeField(page)).toBeFocused();
  await expectAccessible(page, { oneWidth: true });
  // As after reading the e-mail in another app, and after Back.
  await page.reload();
  await expect(codeForm(page)).toBeVisible();
  await page.goto('/Faqs');
  await page.goBack();
  await expect(page.getByText(account.email)).toBeVisible();
  await interceptOnce(page, verify, (route) => route.abort());
  await give(page, `${code.slice(0, 3)} ${code.slice(3)}`);
  await expect(page.getByText('Network error')).toBeVisible();
  await expect(codeField(page)).toHaveValue(code);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/billing\/?$/);
  await expect(
    page.getByRole('heading', { level: 1, name: 'Enter Billing Information to Proceed' }),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'CHECKOUT' })).toBeVisible();
});

test('a shopper who opened the login by code and registers instead is welcomed, and logs in', async ({
  page,
  account,
}) => {
  await page.goto('/login');
  await other(page).click();
  await expect(page.getByRole('form', { name: 'Sign In by Code' })).toBeVisible();
  await signUp(page, account);
  const signIn = page.getByRole('form', { name: 'Sign In' });
  await expect(signIn.getByLabel('Username')).toHaveValue(account.username);
  await signIn.getByLabel('Password', { exact: true }).fill(account.password);
  const told = untilTold(page, 'Login successfully');
  await signIn.getByRole('button', { name: 'Sign In' }).click();
  await told;
});

test('a code that is over is replaced by another one after a wait', async ({
  page,
  account,
  sql,
}) => {
  await register(page, account);
  await page.clock.install();
  await page.goto('/login');
  await askFor(page, account.email);
  const first = await mailedCode(account.email);
  await expect(page.getByText(/You can ask for another one in \d+ seconds?\./)).toBeVisible();
  await page.clock.fastForward(31_000);
  await expect(page.getByText('You can ask for a new code now.')).toBeAttached();
  await expect(again(page)).toBeEnabled();
  await again(page).click();
  await expect(page.getByText('A new code is on its way.')).toBeVisible();
  await expect(again(page)).toBeDisabled();
  await expect.poll(() => mailedCode(account.email)).not.toBe(first);
  await sql`
    update login_codes set asked_at = now() - interval '11 minutes'
    where user_id = (select id from auth.users where email = ${account.email})`;
  await give(page, await mailedCode(account.email));
  await expect(page.getByText('This code has expired. Please ask for a new one.')).toBeVisible();
  await expect(again(page)).toBeEnabled();
  await page.getByRole('button', { name: 'Use another address' }).click();
  await expect(page.getByLabel('Email').first()).toHaveValue(account.email);
  await page.getByRole('button', { name: 'Use my password instead' }).click();
  await expect(other(page)).toBeVisible();
  await page.reload();
  await expect(page.getByRole('form', { name: 'Sign In', exact: true })).toBeVisible();
});

test('a code logs in without storage, for that page', async ({ page, account }) => {
  await register(page, account);
  await page.addInitScript(() => {
    for (const area of ['sessionStorage', 'localStorage']) {
      Object.defineProperty(window, area, {
        get() {
          throw new DOMException('Blocked', 'SecurityError');
        },
      });
    }
  });
  await page.goto('/login');
  await askFor(page, account.email);
  const told = untilTold(page, 'Login successfully');
  await give(page, await mailedCode(account.email));
  await told;
});
