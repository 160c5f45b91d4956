import type { Page } from 'playwright/test';
import type { StripeControl } from '#local/stripe/control-client.ts';
import { expectAccessible } from './accessibility.ts';
import { comeAgain, stored, type Account, type WantedLine } from './browser-state.ts';
import { expect, interceptOnce, logIn, test } from './shop-test.ts';

const thanks = { name: 'Thank You for Shopping!' };
const returnCalls = /reduceQuantity|save-payment|orderCreatation/;

/** Goes from the filled form to the payment page. @returns the id of the payment session. */
async function goAndPay(page: Page, customer: Account, line: WantedLine): Promise<string> {
  await comeAgain(page, { lines: [line], customer, form: true });
  await page.goto('/billing');
  await page.getByRole('button', { name: 'CHECKOUT' }).click();
  await expect(page).toHaveURL(/\/c\/pay\/cs_test_/);
  const [session] = /cs_test_\w+/.exec(page.url()) ?? [];
  return session ?? '';
}

/** Pays and comes back to the shop. */
async function comeBack(page: Page, stripe: StripeControl, session: string): Promise<void> {
  await stripe.pay(session, { outcome: 'paid' });
  await page.goto(`/stripesuccess?session_id=${session}`);
}

test('the order is finished in three steps, and then nothing of the checkout is left', async ({
  page,
  stripe,
  account,
}) => {
  const session = await goAndPay(page, account, { product: 15, colour: 'Black' });
  const calls: string[] = [];
  let formAtFirstCall: string | null = 'not asked';
  const seen = Promise.withResolvers<undefined>();
  await page.route(returnCalls, async (route) => {
    const [call] = returnCalls.exec(route.request().url()) ?? [];
    if (calls.length === 0) {
      formAtFirstCall = await stored(page, 'billingFormData');
      await seen.promise;
    }
    calls.push(call ?? '');
    await route.continue();
  });
  await comeBack(page, stripe, session);
  await expect(page.getByRole('heading', { name: 'Processing your order...' })).toBeVisible();
  await expectAccessible(page);
  await expect.poll(() => formAtFirstCall).toBeNull();
  seen.resolve(undefined);

  await expect(page.getByRole('heading', thanks)).toBeVisible();
  await expect(
    page.getByText('Your order was successfully placed and will be delivered soon.'),
  ).toBeVisible();
  expect(calls).toEqual(['reduceQuantity', 'save-payment', 'orderCreatation']);
  for (const key of ['billingFormData', 'billingInfoId', 'cartItems', 'subtotal']) {
    expect(await stored(page, key), key).toBeNull();
  }
  expect(JSON.parse((await stored(page, 'root')) ?? '')).toMatchObject({ cart: [] });
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Continue Shopping' }).click();
  await expect(page.getByRole('heading', { name: 'New Arrivals' })).toBeVisible();
});

test('a return that cannot be finished leads to the billing page', async ({
  page,
  account,
  loggedErrors,
}) => {
  loggedErrors.push(/The order could not be finished/);
  await comeAgain(page, { customer: account });
  await page.goto('/stripesuccess?session_id=cs_test_unknown');
  await expect(page).toHaveURL(/\/billing\/?$/);
  await page.goto('/stripesuccess');
  await expect(page).toHaveURL(/\/billing\/?$/);
});

test('a login that has ended meanwhile leads back to the return, which goes on', async ({
  page,
  stripe,
  account,
}) => {
  const session = await goAndPay(page, account, { product: 15, colour: 'Honey' });
  await interceptOnce(page, /save-payment/, (route) => route.fulfill({ status: 401, json: {} }));
  await comeBack(page, stripe, session);
  await expect(page).toHaveURL(/\/login\/?$/);
  await logIn(page, account);
  await expect(page).toHaveURL(new RegExp(`/stripesuccess/?\\?session_id=${session}$`));
  await expect(page.getByRole('heading', thanks)).toBeVisible();
});

test('a payment for goods that have gone is said to be given back', async ({
  page,
  sql,
  stripe,
  account,
}, { project }) => {
  const colour = project.name === 'phone' ? 'Gold / Olive' : 'Silver / Smoke';
  const session = await goAndPay(page, account, { product: 13, colour });
  await sql`
    update color_variants v set quantity = 0 from products p
    where p.id = v.product_id and p.slug = 'halo-round-sunglasses' and v.color_name = ${colour}`;
  await comeBack(page, stripe, session);
  await expect(page.getByText(/your items sold out before the payment arrived/)).toHaveText(
    /It (has been|will be) refunded in full\.$/,
  );
  await expect(page.getByRole('link', { name: 'Contact Us' })).toBeVisible();
  await expectAccessible(page);
});

test('a payment of another amount is said to be checked, with no word of paying again', async ({
  page,
  stripe,
  account,
}) => {
  const session = await goAndPay(page, account, { product: 15, colour: 'Black' });
  await stripe.alter(session, { amount_total: 1 });
  await comeBack(page, stripe, session);
  await expect(
    page.getByText(
      'We have your payment and are checking it. Please do not pay again: we will e-mail you.',
    ),
  ).toBeVisible();
  await expect(page).toHaveURL(/\/stripesuccess/);
});
