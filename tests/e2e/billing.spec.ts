import type { Page } from 'playwright/test';
import { SHIPPING_COUNTRIES } from '#domain/countries.ts';
import { closedText } from '#domain/duties.ts';
import { expectAccessible } from './accessibility.ts';
import { liveToken } from '../support/sample-token.ts';
import { type Account, comeAgain, filledForm, register, stored, tokenOf } from './browser-state.ts';
import { expect, interceptOnce, logIn, test } from './shop-test.ts';

const checkout = (page: Page) => page.getByRole('button', { name: 'CHECKOUT' });

const lines = [{ product: 8, colour: 'Signal Red' }];

test('an anonymous visitor is sent to log in and returns to the form', async ({
  page,
  account,
}) => {
  await register(page, account);
  await page.goto('/billing');
  await expect(page).toHaveURL(/\/login\/?$/);
  await logIn(page, account);
  await expect(page).toHaveURL(/\/billing\/?$/);
  await expect(
    page.getByRole('heading', { level: 1, name: 'Enter Billing Information to Proceed' }),
  ).toBeVisible();
});

test('the form has five fields, and CHECKOUT explains what is missing @layout @accessibility', async ({
  page,
  account,
}) => {
  await comeAgain(page, { lines, customer: account });
  await page.goto('/billing');
  const country = page.getByLabel('Shipping Country');
  await expect(country.getByRole('option')).toHaveText([
    'Select a country',
    ...SHIPPING_COUNTRIES.map(({ name }) => name),
  ]);
  await expect(country).toHaveAccessibleDescription(
    'Please select shipping country. Shipping price will be calculated upon checkout.',
  );
  await expect(page.getByLabel('Email', { exact: true })).toHaveAttribute('type', 'email');
  await expect(page.getByLabel('Phone Number')).toHaveAttribute('type', 'tel');
  const summary = page.getByRole('region', { name: 'Your order' });
  await expect(summary.getByRole('term')).toHaveText(['Price', 'Total Items', 'Total']);
  await expect(summary.getByRole('definition')).toHaveText(['£34.00', '1', '£36.04']);

  await expect(checkout(page)).toHaveAttribute('aria-disabled', 'true');
  await expectAccessible(page, { as: 'Delivery details' });
  await checkout(page).click({ force: true });
  await expect(page.getByText('Please fill out the billing form to proceed.')).toBeVisible();
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
  await expect(page.getByLabel('Name', { exact: true })).toHaveAccessibleDescription(
    'Enter your name.',
  );
  await expectAccessible(page);

  await page.getByLabel('Name', { exact: true }).fill(filledForm.name);
  await page.getByLabel('Address').fill(filledForm.address);
  await page.getByLabel('Email', { exact: true }).fill(filledForm.email);
  await page.getByLabel('Phone Number').fill(filledForm.phone);
  await expect(checkout(page)).toHaveAttribute('aria-disabled', 'true');
  await country.selectOption({ label: 'New Zealand' });
  await expect(checkout(page)).toHaveAttribute('aria-disabled', 'false');
});

test('a field says what is wrong when it is left, and what was typed survives a reload @layout', async ({
  page,
  account,
}) => {
  await comeAgain(page, { lines, customer: account });
  await page.goto('/billing');
  const email = page.getByLabel('Email', { exact: true });
  const wrong = 'Enter an email address like name@example.com.';
  await expect(email).toHaveAttribute('inputmode', 'email');
  await email.pressSequentially('ada@');
  await expect(email).toHaveAttribute('aria-invalid', 'false');
  await email.press('Tab');
  await expect(email).toHaveAccessibleDescription(wrong);
  await expect(page.getByLabel('Phone Number')).toBeFocused();
  await expectAccessible(page);
  await email.pressSequentially('example.com');
  await expect(email).toHaveAttribute('aria-invalid', 'false');

  const address = page.getByLabel('Address');
  await page.getByLabel('Shipping Country').selectOption('GB');
  // Its hint shows that the rules for addresses have arrived, which a person's typing outlasts.
  await address.fill(filledForm.address);
  await address.press('Tab');
  await expect(address).toHaveAccessibleDescription(/./);
  await address.fill('1 George Street, Sydney NSW 2000');
  await address.press('Tab');
  await expect(address).toHaveAccessibleDescription(/^The address is in Australia/);
  // An empty field that was only passed is reported by CHECKOUT.
  await page.getByLabel('Phone Number').focus();
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Phone Number')).toHaveAttribute('aria-invalid', 'false');

  await page.reload();
  await expect(address).toHaveValue('1 George Street, Sydney NSW 2000');
  await expect(page.getByLabel('Shipping Country')).toHaveValue('GB');
  await page.goto('/Faqs');
  await page.goBack();
  await expect(address).toHaveValue('1 George Street, Sydney NSW 2000');
});

test('the form is restored on the next visit', async ({ page, account }) => {
  await comeAgain(page, { lines, customer: account, form: true });
  await page.goto('/billing');
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(filledForm.name);
  await expect(page.getByLabel('Address')).toHaveValue(filledForm.address);
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(filledForm.email);
  await expect(page.getByLabel('Phone Number')).toHaveValue(filledForm.phone);
  await expect(page.getByLabel('Shipping Country')).toHaveValue('GB');
  await expect(checkout(page)).toHaveAttribute('aria-disabled', 'false');
});

test('fields filled without an event are kept and read at CHECKOUT', async ({ page, account }) => {
  await comeAgain(page, { lines, customer: account });
  await page.goto('/billing');
  await checkout(page).waitFor();
  // Like some password managers.
  await page.evaluate((form) => {
    for (const [name, text] of Object.entries(form)) {
      const field = document.querySelector<HTMLInputElement | HTMLSelectElement>(
        `form [name="${name}"]`,
      );
      if (field) field.value = text;
    }
  }, filledForm);
  // Any change that renders the form again.
  await page.getByLabel('Name', { exact: true }).fill('Grace Hopper');
  await expect(page.getByLabel('Address')).toHaveValue(filledForm.address);
  await page.evaluate(() => {
    const phone = document.querySelector<HTMLInputElement>('[name="phone"]');
    if (phone) phone.value = '+44 20 7946 0001';
  });
  const saved = page.waitForRequest('**/api/stripe/save-billing-info/');
  await checkout(page).click();
  expect((await saved).postDataJSON()).toMatchObject({
    name: 'Grace Hopper',
    address: filledForm.address,
    phone: '+44 20 7946 0001',
  });
  await expect(page).toHaveURL(/\/c\/pay\/cs_test_/);
});

test('a failed checkout shows the error and stays on the form', async ({
  page,
  account,
  loggedErrors,
}) => {
  loggedErrors.push(/ApiError/);
  await comeAgain(page, { lines, customer: account, form: true });
  await page.goto('/billing');
  const said = page.getByRole('status').filter({ hasText: /\./ });

  const save = '**/api/stripe/save-billing-info/';
  const detail = { detail: 'We cannot read that address.' };
  await page.route(save, (route) => route.fulfill({ status: 400, json: detail }), { times: 1 });
  await checkout(page).click();
  await expect(said).toHaveText('We cannot read that address.');
  await expectAccessible(page);

  await page.route(save, (route) => route.abort(), { times: 1 });
  await checkout(page).click();
  await expect(said).toHaveText('Billing info failed to save.');
  await expectAccessible(page);

  const pay = '**/api/stripe/create-stripe-session/';
  await page.route(pay, (route) => route.fulfill({ status: 502, json: {} }), { times: 1 });
  await checkout(page).click();
  await expect(said).toHaveText('Something went wrong while processing payment.');
  await expectAccessible(page);

  const wait = { detail: 'Too many attempts. Please wait 20 seconds.' };
  await page.route(pay, (route) => route.fulfill({ status: 429, json: wait }), { times: 1 });
  await checkout(page).click();
  await expect(said).toHaveText(wait.detail);

  const refusal = { detail: 'You can order at most 10 of one colour at a time.' };
  await page.route(pay, (route) => route.fulfill({ status: 409, json: refusal }), { times: 1 });
  await checkout(page).click();
  await expect(said).toHaveText(refusal.detail);
  await expectAccessible(page);
  await expect(page).toHaveURL(/\/billing\/?$/);
  expect(await stored(page, 'billingFormData')).toBe(JSON.stringify(filledForm));
  expect(await stored(page, 'billingInfoId')).toMatch(/^\d+$/);
});

const asksLater = 'The payment page will ask for town and postcode.';

/** The address field of a new form, with one line in the cart. */
async function addressField(page: Page, account: Account, form = false) {
  await comeAgain(page, { lines, customer: account, form });
  await page.goto('/billing');
  return page.getByLabel('Address');
}

test('an address is recognised below its field while it is typed, and nothing moves @layout', async ({
  page,
  account,
}) => {
  const field = await addressField(page, account);
  await page.getByLabel('Shipping Country').selectOption('GB');
  const top = () =>
    page.getByLabel('Phone Number').evaluate((phone) => phone.getBoundingClientRect().top);
  const before = await top();
  await field.pressSequentially('12 High Street, Leeds');
  await expect(field).toHaveAccessibleDescription('');
  await field.pressSequentially(' ls14ap');
  await expect(field).toHaveAccessibleDescription('Delivering to Leeds LS1 4AP, United Kingdom.');
  await expectAccessible(page);
  expect(await top()).toBe(before);
  await page.getByLabel('Shipping Country').selectOption('AE');
  await expect(field).toHaveAccessibleDescription('');

  await page.getByLabel('Shipping Country').selectOption('BA');
  await field.fill('Ulica Zmaja od Bosne 7, 71000 Novo Sarajevo Centar');
  await expect(field).toHaveAccessibleDescription(
    'Delivering to 71000 Novo Sarajevo Centar, Bosnia and Herzegovina.',
  );
  expect(await top(), 'with two lines on a phone').toBe(before);
  await expectAccessible(page);
});

test('an address without town or postcode is reported on blur @layout', async ({
  page,
  account,
}) => {
  const field = await addressField(page, account);
  await page.getByLabel('Shipping Country').selectOption('GB');
  await field.pressSequentially('7 Victim Street');
  await expect(page.getByText(asksLater)).toBeHidden();
  await field.press('Tab');
  await expect(field).toHaveAccessibleDescription(asksLater);
  await expectAccessible(page);
});

test('a restored form shows the recognised address again', async ({ page, account }) => {
  const field = await addressField(page, account, true);
  const known = 'Delivering to London SW1Y 4JH, United Kingdom.';
  await expect(field).toHaveAccessibleDescription(known);
  await page.reload();
  await expect(field).toHaveAccessibleDescription(known);
});

test('an address that contradicts the country shows an error, and nothing is sent @layout', async ({
  page,
  account,
}) => {
  const field = await addressField(page, account, true);
  await field.fill('1 George Street, Sydney NSW 2000');
  await expect(checkout(page)).toHaveAttribute('aria-disabled', 'false');
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/stripe/')) sent.push(request.url());
  });
  const contradiction =
    'The address is in Australia, but Shipping Country says United Kingdom. Please change one of them.';
  await checkout(page).click();
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveAccessibleDescription(contradiction);
  await expectAccessible(page);
  expect(sent).toEqual([]);

  await page.getByLabel('Shipping Country').selectOption('AU');
  await expect(field).toHaveAttribute('aria-invalid', 'false');
  await expect(field).toHaveAccessibleDescription('Delivering to Sydney NSW 2000, Australia.');
  await checkout(page).click();
  await expect(page).toHaveURL(/cs_test_/);
});

for (const { call, field } of [
  { call: 'save-billing-info', field: 'Address' },
  { call: 'create-stripe-session', field: 'Address' },
  { call: 'create-stripe-session', field: 'Shipping Country' },
]) {
  test(`an error of ${call} about ${field} is shown beside it`, async ({
    page,
    account,
    loggedErrors,
  }) => {
    loggedErrors.push(/ApiError/);
    await addressField(page, account, true);
    const key = field === 'Address' ? 'address' : 'country';
    await page.route(`**/api/stripe/${call}/`, (route) =>
      route.fulfill({ status: 400, json: { [key]: ['We cannot deliver there.'] } }),
    );
    await checkout(page).click();
    const control = page.getByLabel(field);
    await expect(control).toBeFocused();
    await expect(control).toHaveAttribute('aria-invalid', 'true');
    await expect(control).toHaveAccessibleDescription(/We cannot deliver there\./);
    await expectAccessible(page);
    await expect(page).toHaveURL(/\/billing\/?$/);
  });
}

test('a tax that cannot be fetched stays 0, and the total is the price', async ({
  page,
  account,
  loggedErrors,
}) => {
  loggedErrors.push(/The tax could not be fetched/);
  await page.route(/additionalPays/, (route) => route.abort());
  await comeAgain(page, { lines, customer: account, form: true });
  await page.goto('/billing');
  const summary = page.getByRole('region', { name: 'Your order' });
  await expect(summary.getByRole('definition')).toHaveText(['£34.00', '1', '£34.00']);
  await expectAccessible(page);
});

test('what comes on top at the destination is shown before CHECKOUT, which stays in place when it arrives @layout', async ({
  page,
  account,
}) => {
  await comeAgain(page, { lines, customer: account });
  await page.goto('/billing');
  const country = page.getByLabel('Shipping Country');
  const top = () =>
    checkout(page).evaluate((button) => button.getBoundingClientRect().top + scrollY);
  await expect(page.getByText('The total includes £2.04 tax.')).toBeVisible();
  await expect(page.getByText('Select a country, or see the payment page.')).toBeVisible();
  const before = await top();
  await country.selectOption('GB');
  await expect(
    page.getByRole('paragraph').filter({ hasText: 'Standard delivery, 2–3 business days' }),
  ).toContainText('Free');
  await expect(
    page.getByRole('paragraph').filter({ hasText: 'Express next-day delivery, 1 business day' }),
  ).toContainText('£6.95');
  expect(await top()).toBe(before);

  // More words are to come abroad: it makes room for them at once.
  await country.selectOption('FR');
  const abroad = await top();
  await expect(
    page.getByText(
      /not included.+For this order about £12\.92: £2\.61 duty and £10\.31 VAT \(20%\)/,
    ),
  ).toBeVisible();
  expect(await top()).toBe(abroad);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Your legal guarantee in the EU' }).press('Enter');
  const notice = page.getByRole('region', { name: 'Your legal guarantee in the European Union' });
  await expect(notice).toContainText('at least two years');
  await expectAccessible(page);
  await notice.getByRole('button', { name: 'Close' }).click();
  await expect(notice).toBeHidden();

  await country.selectOption('US');
  await expect(page.getByText('Duties and taxes are included')).toBeVisible();
  await expect(page.getByRole('button', { name: /legal guarantee/ })).toBeHidden();
  expect(await top()).toBe(abroad);
});

test('delivery and duties that cannot be fetched are left to the payment page', async ({
  page,
  account,
  loggedErrors,
}) => {
  loggedErrors.push(/ApiError/);
  await page.route('**/api/listing/destination/', (route) => route.abort());
  await comeAgain(page, { lines, customer: account, form: true });
  await page.goto('/billing');
  await expect(page.getByText('Select a country, or see the payment page.')).toBeVisible();
  await expect(checkout(page)).toHaveAttribute('aria-disabled', 'false');
});

test('a country where the shop does not sell is not offered, and the form explains it @layout', async ({
  page,
  account,
}) => {
  await comeAgain(page, { lines, customer: account, form: true });
  // The page as built while the shop does not sell there (tests/site/duties.test.ts).
  await page.route(/\/billing\/?$/, async (route) => {
    const built = await route.fetch();
    const body = (await built.text())
      .replace(
        '&quot;closed&quot;:[1,[]]',
        '&quot;closed&quot;:[1,[[0,&quot;GB&quot;],[0,&quot;CA&quot;]]]',
      )
      .replace(
        'closedText&quot;:[0,&quot;',
        `closedText&quot;:[0,&quot;${closedText(['GB', 'CA'])}`,
      );
    await route.fulfill({ response: built, body });
  });
  await page.goto('/billing');
  const country = page.getByLabel('Shipping Country');
  await expect(country).toHaveValue('');
  await expect(country.getByRole('option', { name: 'Canada' })).toHaveCount(0);
  await expect(
    page.getByText('We do not sell to these countries at the moment: United Kingdom, Canada.'),
  ).toBeVisible();
  await expect(checkout(page)).toHaveAttribute('aria-disabled', 'true');
  await expectAccessible(page);
});

test('a page with a script that fails to load asks for a reload and keeps the form', async ({
  page,
  account,
  loggedErrors,
}) => {
  loggedErrors.push(/checkout-code/);
  await comeAgain(page, { lines, customer: account, form: true });
  await page.route('**/checkout-code*', (route) => route.abort());
  await page.goto('/billing');
  await page.getByLabel('Address').fill('12 New Street, Leeds');
  await checkout(page).click();
  await expect(page.getByRole('status').filter({ hasText: /reload/ })).toHaveText(
    'This page has not loaded completely. Please reload it.',
  );
  await page.unrouteAll();
  await page.reload();
  await expect(page.getByLabel('Address')).toHaveValue('12 New Street, Leeds');
  const asked = page.waitForRequest('**/api/stripe/create-stripe-session/');
  await checkout(page).click();
  const { billing_info } = (await asked).postDataJSON();
  expect(String(billing_info)).toBe(await stored(page, 'billingInfoId'));
});

test('a changed price is shown, and paid only once accepted', async ({ page, account, sql }, {
  project,
}) => {
  const id = project.name === 'phone' ? 20 : 21;
  const colour = project.name === 'phone' ? 'Cream / Ink' : 'Camel Check';
  const [product] = await sql<{ price: number }[]>`
    select price_pence as price from products where id = ${id}`;
  const price = product?.price ?? 0;
  await comeAgain(page, { lines: [{ product: id, colour }], customer: account, form: true });
  await page.goto('/billing');
  const amounts = page.getByRole('region', { name: 'Your order' }).getByRole('definition');
  await expect(amounts.first()).toHaveText(`£${(price / 100).toFixed(2)}`);
  await sql`update products set price_pence = 9900 where id = ${id}`;
  try {
    await checkout(page).click();
    const said = page.getByRole('status').filter({ hasText: 'Prices have changed' });
    await expect(said).toContainText('your new total is £104.94');
    await expect(amounts).toHaveText(['£99.00', '1', '£104.94']);
    await expect(page).toHaveURL(/\/billing\/?$/);
    await expectAccessible(page);
    await checkout(page).click();
    await expect(page).toHaveURL(/cs_test_/);
    await expect(page.getByText('£104.94').first()).toBeVisible();
  } finally {
    await sql`update products set price_pence = ${price} where id = ${id}`;
  }
});

test('items sold out meanwhile lead back to the cart, which says so', async ({
  page,
  account,
  sql,
}, { project }) => {
  const colour = project.name === 'phone' ? 'Espresso' : 'Black';
  const line = { product: 24, colour };
  await comeAgain(page, { lines: [line], customer: account, form: true });
  await page.goto('/billing');
  await expect(checkout(page)).toHaveAttribute('aria-disabled', 'false');
  await sql`
    update color_variants set quantity = 0
    where product_id = ${line.product} and color_name = ${colour}`;
  await checkout(page).click();
  await expect(page).toHaveURL(/\/cart\/?$/);
  await expect(page.getByRole('status').filter({ hasText: 'out of stock' })).toContainText(
    `Paid In Full Card Holder (${colour}) is out of stock and was removed from your cart.`,
  );
  await expect(page.getByText('Nothing in here yet.')).toBeVisible();
  await expectAccessible(page);
});

/** Logs in when the page asks for it, and finds the form and cart unchanged. */
async function comeBackByLogin(page: Page, account: Account): Promise<void> {
  await expect(page).toHaveURL(/\/login\/?$/);
  await logIn(page, account);
  await expect(page).toHaveURL(/\/billing\/?$/);
  await expect(page.getByLabel('Address')).toHaveValue(filledForm.address);
  const summary = page.getByRole('region', { name: 'Your order' });
  await expect(summary.getByRole('definition')).toHaveText(['£34.00', '1', '£36.04']);
  await expect(page.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible();
}

/** Two hours later, longer than a login lasts. */
const later = () => Date.now() + 2 * 3600 * 1000;

test('a login that expires while the form is open is requested again at CHECKOUT', async ({
  page,
  account,
}) => {
  await comeAgain(page, { lines, customer: account, form: true });
  await page.goto('/billing');
  await expect(checkout(page)).toHaveAttribute('aria-disabled', 'false');
  await page.getByLabel('Address').fill('An address typed in the meantime');
  await page.clock.setSystemTime(later());
  await page.context().clearCookies({ name: 'refresh' });
  let calls = 0;
  page.on('request', (request) => (calls += Number(request.url().includes('/api/stripe/'))));
  await checkout(page).click();
  await expect(page).toHaveURL(/\/login\/?$/);
  expect(calls, 'calls with a token that has expired').toBe(0);
  await page.clock.setSystemTime(Date.now());
  await logIn(page, account);
  await expect(page).toHaveURL(/\/billing\/?$/);
  await expect(page.getByLabel('Address')).toHaveValue('An address typed in the meantime');
  await expect(page.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible();
});

test('a login that has expired since the last visit is requested before the form', async ({
  page,
  account,
}) => {
  await comeAgain(page, { lines, customer: account, form: true });
  await page.clock.setSystemTime(later());
  await page.context().clearCookies({ name: 'refresh' });
  await page.goto('/billing');
  await expect(page).toHaveURL(/\/login\/?$/);
  await page.clock.setSystemTime(Date.now());
  await comeBackByLogin(page, account);
});

test('a login that the server rejects is requested again, even if it looks valid', async ({
  page,
  account,
}) => {
  const { id } = await tokenOf(page, account);
  const token = { id, access: liveToken() };
  await comeAgain(page, { lines, token, form: true });
  await page.goto('/billing');
  const refused = page.waitForResponse('**/api/stripe/save-billing-info/');
  await checkout(page).click();
  expect((await refused).status()).toBe(401);
  await comeBackByLogin(page, account);
});

test('a login that expires between form and payment is requested again', async ({
  page,
  account,
}) => {
  await comeAgain(page, { lines, customer: account, form: true });
  await page.goto('/billing');
  await interceptOnce(page, '**/api/stripe/create-stripe-session/', (route) =>
    route.fulfill({ status: 401, json: { detail: 'Log in.' } }),
  );
  await checkout(page).click();
  await comeBackByLogin(page, account);
});

test('a cart that has become empty cannot be paid for', async ({ page, account }) => {
  await comeAgain(page, { customer: account, form: true });
  await page.goto('/billing');
  await checkout(page).click();
  await expect(page.getByRole('status').filter({ hasText: 'Your cart is empty.' })).toBeVisible();
  await expect(page).toHaveURL(/\/billing\/?$/);
});

for (const address of ['/cart', '/billing']) {
  test(`on ${address} the right to cancel appears with the content above it, without layout shift @layout`, async ({
    page,
    account,
  }) => {
    await comeAgain(page, {
      lines: [{ product: 8, colour: 'Signal Red' }],
      customer: account,
    });
    const held = Promise.withResolvers<undefined>();
    await page.route(/\/_astro\/[^?]*\.js/, async (route) => {
      await held.promise;
      await route.fallback();
    });
    await page.goto(address, { waitUntil: 'commit' });
    const right = page.getByText('You can cancel within 14 days of delivery');
    await expect(page.getByText('Loading...')).toBeVisible();
    await expect(right).toBeHidden();
    held.resolve(undefined);
    await expect(page.getByRole('button', { name: 'CHECKOUT' })).toBeVisible();
    await expect(right).toBeVisible();
  });
}
