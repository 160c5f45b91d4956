import type { Page } from 'playwright/test';
import { z } from 'zod';
import { expect } from './shop-test.ts';

interface Account {
  username: string;
  email: string;
  password: string;
}

const LoggedIn = z.object({ id: z.string(), token: z.object({ access: z.string() }) });

/** Makes an account without its form. */
export async function register(page: Page, account: Account): Promise<void> {
  const answer = await page.request.post('/api/auth/register/', { data: account });
  expect(answer.status()).toBe(201);
}

/** Makes an account and logs the browser in, which must show a page of the shop already. */
export async function becomeCustomer(page: Page, account: Account): Promise<void> {
  await register(page, account);
  const { username, password } = account;
  const answer = await page.request.post('/api/auth/login/', { data: { username, password } });
  const { id, token } = LoggedIn.parse(await answer.json());
  await page.evaluate(
    ([shopper, access]) => {
      const root = JSON.parse(localStorage.getItem('root') ?? '{}');
      root.token = { id: shopper, access };
      localStorage.setItem('root', JSON.stringify(root));
    },
    [id, token.access],
  );
}

export const filledForm = {
  name: 'Ada Lovelace',
  address: '12 St James Square, London SW1Y 4JH',
  email: 'ada@example.com',
  phone: '+44 20 7946 0000',
  country: 'GB',
};

/** Leaves a billing form in the browser as an earlier visit would have. */
export async function saveBillingForm(page: Page, form = filledForm): Promise<void> {
  await page.evaluate(
    (text) => localStorage.setItem('billingFormData', text),
    JSON.stringify(form),
  );
}

/** What browser storage holds under a key; null when nothing. */
export function stored(page: Page, key: string): Promise<string | null> {
  return page.evaluate((name) => localStorage.getItem(name), key);
}
