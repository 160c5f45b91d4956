import type { Locator, Page } from 'playwright/test';
import { SHIPPING_COUNTRIES } from '#domain/countries/countries.ts';
import { closedText } from '#domain/countries/duties.ts';
import { expectAccessible } from './accessibility.ts';
import { liveToken } from '../support/sample-token.ts';
import {
  type Account,
  comeAgain,
  filledForm,
  register,
  setAccess,
  stored,
} from './browser-state.ts';
import { expect, interceptOnce, logIn, test } from './shop-test.ts';

const checkout = (page: Page) => page.getByRole('button', { name: 'CHECKOUT' });

const lines = [{ product: 8, colour: 'Signal Red' }];

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const country = (page: Page) => page.getByLabel('Shipping Country');
const message = (page: Page) => page.getByRole('status').filter({ hasText: /\./ });

/** Distance from the top of the document, in pixels. */
function topOf(element: Locator): Promise<number> {
  return element.evaluate((box) => box.getBoundingClientRect().top + scrollY);
}

/** Holds a page's scripts back. @returns a function that lets them through. */
async function holdScripts(page: Page): Promise<() => Promise<void>> {
  const held = Promise.withResolvers<undefined>();
  const scripts = /\/_astro\/[^?]*\.js/;
  await page.route(scripts, async (route) => {
    await held.promise;
    await route.fallback();
  });
  return async () => held.resolve(undefined);
}

test('the form shows what comes on top, what is missing, what is wrong and where it delivers, in place, and survives a reload @layout @accessibility', async ({
  page,
  account,
}) => {
  await comeAgain(page, { lines, customer: account });
  const address = page.getByLabel('Address');
  const email = field(page, 'Email');
  const phone = page.getByLabel('Phone Number');

  await test.step('the right to cancel appears with the content above it', async () => {
    const release = await holdScripts(page);
    await page.goto('/billing', { waitUntil: 'commit' });
    const right = page.getByText('You can cancel within 14 days of delivery');
    await expect(page.getByText('Loading...')).toBeVisible();
    await expect(right).toBeHidden();
    await release();
    await expect(checkout(page)).toBeVisible();
    await expect(right).toBeVisible();
  });

  await test.step('the form has five fields', async () => {
    await expect(country(page).getByRole('option')).toHaveText([
      'Select a country',
      ...SHIPPING_COUNTRIES.map(({ name }) => name),
    ]);
    await expect(country(page)).toHaveAccessibleDescription(
      'Please select shipping country. Shipping price will be calculated upon checkout.',
    );
    await expect(email).toHaveAttribute('type', 'email');
    await expect(email).toHaveAttribute('inputmode', 'email');
    await expect(phone).toHaveAttribute('type', 'tel');
    const summary = page.getByRole('region', { name: 'Your order' });
    await expect(summary.getByRole('term')).toHaveText(['Price', 'Total Items', 'Total']);
    await expect(summary.getByRole('definition')).toHaveText(['£34.00', '1', '£36.04']);
    await expect(checkout(page)).toHaveAttribute('aria-disabled', 'true');
    await expectAccessible(page, { as: 'Delivery details' });
  });

  await test.step('duties at the destination are shown above CHECKOUT, which does not move when they arrive', async () => {
    const top = () => topOf(checkout(page));
    await expect(page.getByText('The total includes £2.04 tax.')).toBeVisible();
    await expect(page.getByText('Select a country, or see the payment page.')).toBeVisible();
    const before = await top();
    await country(page).selectOption('GB');
    await expect(
      page.getByRole('paragraph').filter({ hasText: 'Standard delivery, 2–3 business days' }),
    ).toContainText('Free');
    await expect(
      page.getByRole('paragraph').filter({ hasText: 'Express next-day delivery, 1 business day' }),
    ).toContainText('£6.95');
    expect(await top()).toBe(before);

    // More words are to come abroad: it makes room for them at once.
    await country(page).selectOption('FR');
    const abroad = await top();
    await expect(
      page.getByText(
        /not included.+For this order about £12\.92: £2\.61 duty and £10\.31 VAT \(20%\)/,
      ),
    ).toBeVisible();
    expect(await top()).toBe(abroad);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Your legal guarantee in the EU' }).press('Enter');
    const notice = page.getByRole('region', {
      name: 'Your legal guarantee in the European Union',
    });
    await expect(notice).toContainText('at least two years');
    await expectAccessible(page);
    await notice.getByRole('button', { name: 'Close' }).click();
    await expect(notice).toBeHidden();

    await country(page).selectOption('US');
    await expect(page.getByText('Duties and taxes are included')).toBeVisible();
    await expect(page.getByRole('button', { name: /legal guarantee/ })).toBeHidden();
    expect(await top()).toBe(abroad);
    await country(page).selectOption('');
  });

  await test.step('CHECKOUT explains what is missing', async () => {
    await checkout(page).click({ force: true });
    await expect(page.getByText('Please fill out the billing form to proceed.')).toBeVisible();
    await expect(field(page, 'Name')).toBeFocused();
    await expect(field(page, 'Name')).toHaveAccessibleDescription('Enter your name.');
    await expectAccessible(page);
  });

  await test.step('a field shows what is wrong when it is left', async () => {
    await field(page, 'Name').fill(filledForm.name);
    await email.pressSequentially('ada@');
    await expect(email).toHaveAttribute('aria-invalid', 'false');
    await email.press('Tab');
    await expect(email).toHaveAccessibleDescription(
      'Enter an email address like name@example.com.',
    );
    await expect(phone).toBeFocused();
    await email.pressSequentially('example.com');
    await expect(email).toHaveAttribute('aria-invalid', 'false');
    await phone.fill(filledForm.phone);
  });

  await test.step('an address is recognised below its field while it is typed, and nothing moves', async () => {
    await country(page).selectOption('GB');
    await address.pressSequentially('12 High Street, Leeds');
    await expect(address).toHaveAccessibleDescription('');
    const before = await topOf(phone);
    // Without a postcode, it is reported when the field is left.
    await address.press('Tab');
    await expect(address).toHaveAccessibleDescription(
      'The payment page will ask for town and postcode.',
    );
    await address.press('End');
    await address.pressSequentially(' ls14ap');
    await expect(address).toHaveAccessibleDescription(
      'Delivering to Leeds LS1 4AP, United Kingdom.',
    );
    expect(await topOf(phone)).toBe(before);
    await country(page).selectOption('AE');
    await expect(address).toHaveAccessibleDescription('');

    await country(page).selectOption('BA');
    await address.fill('Ulica Zmaja od Bosne 7, 71000 Novo Sarajevo Centar');
    await expect(address).toHaveAccessibleDescription(
      'Delivering to 71000 Novo Sarajevo Centar, Bosnia and Herzegovina.',
    );
    expect(await topOf(phone), 'with two lines on a phone').toBe(before);
    await expectAccessible(page);
  });

  await test.step('CHECKOUT is enabled by the last field, here the country', async () => {
    await country(page).selectOption('');
    await expect(checkout(page)).toHaveAttribute('aria-disabled', 'true');
    await country(page).selectOption({ label: 'New Zealand' });
    await expect(checkout(page)).toHaveAttribute('aria-disabled', 'false');
  });

  await test.step('an address in another country is reported when it is left', async () => {
    await country(page).selectOption('GB');
    await address.fill('1 George Street, Sydney NSW 2000');
    await address.press('Tab');
    await expect(address).toHaveAccessibleDescription(/^The address is in Australia/);
    // An empty field that was only passed is reported by CHECKOUT.
    await phone.fill('');
    await phone.press('Tab');
    await expect(phone).toHaveAttribute('aria-invalid', 'false');
  });

  await test.step('input survives a reload, and leaving the page', async () => {
    await page.reload();
    await expect(address).toHaveValue('1 George Street, Sydney NSW 2000');
    await expect(country(page)).toHaveValue('GB');
    await page.goto('/Faqs');
    await page.goBack();
    await expect(address).toHaveValue('1 George Street, Sydney NSW 2000');
  });
});

test('the form of the last visit is restored, each failure of CHECKOUT is shown there, and it is paid in the end', async ({
  page,
  account,
  loggedErrors,
}) => {
  loggedErrors.push(/ApiError/);
  await comeAgain(page, { lines, customer: account, form: true });
  await page.goto('/billing');
  const address = page.getByLabel('Address');
  const save = '**/api/stripe/save-billing-info/';
  const pay = '**/api/stripe/create-stripe-session/';

  await test.step('the form is restored, with the recognised address', async () => {
    await expect(field(page, 'Name')).toHaveValue(filledForm.name);
    await expect(address).toHaveValue(filledForm.address);
    await expect(field(page, 'Email')).toHaveValue(filledForm.email);
    await expect(page.getByLabel('Phone Number')).toHaveValue(filledForm.phone);
    await expect(country(page)).toHaveValue('GB');
    await expect(checkout(page)).toHaveAttribute('aria-disabled', 'false');
    await expect(address).toHaveAccessibleDescription(
      'Delivering to London SW1Y 4JH, United Kingdom.',
    );
  });

  await test.step('an address that contradicts the country shows an error, and nothing is sent', async () => {
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/stripe/')) sent.push(request.url());
    });
    await address.fill('1 George Street, Sydney NSW 2000');
    await expect(checkout(page)).toHaveAttribute('aria-disabled', 'false');
    await checkout(page).click();
    await expect(address).toBeFocused();
    await expect(address).toHaveAttribute('aria-invalid', 'true');
    await expect(address).toHaveAccessibleDescription(
      'The address is in Australia, but Shipping Country says United Kingdom. Please change one of them.',
    );
    await expectAccessible(page, { oneWidth: true });
    expect(sent).toEqual([]);
    await country(page).selectOption('AU');
    await expect(address).toHaveAttribute('aria-invalid', 'false');
    await expect(address).toHaveAccessibleDescription('Delivering to Sydney NSW 2000, Australia.');
  });

  const noAddress = { address: ['We cannot deliver there.'] };
  const noCountry = { country: ['We cannot deliver there.'] };
  for (const [call, json, control] of [
    [save, noAddress, address],
    [pay, noAddress, address],
    [pay, noCountry, country(page)],
  ] as const) {
    await test.step(`${Object.keys(json)} refused by ${call} is shown beside its field`, async () => {
      await interceptOnce(page, call, (route) => route.fulfill({ status: 400, json }));
      await checkout(page).click();
      await expect(control).toBeFocused();
      await expect(control).toHaveAttribute('aria-invalid', 'true');
      await expect(control).toHaveAccessibleDescription(/We cannot deliver there\./);
      if (json === noCountry) await expectAccessible(page, { oneWidth: true });
      await expect(page).toHaveURL(/\/billing\/?$/);
    });
  }

  await test.step('a failure of the whole is shown below CHECKOUT', async () => {
    const detail = { detail: 'We cannot read that address.' };
    await interceptOnce(page, save, (route) => route.fulfill({ status: 400, json: detail }));
    await checkout(page).click();
    await expect(message(page)).toHaveText('We cannot read that address.');
    await expectAccessible(page, { oneWidth: true });

    await interceptOnce(page, save, (route) => route.abort());
    await checkout(page).click();
    await expect(message(page)).toHaveText('Billing info failed to save.');

    await interceptOnce(page, pay, (route) => route.fulfill({ status: 502, json: {} }));
    await checkout(page).click();
    await expect(message(page)).toHaveText('Something went wrong while processing payment.');

    const wait = { detail: 'Too many attempts. Please wait 20 seconds.' };
    await interceptOnce(page, pay, (route) => route.fulfill({ status: 429, json: wait }));
    await checkout(page).click();
    await expect(message(page)).toHaveText(wait.detail);

    const refusal = { detail: 'You can order at most 10 of one colour at a time.' };
    await interceptOnce(page, pay, (route) => route.fulfill({ status: 409, json: refusal }));
    await checkout(page).click();
    await expect(message(page)).toHaveText(refusal.detail);
    await expect(page).toHaveURL(/\/billing\/?$/);
    const sydney = { ...filledForm, address: '1 George Street, Sydney NSW 2000', country: 'AU' };
    expect(await stored(page, 'billingFormData')).toBe(JSON.stringify(sydney));
    expect(await stored(page, 'billingInfoId')).toMatch(/^\d+$/);
  });

  await test.step('fields filled without an event are kept and read at CHECKOUT', async () => {
    // Like some password managers.
    const set = (values: Record<string, string>) =>
      page.evaluate((form) => {
        for (const [name, text] of Object.entries(form)) {
          const control = document.querySelector<HTMLInputElement>(`form [name="${name}"]`);
          if (control) control.value = text;
        }
      }, values);
    await set({ address: '5 Collins Street, Melbourne VIC 3000', email: 'grace@example.com' });
    // Any change that renders the form again.
    await field(page, 'Name').fill('Grace Hopper');
    await expect(address).toHaveValue('5 Collins Street, Melbourne VIC 3000');
    await set({ phone: '+44 20 7946 0001' });
    const saved = page.waitForRequest(save);
    await checkout(page).click();
    expect((await saved).postDataJSON()).toMatchObject({
      name: 'Grace Hopper',
      address: '5 Collins Street, Melbourne VIC 3000',
      email: 'grace@example.com',
      phone: '+44 20 7946 0001',
    });
    await expect(page).toHaveURL(/\/c\/pay\/cs_test_/);
  });
});

test('with figures and a script that cannot be fetched, the form shows the price, asks for a reload and is kept', async ({
  page,
  account,
  loggedErrors,
}) => {
  loggedErrors.push(/The tax could not be fetched/, /ApiError/, /checkout-code/);
  await comeAgain(page, { lines, customer: account, form: true });
  for (const lost of [/additionalPays/, '**/api/listing/destination/', '**/checkout-code*']) {
    await page.route(lost, (route) => route.abort());
  }
  await page.goto('/billing');

  await test.step('the tax stays 0, and the total is the price', async () => {
    const summary = page.getByRole('region', { name: 'Your order' });
    await expect(summary.getByRole('definition')).toHaveText(['£34.00', '1', '£34.00']);
    await expectAccessible(page, { oneWidth: true });
  });
  await test.step('delivery and duties are left to the payment page', async () => {
    await expect(page.getByText('Select a country, or see the payment page.')).toBeVisible();
    await expect(checkout(page)).toHaveAttribute('aria-disabled', 'false');
  });
  await test.step('CHECKOUT asks for a reload, which keeps the form', async () => {
    await page.getByLabel('Address').fill('12 New Street, Leeds');
    await checkout(page).click();
    await expect(page.getByRole('status').filter({ hasText: /reload/ })).toHaveText(
      'This page has not loaded completely. Please reload it.',
    );
    await page.unrouteAll();
    await page.reload();
    await expect(page.getByLabel('Address')).toHaveValue('12 New Street, Leeds');
    // Unanswered, so that the page stays.
    const call = '**/api/stripe/create-stripe-session/';
    await page.route(call, () => undefined);
    const asked = page.waitForRequest(call);
    await checkout(page).click();
    const { billing_info } = (await asked).postDataJSON();
    expect(String(billing_info)).toBe(await stored(page, 'billingInfoId'));
  });
});

test('a country where the shop does not sell is not offered, and the form explains it', async ({
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
  await expect(country(page)).toHaveValue('');
  await expect(country(page).getByRole('option', { name: 'Canada' })).toHaveCount(0);
  await expect(
    page.getByText('We do not sell to these countries at the moment: United Kingdom, Canada.'),
  ).toBeVisible();
  await expect(checkout(page)).toHaveAttribute('aria-disabled', 'true');
  await expectAccessible(page);
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
    await expectAccessible(page, { oneWidth: true });
    await test.step('the total for another country is not shown', async () => {
      await page.route('**/additionalPays/?country=FR', (route) =>
        route.fulfill({ json: { tax: 0 } }),
      );
      await country(page).selectOption('FR');
      await expect(amounts).toHaveText(['£99.00', '1', '£99.00']);
      await expect(said).toBeHidden();
      await country(page).selectOption('GB');
      await expect(amounts).toHaveText(['£99.00', '1', '£104.94']);
    });
    await checkout(page).click();
    await expect(page).toHaveURL(/cs_test_/);
    await expect(page.getByText('£104.94').first()).toBeVisible();
  } finally {
    await sql`update products set price_pence = ${price} where id = ${id}`;
  }
});

test('items sold out meanwhile lead back to the cart, which says so, and the empty cart cannot be paid for', async ({
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

  await page.goto('/billing');
  await checkout(page).click();
  await expect(page.getByRole('status').filter({ hasText: 'Your cart is empty.' })).toBeVisible();
  await expect(page).toHaveURL(/\/billing\/?$/);
});

/** Logs in when the page asks for it, and finds the form and cart unchanged. */
async function comeBackByLogin(page: Page, account: Account, address: string): Promise<void> {
  await expect(page).toHaveURL(/\/login\/?$/);
  await logIn(page, account);
  await expect(page).toHaveURL(/\/billing\/?$/);
  await expect(page.getByLabel('Address')).toHaveValue(address);
  const summary = page.getByRole('region', { name: 'Your order' });
  await expect(summary.getByRole('definition')).toHaveText(['£34.00', '1', '£36.04']);
  await expect(page.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible();
}

/** Two hours later, longer than a login lasts. */
const later = () => Date.now() + 2 * 3600 * 1000;

test('an ended login is requested again, before the form and at CHECKOUT, which keeps form and cart for the same shopper, not for another', async ({
  page,
  account,
}) => {
  await comeAgain(page, { lines, customer: account, form: true });
  const typed = '7 Albion Street, Leeds LS1 5ES';

  await test.step('a login that has expired since the last visit', async () => {
    await page.clock.setSystemTime(later());
    await page.context().clearCookies({ name: 'refresh' });
    await page.goto('/billing');
    await expect(page).toHaveURL(/\/login\/?$/);
    await page.clock.setSystemTime(Date.now());
    await comeBackByLogin(page, account, filledForm.address);
  });

  await test.step('a login that expires while the form is open', async () => {
    await expect(checkout(page)).toHaveAttribute('aria-disabled', 'false');
    await page.getByLabel('Address').fill(typed);
    await page.clock.setSystemTime(later());
    await page.context().clearCookies({ name: 'refresh' });
    let calls = 0;
    page.on('request', (request) => (calls += Number(request.url().includes('/api/stripe/'))));
    await checkout(page).click();
    await expect(page).toHaveURL(/\/login\/?$/);
    expect(calls, 'calls with a token that has expired').toBe(0);
    await page.clock.setSystemTime(Date.now());
    await comeBackByLogin(page, account, typed);
  });

  await test.step('a login that expires between form and payment', async () => {
    await interceptOnce(page, '**/api/stripe/create-stripe-session/', (route) =>
      route.fulfill({ status: 401, json: { detail: 'Log in.' } }),
    );
    await checkout(page).click();
    await comeBackByLogin(page, account, typed);
  });

  await test.step('a login that the server rejects, even if it looks valid, and another shopper, who gets an empty form', async () => {
    await setAccess(page, liveToken());
    await page.reload();
    const refused = page.waitForResponse('**/api/stripe/save-billing-info/');
    await checkout(page).click();
    expect((await refused).status()).toBe(401);
    await expect(page).toHaveURL(/\/login\/?$/);
    const other = { ...account, username: `${account.username}-2`, email: `2${account.email}` };
    await register(page, other);
    await logIn(page, other);
    await expect(page).toHaveURL(/\/billing\/?$/);
    await expect(field(page, 'Name')).toHaveValue('');
    await expect(page.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible();
  });
});
