import { expectAccessible } from './accessibility.ts';
import { comeAgain } from './browser-state.ts';
import { expect, fillBillingAndCheckOut, logIn, payWith, test } from './shop-test.ts';

const places = [
  'footer',
  'sign-up form',
  'account page',
  'billing page',
  'thank-you page',
] as const;

test('a shopper joins the mailing list in five places, each with one row and one e-mail that asks for consent @layout', async ({
  page,
  sql,
  account,
}) => {
  const address = (place: (typeof places)[number]) =>
    place === 'sign-up form' ? account.email : `${place.replace(' ', '-')}-${account.email}`;
  const subscribed = 'Subscribed successfully!';
  const box = page.getByRole('checkbox', { name: /^Send me news and offers/ });

  await comeAgain(page, { lines: [{ product: 15, colour: 'Honey' }] });
  await page.goto('/Faqs');
  const footer = page.getByRole('contentinfo');
  const field = footer.getByLabel('Join the list');
  await footer.getByRole('button', { name: 'Join' }).click();
  await expect(field, 'the browser asks for an address').toBeFocused();
  await expect(page).toHaveURL(/\/Faqs$/);
  await page.waitForLoadState('networkidle');
  await field.fill(address('footer'));
  await page.keyboard.press('Enter');
  await expect(footer.getByText(subscribed)).toBeVisible();
  await expect(footer.getByText('Check your inbox to confirm.')).toBeVisible();
  await expectAccessible(page, { oneWidth: true });

  await page.goto('/login');
  await page.getByRole('button', { name: 'Sign Up' }).first().click();
  await page.getByLabel('Username').last().fill(account.username);
  await page.getByLabel('Email', { exact: true }).fill(account.email);
  await page.getByLabel('Password', { exact: true }).last().fill(account.password);
  await expect(box).not.toBeChecked();
  await box.check();
  await page.getByRole('button', { name: 'Sign Up' }).last().click();
  await expect(page.getByText('Registration successful!')).toBeVisible();
  await logIn(page, account);

  await page.goto('/account');
  await page.getByRole('textbox', { name: 'Your e-mail address' }).fill(address('account page'));
  await page.getByRole('button', { name: 'Join the list' }).click();
  await expect(page.getByText(subscribed)).toBeVisible();

  await page.goto('/billing');
  await expect(box).not.toBeChecked();
  await box.check();
  await fillBillingAndCheckOut(page, 'United Kingdom', address('billing page'));
  await payWith(page, '4242 4242 4242 4242');

  await page.getByRole('button', { name: 'Get our news by e-mail' }).click();
  await page.getByRole('textbox', { name: 'Your e-mail address' }).fill(address('thank-you page'));
  await page.getByRole('button', { name: 'Join the list' }).click();
  await expect(page.getByText(subscribed)).toBeVisible();
  await expectAccessible(page, { oneWidth: true });

  const joined = () => sql`
    select s.asked_from as place, s.email, count(m.id)::int as mails
    from subscriptions s left join mail_outbox m on m.subscription_id = s.id
    where s.email like ${`%${account.email}`} group by s.id order by s.asked_from`;
  await expect
    .poll(joined)
    .toEqual(
      expect.arrayContaining(places.map((place) => ({ place, email: address(place), mails: 1 }))),
    );
  expect(await joined()).toHaveLength(places.length);
});
