import type { Page } from 'playwright/test';
import type postgres from 'postgres';
import type { StripeControl } from 'stripe-checkout-sandbox';
import { expectAccessible } from './accessibility.ts';
import { comeAgain, filledForm, stored, type Account, type WantedLine } from './browser-state.ts';
import { expect, interceptOnce, logIn, test } from './shop-test.ts';

const thanks = { name: 'Thank You for Shopping!' };
const returnCalls = /reduceQuantity|save-payment|orderCreatation/;

/** Submits the filled form and waits for the payment page. @returns the payment session id. */
async function goAndPay(page: Page, customer: Account, line: WantedLine): Promise<string> {
  await comeAgain(page, { lines: [line], customer, form: true });
  await page.goto('/billing');
  await page.getByRole('button', { name: 'CHECKOUT' }).click();
  await expect(page).toHaveURL(/\/c\/pay\/cs_test_/);
  const [session] = /cs_test_\w+/.exec(page.url()) ?? [];
  return session ?? '';
}

/** Pays and returns to the shop. */
async function comeBack(page: Page, stripe: StripeControl, session: string): Promise<void> {
  await stripe.pay(session, { outcome: 'paid' });
  await page.goto(`/stripesuccess?session_id=${session}`);
}

test('the return completes the order in three steps, after another login if the first has ended, and clears the checkout', async ({
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
  // Takes precedence over the route above, once.
  await interceptOnce(page, /save-payment/, (route) => route.fulfill({ status: 401, json: {} }));
  await comeBack(page, stripe, session);
  await expect(page.getByRole('heading', { name: 'Processing your order...' })).toBeVisible();
  await expectAccessible(page, { oneWidth: true });
  await expect.poll(() => formAtFirstCall).toBeNull();
  seen.resolve(undefined);

  await expect(page).toHaveURL(/\/login\/?$/);
  expect(calls.splice(0), 'calls before the login ended').toEqual(['reduceQuantity']);
  await logIn(page, account);
  await expect(page).toHaveURL(new RegExp(`/stripesuccess/?\\?session_id=${session}$`));
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

test('a return that cannot be completed leads to the billing page', async ({
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

test('a payment for goods sold out meanwhile is announced as refunded', async ({
  page,
  sql,
  stripe,
  account,
}) => {
  const session = await goAndPay(page, account, { product: 21, colour: 'Charcoal Check' });
  await sql`
    update color_variants v set quantity = 0 from products p
    where p.id = v.product_id and p.slug = 'cold-front-wool-scarf' and v.color_name = 'Charcoal Check'`;
  await comeBack(page, stripe, session);
  await expect(page.getByText(/your items sold out before the payment arrived/)).toHaveText(
    /It (has been|will be) refunded in full\.$/,
  );
  await expect(page.getByRole('link', { name: 'Contact Us' })).toBeVisible();
  await expectAccessible(page, { oneWidth: true });
});

const notice = (page: Page) => page.getByRole('status').filter({ hasText: 'Reference: ' });
const reference = /Reference: [0-9A-F]{8}/;
const finishing =
  'Your payment has arrived. We are finishing your order – please do not pay again.';
const onItsWay =
  'Your payment is on its way. Please do not pay again: we will place your order when it arrives.';

/** Makes the database fail to store a shopper's orders. @returns a function that ends the fault. */
async function failOrdersOf(sql: postgres.Sql, username: string): Promise<() => Promise<void>> {
  const name = `fault_${username.replaceAll('-', '_')}`;
  await sql.unsafe(`
    create function ${name}() returns trigger language plpgsql security definer as $$ begin
      if exists (select from auth.users where id = new.user_id and email = '${username}@example.com') then
        raise exception 'The disk is full';
      end if;
      return new;
    end $$;
    create trigger ${name} before insert on orders for each row execute function ${name}();`);
  return async () => void (await sql.unsafe(`drop function ${name} cascade`));
}

/** Layout shift score of the page's heading, which is below the notice. */
function shiftOf(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let shift = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) {
            if (!('value' in entry && 'sources' in entry && Array.isArray(entry.sources))) continue;
            const heading = document.querySelector('h1');
            const moved = entry.sources.some(({ node }) => node?.contains?.(heading));
            if (moved) shift += Number(entry.value);
          }
        }).observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => resolve(shift), 300);
      }),
  );
}

test('payments 31: a shopper who has paid, even slowly, sees a notice on every page until the order exists', async ({
  page,
  sql,
  stripe,
  account,
  loggedErrors,
}) => {
  loggedErrors.push(/The order could not be finished/);
  const session = await goAndPay(page, account, { product: 15, colour: 'Black' });
  await test.step('a slow payment is on its way', async () => {
    await stripe.pay(session, { outcome: 'async_pending' });
    await page.goto(`/stripesuccess?session_id=${session}`);
    await expect(page.getByText(onItsWay)).toBeVisible();
    await page.goto('/cart');
    await expect(notice(page)).toContainText(onItsWay);
    await expect(notice(page)).toContainText(reference);
  });
  const end = await failOrdersOf(sql, account.username);
  try {
    await stripe.settle(session, true);
    await page.goto(`/stripesuccess?session_id=${session}`);
    await expect(page).toHaveURL(/\/billing\/?$/);
    await expect(notice(page)).toContainText(finishing);
    await expect(notice(page)).toContainText(reference);
    await expectAccessible(page);

    await page.getByLabel('Name', { exact: true }).fill(filledForm.name);
    await page.getByLabel('Address').fill(filledForm.address);
    await page.getByLabel('Email', { exact: true }).fill(filledForm.email);
    await page.getByLabel('Phone Number').fill(filledForm.phone);
    await page.getByLabel('Shipping Country').selectOption('GB');
    await page.getByRole('button', { name: 'CHECKOUT' }).click();
    await expect(page.locator('#checkout-message')).toHaveText(finishing);

    await page.goto('/cart');
    await expect(notice(page)).toContainText(finishing);
    await expect(page.getByRole('button', { name: 'CHECKOUT' })).toBeVisible();
    expect(await shiftOf(page)).toBe(0);
    await expectAccessible(page, { oneWidth: true });
  } finally {
    await end();
  }
  await expect(page.getByRole('heading', thanks)).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/stripesuccess/?\\?session_id=${session}$`));
  expect(await stored(page, 'unfinishedPayment')).toBeNull();
  await page.goto('/cart');
  await expect(page.getByText('Nothing in here yet.')).toBeVisible();
  await expect(notice(page)).toBeHidden();
});

test('payments 31: a payment of another amount is announced as under review, without asking to pay again, until it is refunded, which is announced once', async ({
  page,
  stripe,
  account,
}) => {
  const session = await goAndPay(page, account, { product: 15, colour: 'Black' });
  await stripe.alter(session, { amount_total: 1 });
  await comeBack(page, stripe, session);
  await expect(page.getByRole('heading', { name: 'About your payment' })).toBeVisible();
  await expect(
    page.getByText(
      'We have your payment and are checking it. Please do not pay again: we will e-mail you.',
    ),
  ).toBeVisible();
  await expect(page).toHaveURL(/\/stripesuccess/);
  await page.goto('/billing');
  await expect(notice(page)).toContainText('We have your payment and are checking it.');
  await stripe.refund(session);
  await expect(notice(page)).toContainText(
    'Your payment has been refunded in full, and no order was placed.',
  );
  await page.goto('/cart');
  await expect(page.getByRole('heading', { name: 'Your Cart' })).toBeVisible();
  await expect(notice(page)).toBeHidden();
});

test('payments 31: another tab shows it, an ended login asks to log in, and Log Out clears it', async ({
  page,
  stripe,
  account,
  context,
}) => {
  const session = await goAndPay(page, account, { product: 15, colour: 'Honey' });
  const other = await context.newPage();
  await other.goto('/cart');
  await expect(other.getByRole('heading', { name: 'Your Cart' })).toBeVisible();
  await stripe.pay(session, { outcome: 'async_pending' });
  await page.goto(`/stripesuccess?session_id=${session}`);
  await expect(page.getByText(onItsWay)).toBeVisible();
  await expect(notice(other)).toContainText(onItsWay);

  await interceptOnce(other, /reduceQuantity/, (route) => route.fulfill({ status: 401, json: {} }));
  await other.reload();
  const link = other.getByRole('link', { name: 'Log in to see your order' });
  await expect(link).toBeVisible();
  await expect(notice(other)).toContainText(onItsWay);
  await link.click();
  await logIn(other, account);
  await expect(other).toHaveURL(/\/cart\/?$/);
  await expect(notice(other)).toContainText(onItsWay);
  await expect(link).toBeHidden();

  await page.goto('/account');
  await expect(notice(page)).toContainText(onItsWay);
  await page.getByRole('button', { name: 'Log Out' }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(notice(other)).toBeHidden();
  await page.goto('/cart');
  await expect(notice(page)).toBeHidden();
  expect(await stored(page, 'unfinishedPayment')).toBeNull();
});
