import { codeOf, passTime } from '../support/authenticator-app.ts';
import { ageLogin } from '../support/staff.ts';
import { expectAccessible } from './accessibility.ts';
import { phoneScreen } from './phone-screen.ts';
import { expect, logIn, test } from './shop-test.ts';
import { comeAsStaff, endedLogin, logInAgain, pressLoggedOut, showPlace } from './studio-orders.ts';

test('an authenticator app is added on a phone, asked for at the login on a desk, and removed', async ({
  page,
  sql,
  account,
}) => {
  const manager = await comeAsStaff(page, sql, account, 'manager');
  await page.setViewportSize(phoneScreen);
  await page.goto('/studio');
  await page.getByRole('link', { name: 'Morag' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Security');
  const main = page.getByRole('main');
  await main.getByRole('button', { name: 'Add an authenticator app' }).click();
  const picture = main.getByRole('img', { name: 'QR code' });
  await expect(picture).toBeVisible();
  expect(await picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(100);
  const key = (await main.locator('code').textContent()) ?? '';
  const code = main.getByLabel('Code', { exact: true });
  await expect(code).toBeFocused();
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code');
  await expectAccessible(page, { oneWidth: true });

  await code.fill(codeOf(key, -10));
  await code.press('Enter');
  await expect(main.getByText('This code is wrong or too old.')).toBeVisible();
  await expect(code).toBeFocused();
  await expect(code).toHaveValue('');
  // With blanks, as some apps copy it.
  const shown = codeOf(key);
  await code.fill(`${shown.slice(0, 3)} ${shown.slice(3)}`);
  await expect(code).toHaveValue(shown);
  await main.getByRole('button', { name: 'Add this app' }).dblclick();
  await expect(main.getByText('App added.')).toBeVisible();
  await expect(main.getByText('Added on')).toBeVisible();

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Log Out' }).click();
  await logIn(page, account);
  const asked = page.getByLabel('Code from your authenticator app');
  await expect(asked).toBeFocused();
  await expectAccessible(page);
  await asked.fill(shown);
  await asked.press('Enter');
  await expect(page.getByText('This code has been used. Wait for the next one.')).toBeVisible();
  await asked.fill(codeOf(key, 1));
  await asked.press('Enter');
  await expect(page.getByRole('heading', { name: 'To send' })).toBeVisible();

  // A login that ends during work is also asked for again.
  await passTime({ sql }, manager);
  await pressLoggedOut(sql, manager, page.getByRole('link', { name: 'All orders' }));
  await endedLogin(page).getByLabel('Code from your authenticator app').fill(codeOf(key));
  await logInAgain(page, account);
  await expect(endedLogin(page)).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'All orders' })).toBeVisible();

  // An old login requires the password and the code.
  await passTime({ sql }, manager);
  await ageLogin({ sql }, manager);
  await showPlace(page, '/studio?security');
  await main.getByRole('button', { name: 'Remove the app…' }).click();
  await asked.fill(codeOf(key));
  await asked.press('Enter');
  const again = page.getByRole('dialog', { name: 'Confirm your login' });
  await again.getByLabel('Your password').fill(account.password);
  await again.getByLabel('Code from your authenticator app').fill(codeOf(key, 1));
  await expectAccessible(page, { oneWidth: true });
  await again.getByRole('button', { name: 'Confirm' }).click();
  await expect(main.getByText('App removed.')).toBeVisible();
  await expect(main.getByRole('button', { name: 'Add an authenticator app' })).toBeVisible();
});
