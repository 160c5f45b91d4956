import type { Locator, Page } from 'playwright/test';
import { expect, test } from './shop-test.ts';

const mostStops = 60;

/** Presses Tab until an element has the focus. */
async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await expect(wanted).toBeEnabled();
  for (let stops = 0; stops < mostStops; stops += 1) {
    await page.keyboard.press('Tab');
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`Tab does not reach ${wanted}`);
}

async function tabToAndType(page: Page, wanted: Locator, text: string): Promise<void> {
  await tabTo(page, wanted);
  await page.keyboard.type(text);
}

async function tabToAndPress(page: Page, wanted: Locator): Promise<void> {
  await tabTo(page, wanted);
  await page.keyboard.press('Enter');
}

const journey = {
  type: 'journey',
  description:
    'With the keyboard alone: from the home page to a product, registration, payment and its confirmation',
};

test(
  'the whole purchase can be made with the keyboard alone @accessibility',
  { annotation: journey },
  async ({ page, account }) => {
    test.slow();
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const field = (name: string | RegExp) => page.getByLabel(name).and(page.locator(':enabled'));

    await page.goto('/');
    await tabTo(page, page.getByRole('link', { name: 'Skip to content' }));
    await tabToAndPress(page, page.getByRole('link', { name: 'Shop Now' }));
    await expect(page.getByRole('heading', { level: 1, name: 'All Products' })).toBeVisible();
    await tabToAndPress(page, page.getByRole('link', { name: /Headline Trucker/ }).first());

    const colours = page.getByRole('group', { name: /^Colour/ }).getByRole('radio');
    await tabTo(page, colours.and(page.locator(':checked')));
    await page.keyboard.press('ArrowRight');
    await expect(page).toHaveURL(/colour=\d+/);
    await tabToAndPress(page, button('Add To Cart'));

    await expect(page).toHaveURL(/\/cart\/?$/);
    await tabTo(page, page.getByLabel(/^Quantity/));
    await page.keyboard.press('ArrowDown');
    await expect(page.getByLabel(/^Quantity/)).toHaveValue('2');
    await tabToAndPress(page, button('CHECKOUT'));

    await expect(page).toHaveURL(/\/login\/?$/);
    const aside = page.getByRole('complementary', { name: 'Welcome' });
    await tabToAndPress(page, aside.getByRole('button', { name: 'Sign Up' }));
    await tabToAndType(page, page.locator('#sign-up-username'), account.username);
    await tabToAndType(page, page.locator('#sign-up-email'), account.email);
    await tabToAndType(page, page.locator('#sign-up-password'), account.password);
    await page.keyboard.press('Enter');
    await expect(page.getByText('Registration successful!')).toBeVisible();
    await tabToAndType(page, page.locator('#sign-in-password'), account.password);
    await page.keyboard.press('Enter');

    await expect(page).toHaveURL(/\/billing\/?$/);
    await tabToAndType(page, field(/^Name$/), 'Ada Lovelace');
    await tabToAndType(page, field('Address'), '12 St James Square, London');
    await tabToAndType(page, field(/^Email$/), 'ada@example.com');
    await tabToAndType(page, field('Phone Number'), '020 7946 0000');
    await tabToAndType(page, field('Shipping Country'), 'United King');
    await tabToAndPress(page, button('CHECKOUT'));

    await expect(page).toHaveURL(/\/c\/pay\/cs_test_/);
    await tabToAndType(page, field('Card number'), '4242 4242 4242 4242');
    await tabToAndType(page, field(/Expiry/), '12/34');
    await tabToAndType(page, field(/CVC|Security code/), '123');
    await tabToAndType(page, field('Name on card'), 'Ada Lovelace');
    await tabToAndPress(page, page.getByRole('button', { name: /^Pay/ }));

    await expect(page.getByRole('heading', { name: 'Thank You for Shopping!' })).toBeVisible();
    await tabToAndPress(page, page.getByRole('link', { name: 'Continue Shopping' }));
    await expect(page.getByRole('heading', { name: 'New Arrivals' })).toBeVisible();
  },
);
