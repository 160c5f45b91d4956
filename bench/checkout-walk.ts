import type { Browser, Locator, Page } from 'playwright';
import { z } from 'zod';
import { openPhone } from './conditions.ts';
import { someProduct } from './shopper-state.ts';

/**
 * A shopper on the way to Stripe's page: without an account, or logged in, with an empty or a kept form; or by Express
 * checkout, without a form.
 */
export const checkoutShoppers = ['guest', 'returning', 'returning, form kept', 'express'] as const;
export type CheckoutShopper = (typeof checkoutShoppers)[number];

/** The effort from pressing Add to Cart to the payment page. */
export interface CheckoutEffort {
  /** Buttons and fields. */
  taps: number;
  /** Characters typed, without the browser's autofill. */
  typed: number;
  /** Seconds spent on the shop, if typing takes none. */
  seconds: number;
}

/** In the form's order; the country is the visitor's (netlify/edge-functions/visitor-country.ts). */
const typedFields = {
  name: 'Ada Lovelace',
  address: '12 St James Square, London SW1Y 4JH',
  email: 'ada@example.com',
  phone: '+44 20 7946 0000',
};
const country = 'GB';

const LoggedIn = z.object({ id: z.string(), token: z.object({ access: z.string() }) });

async function post(page: Page, address: string, data: object) {
  const answer = await page.request.post(address, { data });
  if (!answer.ok()) throw new Error(`${address} answers ${answer.status()}`);
  return answer.json();
}

/** Logs a new shopper in, as on an earlier visit. The page must be the shop's. */
async function comeAgain(page: Page, origin: string, keepForm: boolean): Promise<void> {
  const username = `bench-${crypto.randomUUID().slice(0, 18)}`;
  const account = { username, email: `${username}@example.com`, password: 'correct horse battery' };
  await post(page, `${origin}/api/auth/register/`, account);
  const { id, token } = LoggedIn.parse(await post(page, `${origin}/api/auth/login/`, account));
  const root = JSON.stringify({ products: [], cart: [], token: { id, access: token.access } });
  const form = keepForm ? JSON.stringify({ ...typedFields, country }) : null;
  await page.evaluate(
    ([state, saved]) => {
      localStorage.setItem('root', state);
      if (saved !== null) localStorage.setItem('billingFormData', saved);
    },
    [root, form] as const,
  );
}

/**
 * Buys a product up to the payment page, on a phone of 390 px with a slow network.
 * @param origin this shop's, with the payment sandbox.
 */
export async function walkToPayment(
  browser: Browser,
  origin: string,
  shopper: CheckoutShopper,
): Promise<CheckoutEffort> {
  const { page, close } = await openPhone(browser, '');
  const effort = { taps: 0, typed: 0 };
  const tap = async (target: Locator) => {
    await target.tap();
    effort.taps += 1;
  };
  const press = (name: string) => tap(page.getByRole('button', { name, exact: true }));
  try {
    await page
      .context()
      .addCookies([{ name: 'visitorCountry', value: country, url: `${origin}/billing` }]);
    const { product } = await someProduct(origin);
    if (shopper.startsWith('returning')) {
      await page.goto(`${origin}/Faqs`);
      await comeAgain(page, origin, shopper === 'returning, form kept');
    }
    await page.goto(`${origin}/product-details/${product.id}`, { waitUntil: 'networkidle' });
    const add = page.locator('.product-picker button[data-add]:not(:disabled)');
    await add.scrollIntoViewIfNeeded();
    const began = performance.now();
    await tap(add);
    await press(shopper === 'express' ? 'Express check out' : 'CHECKOUT');
    await page.waitForURL(/\/(login|billing)\/?$|\/c\/pay\/cs_test_/);
    if (shopper === 'express') {
      return { ...effort, seconds: (performance.now() - began) / 1000 };
    }
    if (shopper === 'guest') await press('Continue as guest');
    if (shopper !== 'returning, form kept') {
      for (const [name, text] of Object.entries(typedFields)) {
        await tap(page.locator(`#billing-${name}`));
        await page.keyboard.insertText(text);
        effort.typed += text.length;
      }
    }
    await press('CHECKOUT');
    await page.waitForURL(/\/c\/pay\/cs_test_/);
    return { ...effort, seconds: (performance.now() - began) / 1000 };
  } finally {
    await close();
  }
}
