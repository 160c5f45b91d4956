import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { expectAccessible } from './accessibility.ts';
import { expect, test } from './shop-test.ts';
import { showPlace, workAs } from './studio-orders.ts';

// The tests add a script to every document; the preview's sandbox blocks it like any other.
const previewBlocks = /Blocked script execution in '[^']*mailing-preview/;

test('a marketer writes a mailing, previews it, and sends it to the number of people shown', async ({
  page,
  sql,
  loggedErrors,
}) => {
  loggedErrors.push(previewBlocks);
  await workAs(page, sql, 'marketer');
  const [ada, bob] = [`ada-${randomUUID()}@example.com`, `bob-${randomUUID()}@example.com`];
  await sql`
    insert into subscriptions (email, confirmed_at, confirmed_text)
    select email, now(), 'Press the button' from unnest(${[ada, bob]}::text[]) email`;
  await page.goto('/studio?mailing');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mailings');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Write a mailing' }).click();
  await page.getByLabel('Subject').fill('The drop is open');
  // Errors are shown beside their fields, and the first one gets the focus.
  const heading = page.getByLabel('Heading', { exact: true });
  await page.getByRole('button', { name: 'Send me a test' }).click();
  await expect(heading).toBeFocused();
  await expect(heading).toHaveAccessibleDescription(/^This field is required\./);
  await expect(page.getByText('Not ready to send. See Heading, Text.')).toBeVisible();
  await heading.fill('Here they are.');
  await page.getByRole('button', { name: /^Send to/ }).click();
  const text = page.getByLabel('Text', { exact: true });
  await expect(text).toBeFocused();
  await text.fill('Be **quick**.\n\n<script>alert(1)</script>');
  await expect(text).toHaveAccessibleDescription(/^Line 3: HTML like “<script>/);
  const preview = page.frameLocator('iframe[aria-hidden="false"]');
  await expect(preview.getByText('quick')).toBeVisible();
  await expect(preview.getByText('alert(1)')).toBeHidden();
  await text.fill('Be **quick**.');
  await expect(page.getByText('All changes saved.')).toBeVisible();

  // Text left unsaved by a lost network and a closed tab is restored, and is not taken for another person's
  // change.
  await page.route('**/api/staff/mailings/save', (route) => route.abort());
  await page.getByLabel('Preview line').fill('Forty hats');
  await expect(page.getByText('Not saved: Network error')).toBeVisible();
  await page.unroute('**/api/staff/mailings/save');
  page.once('dialog', (asked) => void asked.accept());
  await page.reload();
  await expect(page.getByLabel('Preview line')).toHaveValue('Forty hats');
  await expect(page.getByText('All changes saved.')).toBeVisible();

  const search = page.getByRole('searchbox', { name: 'Search for products' });
  const found = page.getByRole('list', { name: 'Found products' });
  // By name: another test's product might open later.
  const first = found.getByRole('button', { name: 'Dockside Fisherman Beanie' });
  const second = found.getByRole('button', { name: 'Outlaw Cable Beanie' });
  await search.fill('beanie');
  await first.click();
  await search.fill('beanie');
  await expect(second).toBeVisible();
  await expect(first, 'already chosen').toHaveCount(0);
  await second.click();
  const chosen = page.getByRole('list', { name: 'Chosen products' }).getByRole('listitem');
  await expect(chosen).toHaveCount(2);
  await expect(search).toBeFocused();
  const last = await chosen.last().getByRole('paragraph').first().innerText();
  await page.getByRole('button', { name: `Earlier: ${last}` }).click();
  await expect(chosen.first()).toContainText(last);
  await expect(preview.getByText(last)).toBeVisible();
  const jpeg = await sharp({
    create: { width: 1600, height: 900, channels: 3, background: '#A53' },
  })
    .jpeg()
    .toBuffer();
  const picture = { name: 'top.jpg', mimeType: 'image/jpeg', buffer: jpeg };
  await page.getByLabel('New picture: of the e-mail').setInputFiles(picture);
  await page.getByLabel('Alt text').fill('A red wall');
  await expect(preview.getByRole('img', { name: 'A red wall' })).toBeVisible();
  await page.getByRole('button', { name: 'Desk' }).click();
  await expect(preview.getByText('quick')).toBeVisible();
  await expectAccessible(page, { frames: 1 });

  // A second tab opened earlier detects the conflict and asks which value to keep.
  const id = new URL(page.url()).searchParams.get('id') ?? '';
  await sql`
    update mailings set version = version + 1, content = jsonb_set(content, '{heading}', '"Theirs"')
    where id = ${id}`;
  await page.getByLabel('Heading', { exact: true }).fill('Mine');
  await expect(page.getByRole('region', { name: 'Two versions' })).toContainText('Theirs');
  await page.getByRole('button', { name: 'Use the chosen values' }).click();
  await expect(page.getByText('All changes saved.')).toBeVisible();
  const [kept] = await sql`select content ->> 'heading' as heading from mailings where id = ${id}`;
  expect(kept).toEqual({ heading: 'Mine' });

  const both = page.getByRole('link', { name: 'Open in a tab' });
  const [shown] = await Promise.all([page.waitForEvent('popup'), both.click()]);
  await expect(shown.frameLocator('iframe').first().getByText('quick')).toBeVisible();
  await shown.close();

  await page.getByLabel('When its products open').check();
  await page.getByRole('button', { name: /^Schedule to \d+ (person|people)$/ }).click();
  await page.getByRole('button', { name: /^Schedule it to/ }).click();
  await expect(page.getByText('All products of this mailing are on sale already')).toBeVisible();
  await page.getByLabel(/At a time in London/).check();
  await page.getByLabel('Day').fill('2027-03-28');
  await page.getByLabel('Time', { exact: true }).fill('01:30');
  await expect(page.getByText('There is no 01:30 on that day')).toBeVisible();
  await page.getByLabel('Time', { exact: true }).fill('18:00');
  await expect(page.getByText('Sunday 28 March 2027 at 18:00 BST', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: /^Schedule to \d+ (person|people)$/ }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(/Schedule to \d+ (person|people)\?/);
  await expectAccessible(page, { frames: 1, oneWidth: true });
  await dialog.getByRole('button', { name: /^Schedule it to/ }).dblclick();
  await expect(page.getByText('Goes out on Sunday 28 March 2027')).toBeVisible();
  await page.getByRole('button', { name: 'Back to draft' }).click();
  await expect(page.getByLabel('Subject')).toHaveValue('The drop is open');

  await page.getByRole('link', { name: 'Subscribers' }).click();
  await page.getByLabel('Search by address').fill(bob.slice(0, 20));
  await expect(page.getByRole('button', { name: `Remove ${ada}` })).toHaveCount(0);
  page.once('dialog', (asked) => void asked.accept());
  await page.getByRole('button', { name: `Remove ${bob}` }).click();
  await expect(page.getByText(`${bob} was removed from the list.`)).toBeVisible();
  await expectAccessible(page);
});

test('a marketer chooses the recipients of a mailing by what they bought, turns reminders of carts that were left on and off, and offers new subscribers a discount code, which is one line among the discounts', async ({
  page,
  sql,
  loggedErrors,
}) => {
  loggedErrors.push(previewBlocks);
  await workAs(page, sql, 'marketer');
  await sql`
    insert into subscriptions (email, confirmed_at, confirmed_text)
    values (${`ada-${randomUUID()}@example.com`}, now(), 'Press the button')`;
  await page.goto(`/studio?mailing=write&id=${randomUUID()}`);
  await page.getByLabel('Subject').fill('For you');
  const recipients = page.getByRole('combobox', { name: 'Recipients' });
  await expect(recipients).toHaveValue('');
  await recipients.selectOption('Those who have bought');
  await page.getByRole('combobox', { name: 'Sent to' }).selectOption('Iceland');
  await page.getByRole('combobox', { name: 'From' }).selectOption('Beanies');
  await expect(page.getByText('All changes saved.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send to 0 people' })).toBeDisabled();
  await expect(page.getByText('Nobody is among the recipients yet.')).toBeVisible();
  await expectAccessible(page, { frames: 1, oneWidth: true });
  await page.reload();
  await expect(page.getByRole('combobox', { name: 'Sent to' })).toHaveValue('IS');
  await recipients.selectOption('Everybody on the list');
  await expect(page.getByRole('combobox', { name: 'Sent to' })).toBeHidden();
  await expect(page.getByRole('button', { name: /^Send to [\d,]+ / })).toBeVisible();

  await test.step('reminders of carts that were left', async () => {
    await sql`delete from cart_reminders`;
    await showPlace(page, '/studio?mailing=carts');
    const choice = page.getByRole('combobox', { name: 'Send a reminder' });
    await expect(choice).toHaveValue('');
    await choice.selectOption('After 4 hours');
    await expect(page.getByText('Reminders go out after 4 hours.')).toBeVisible();
    await page.reload();
    await expect(choice).toHaveValue('4');
    await expect(page.getByText(/^On since .*, by Percy/)).toBeVisible();
    await expectAccessible(page);
    await choice.selectOption('Never');
    await expect(page.getByText('No more reminders are sent.')).toBeVisible();
  });
  await test.step('a discount code for new subscribers', async () => {
    await sql`delete from welcome_offer`;
    await showPlace(page, '/studio?mailing=welcome');
    await page.getByRole('combobox', { name: 'It gives' }).selectOption('Amount off');
    await page.getByLabel('Days valid').fill('0');
    await page.getByRole('button', { name: 'Turn on' }).click();
    await expect(page.getByLabel(/^Amount in pounds/)).toHaveAccessibleDescription(
      'Enter an amount.',
    );
    await expect(page.getByLabel('Days valid')).toHaveAccessibleDescription(/From 1 to 365\./);
    await page.getByLabel(/^Amount in pounds/).fill('7.31');
    await page.getByLabel('Days valid').fill('20');
    await page.getByRole('button', { name: 'Turn on' }).dblclick();
    await expect(page.getByText('Saved. New subscribers get this code.')).toBeVisible();
    await expectAccessible(page);
    await page.reload();
    await expect(page.getByText(/^On since .*, by Percy/)).toBeVisible();
    await expect(page.getByLabel('Days valid')).toHaveValue('20');
    await page.getByRole('button', { name: 'Turn off' }).click();
    await expect(page.getByText('New subscribers get no code.')).toBeVisible();
    await page.getByRole('link', { name: 'Discounts' }).click();
    const made = page.getByRole('listitem').filter({ hasText: '£7.31 off' });
    await expect(made).toHaveCount(1);
    await expect(made).toContainText('Welcome code');
    await expect(made).toContainText('Each code for 20 days.');
  });
});
