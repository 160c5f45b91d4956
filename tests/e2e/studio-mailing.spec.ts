import { randomUUID } from 'node:crypto';
import { expectAccessible } from './accessibility.ts';
import { expect, test } from './shop-test.ts';
import { comeAsStaff } from './studio-orders.ts';

test('@layout a marketer writes a mailing, looks at it, and has it sent to the number of people that was named', async ({
  page,
  sql,
  account,
}) => {
  await comeAsStaff(page, sql, account, 'marketer');
  const [ada, bob] = [`ada-${randomUUID()}@example.com`, `bob-${randomUUID()}@example.com`];
  await sql`
    insert into subscriptions (email, confirmed_at, confirmed_text)
    select email, now(), 'Press the button' from unnest(${[ada, bob]}::text[]) email`;
  await page.goto('/studio?mailing');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mailings');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Write a mailing' }).click();
  await page.getByLabel('Subject').fill('The drop is open');
  await page.getByRole('button', { name: /^Send to/ }).click();
  await page.getByRole('button', { name: /^Send it to/ }).click();
  await expect(page.getByRole('alert')).toContainText('heading: This field is required.');
  await page.getByLabel('Heading', { exact: true }).fill('Here they are.');
  await page.getByLabel('Text', { exact: true }).fill('Be **quick**.');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await expectAccessible(page);

  const preview = page.getByRole('link', { name: 'Preview what is saved' });
  const [shown] = await Promise.all([page.waitForEvent('popup'), preview.click()]);
  await expect(shown.frameLocator('iframe').first().getByText('quick')).toBeVisible();
  await shown.close();

  await page.getByLabel('When its products open').check();
  await page.getByRole('button', { name: /^Schedule to \d+ people$/ }).click();
  await page.getByRole('button', { name: /^Schedule it to/ }).click();
  await expect(page.getByRole('alert')).toContainText('Its products are all on sale already');
  await page.getByLabel(/At a time in London/).check();
  await page.getByLabel('Day').fill('2027-03-28');
  await page.getByLabel('Time', { exact: true }).fill('01:30');
  await expect(page.getByText('There is no 01:30 on that day')).toBeVisible();
  await page.getByLabel('Time', { exact: true }).fill('18:00');
  await expect(page.getByText('Sunday 28 March 2027 at 18:00 BST', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: /^Schedule to \d+ people$/ }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(/Send to \d+ people\?/);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: /^Schedule it to/ }).dblclick();
  await expect(page.getByText('Goes out on Sunday 28 March 2027')).toBeVisible();
  await page.getByRole('button', { name: 'Back to draft' }).click();
  await expect(page.getByLabel('Subject')).toHaveValue('The drop is open');

  await page.getByRole('link', { name: 'Subscribers' }).click();
  await page.getByLabel('Search by address').fill(bob.slice(0, 20));
  await expect(page.getByRole('button', { name: `Remove ${ada}` })).toHaveCount(0);
  page.once('dialog', (asked) => void asked.accept());
  await page.getByRole('button', { name: `Remove ${bob}` }).click();
  await expect(page.getByText(`${bob} is off the list.`)).toBeVisible();
  await expectAccessible(page);
});
