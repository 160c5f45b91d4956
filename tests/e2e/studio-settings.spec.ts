import { readFile } from 'node:fs/promises';
import { shiftsOf, watchShifts } from '../support/layout-shifts.ts';
import { shopDatabase } from '../support/shop-database.ts';
import { expectAccessible } from './accessibility.ts';
import { mailTo } from './mailbox.ts';
import { phoneScreen } from './phone-screen.ts';
import { expect, interceptOnce, test } from './shop-test.ts';
import { showPlace, workAs } from './studio-orders.ts';

// Saves only settings that do not change prices, because other tests share the shop.
test('a manager sees how the shop is, sets the tax of a zone, previews prices, and the change is recorded; invites a colleague, who joins by the link, and ends their access', async ({
  page,
  sql,
  browser,
  baseURL,
}) => {
  await workAs(page, sql, 'manager');
  // The navigation marks the current page, on phones as well.
  const desk = page.viewportSize() ?? phoneScreen;
  await page.setViewportSize(phoneScreen);
  // Other tests share the server, and leave things that are overdue.
  const well = { status: 'ok', checked_at: new Date().toISOString(), troubles: [] };
  await interceptOnce(page, '**/api/staff/health', (route) => route.fulfill({ json: well }));
  await page.goto('/studio?settings');
  const areas = page.getByRole('navigation', { name: 'Areas' });
  await expect(areas.getByRole('link', { name: 'Settings' })).toBeInViewport({ ratio: 0.9 });
  await page.setViewportSize(desk);
  const rate = page.getByLabel('Tax rate in per cent');
  await expect(rate).toHaveValue('6');
  await expect(page.getByText(/^The shop is well\. Checked \d/)).toBeVisible();
  await expectAccessible(page);
  const world = page.getByLabel('Rest of the world, if different');
  await expect(page.getByText('£45.00 (£47.70 with tax)')).toBeVisible();
  await page.getByRole('radio', { name: /^Include tax/ }).check();
  await expect(page.getByText('with tax')).toBeHidden();
  await page.getByRole('radio', { name: /^Exclude tax/ }).check();
  await world.fill('6,0,0');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(
    page.getByText('Enter a number from 0 to 100 with up to two decimals.'),
  ).toBeVisible();
  await expectAccessible(page, { oneWidth: true });

  await expect(page.getByLabel('United States')).toHaveValue('we_pay');
  await expect(page.getByLabel('France')).toHaveValue('you_pay');
  await page.getByLabel('Pence for a euro, in estimates').fill('8.7');
  await page.keyboard.press('Tab');
  await expect(page.getByText('Enter whole pence from 50 to 150.')).toBeVisible();
  await page.getByLabel('Pence for a euro, in estimates').fill('87');

  await world.fill('6');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Saved.' })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Morag' })).toContainText(
    /6% added to prices, Rest of the world 6%; £0\.87 to the euro; duties: United States we pay; fees: .* \(before: 6% added to prices; /,
  );
  await expectAccessible(page, { oneWidth: true });

  await page.getByRole('link', { name: 'Delivery' }).click();
  const europe = page.getByRole('region', { name: 'Europe' });
  await europe.getByRole('button', { name: 'Add an option' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(
    europe.getByText('Enter pounds and pence from 0 to 1000, such as 14.95.'),
  ).toBeVisible();
  await expectAccessible(page);
  await europe.getByRole('button', { name: 'Remove new option' }).click();

  await page.getByRole('link', { name: 'Packing' }).click();
  await page.getByLabel('Paper and card, in grams').fill('120');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved. It applies to the next labels.')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Morag' })).toContainText(
    /: 120 g paper, 0 g plastic; labels from Shippo; UK up to 2000 g TOLP48 Small parcel; .*\(before: 0 g paper/,
  );
  await expectAccessible(page);
  await test.step('somebody else changes them meanwhile: what is typed stays, and is not saved', async () => {
    const paper = page.getByLabel('Paper and card, in grams');
    await paper.fill('130');
    await sql`update packaging_weights set paper_grams = 140`;
    const notice = page.getByText('has changed these settings meanwhile.');
    await expect(async () => {
      // As after a look at another tab.
      await page.evaluate(() =>
        document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
      );
      await expect(notice).toBeVisible({ timeout: 500 });
    }).toPass();
    await expect(paper).toHaveValue('130');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('alert')).toContainText('The settings have changed');
    await page.getByRole('button', { name: 'Show the current ones' }).click();
    await expect(paper).toHaveValue('140');
    await expect(notice).toBeHidden();
  });
  await page.getByRole('link', { name: 'Company' }).click();
  await expect(page.getByText('hello@minicia.example')).toBeVisible();
  await expectAccessible(page);

  await test.step('the page lists the problems of an unhealthy shop', async () => {
    try {
      await sql`update jobs set ok_at = now() - interval '1 day' where name = 'refund-sweep'`;
      const answer = Promise.withResolvers<void>();
      await interceptOnce(page, '**/api/staff/health', async (route) => {
        await answer.promise;
        await route.continue();
      });
      await watchShifts(page);
      await page.goto('/studio?settings');
      const heading = page.getByRole('heading', { name: 'Tax and duties' });
      await expect(heading).toBeVisible();
      const before = await heading.boundingBox();
      const shifted = await shiftsOf(page);
      answer.resolve();
      const troubles = page.getByRole('region', { name: 'The shop needs attention' });
      await expect(troubles, 'beside the page, which does not move').toBeInViewport();
      expect(await heading.boundingBox()).toEqual(before);
      expect(await shiftsOf(page)).toEqual(shifted);
      await expect(troubles.getByRole('listitem').filter({ hasText: 'refund-sweep' })).toHaveText(
        /^The job refund-sweep does not complete\. Since \d+ \w+, \d\d:\d\d$/,
      );
      await expectAccessible(page);
    } finally {
      await sql`update jobs set ok_at = 'infinity'`;
    }
  });

  await test.step('a colleague is invited, joins by the link, and loses access', async () => {
    await showPlace(page, '/studio?settings=staff');
    const email = `eve-${Date.now()}@example.com`;
    await page.getByRole('button', { name: 'Invite' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Their e-mail address').fill(email);
    await dialog.getByLabel('Role').selectOption('marketer');
    await expectAccessible(page, { oneWidth: true });
    await dialog.getByRole('button', { name: 'E-mail the invitation' }).dblclick();
    const invited = page.getByRole('listitem').filter({ hasText: email });
    await expect(invited).toContainText('marketer');

    await sql`
      insert into suppressions (address_hash, reason) values (address_hash(${email}), 'bounced')`;
    await page.reload();
    await expect(invited).toContainText('The e-mail did not arrive.');
    await sql`delete from suppressions where address_hash = address_hash(${email})`;

    const { html } = await mailTo(email, 'Your access to Minicia’s studio');
    const link = /href="https?:\/\/[^/"]+(\/studio#invitation=[^"]+)"/.exec(html)?.[1] ?? '';
    const context = await browser.newContext({
      ...(baseURL && { baseURL }),
      viewport: phoneScreen,
    });
    const theirs = await context.newPage();
    await theirs.goto(link);
    await expect(
      theirs.getByRole('heading', { name: 'Join the studio as a marketer' }),
    ).toBeVisible();
    await expectAccessible(theirs, { oneWidth: true });
    await theirs.getByLabel('Username').fill(email);
    await theirs.getByLabel('Password').fill('12345678');
    await theirs.getByRole('button', { name: 'Join' }).click();
    await expect(theirs.getByRole('alert')).toContainText('Choose a less common password.');
    await theirs.getByLabel('Password').fill('a stapler this time');
    await theirs.getByRole('button', { name: 'Join' }).click();
    await expect(theirs.getByRole('heading', { level: 1 })).toHaveText('Overview');
    await theirs.goto(link);
    await expect(theirs.getByText('This invitation has been used')).toBeVisible();
    await context.close();

    await page.reload();
    await page.getByRole('button', { name: `End access of ${email}` }).click();
    await dialog.getByRole('button', { name: 'End access' }).click();
    await expect(page.getByText(`${email} no longer has access to the studio.`)).toBeVisible();
    await page.getByRole('link', { name: 'activity log' }).click();
    const ended = page.getByRole('listitem').filter({ hasText: 'Access ended' });
    await expect(ended.first()).toContainText(`${email}, marketer`);
  });
});

test('a manager reads the figures of a week, opens the list behind one, and saves them', async ({
  page,
  sql,
}) => {
  const manager = await workAs(page, sql, 'manager');
  const shop = shopDatabase({ sql, url: '', drop: async () => undefined });
  const sku = await shop.newSku(5);
  await sql`update products set created_at = '2020-01-01' where id = ${sku.product_id}`;
  await shop.saveBilling(manager);
  const { checkout_id } = await shop.open(manager, [{ sku, quantity: 2 }]);
  const { order_id } = await shop.complete(checkout_id);
  // A week to itself, in summer time and long before the other tests' orders.
  const placed = '2021-06-13T22:30:00Z';
  await sql`update payments set created_at = ${placed} where checkout_id = ${checkout_id}`;
  await sql`update orders set created_at = ${placed} where checkout_id = ${checkout_id}`;
  await sql`update products set archived_at = now() where id = ${sku.product_id}`;

  await page.goto('/studio?figures&period=week&day=2021-06-08');
  await expect(page.getByText('7–13 Jun 2021')).toHaveCount(2);
  await expect(page.getByRole('link', { name: '1: orders placed' })).toBeVisible();
  await expect(page.getByText('£49.00 and £2.94 VAT')).toBeVisible();
  const best = page.getByRole('table', { name: 'Best sellers' });
  await expect(best.getByRole('row', { name: /^A hat 2 £49\.00/ })).toBeVisible();
  const chart = page.locator('.figures-chart');
  await expect(chart).toHaveText('£0£20£40MonTueWedThuFriSatSun');
  await page.getByText('Numbers of the chart').click();
  await expect(page.getByRole('row', { name: 'Sun £51.94 £0.00' })).toBeVisible();
  await page.getByText('How these figures are counted').click();
  await expectAccessible(page);
  const desk = page.viewportSize() ?? phoneScreen;
  await page.setViewportSize(phoneScreen);
  const width = () => page.evaluate(() => document.documentElement.scrollWidth);
  await expect.poll(width).toBeLessThanOrEqual(phoneScreen.width);
  await page.setViewportSize(desk);

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as CSV' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('figures-2021-06-07-to-2021-06-13.csv');
  expect(await readFile(await file.path(), 'utf8')).toContain(
    'Revenue (£),,2021-06-07,2021-06-13,51.94,2021-05-31,2021-06-06,0',
  );

  const later = page.getByRole('link', { name: 'Later' });
  await later.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('14–20 Jun 2021')).toHaveCount(2);
  await page.goBack();
  await page.getByRole('link', { name: '2: orders placed' }).click();
  await expect(page.getByText('1 order found')).toBeVisible();
  await expect(page.getByRole('link', { name: String(order_id) })).toBeVisible();

  await showPlace(page, '/studio?figures=quarters');
  const name = 'Q2 2021 (Apr–Jun)';
  const sums = page.getByRole('row', { name: 'United Kingdom, 6% £49.00 £2.94 £51.94' });
  await expect(sums).toBeVisible();
  await page.getByRole('button', { name: `File ${name}` }).click();
  await expectAccessible(page, { oneWidth: true });
  await page.getByRole('button', { name: 'File for good' }).click();
  await expect(page.getByText(`${name} is filed.`)).toBeVisible();
  await page.setViewportSize(phoneScreen);
  await page.getByText(/^filed on/).click();
  await expect(sums).toBeVisible();
  await expect.poll(width).toBeLessThanOrEqual(phoneScreen.width);
  await expectAccessible(page, { oneWidth: true });
  const save = async () => {
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('group').getByRole('button', { name: 'VAT (CSV)' }).click(),
    ]);
    return readFile(await saved.path(), 'utf8');
  };
  const filed = await save();
  expect(filed).toContain('GBP,United Kingdom,6,1,0,49,2.94,51.94');
  await shop.refund(checkout_id, `re_${checkout_id}`, { pence: 100 });
  await sql`update refunds set created_at = ${placed} where stripe_refund_id = ${`re_${checkout_id}`}`;
  expect(await save()).toBe(filed);

  await sql`
    insert into stripe_payouts (
      stripe_payout_id, amount_pence, currency, status, is_live, is_listed, created_at, arrives_on, read_at)
    values ('po_e2e', 5096, 'gbp', 'paid', false, true, now(), '2021-06-17', now())`;
  await sql`
    insert into stripe_entries (
      stripe_entry_id, stripe_payout_id, type, amount_pence, fee_pence, currency, created_at, source,
      stripe_payment_intent_id)
    select 'txn_e2e', 'po_e2e', 'charge', 5195, 99, 'gbp', now(), 'ch_e2e', stripe_payment_intent_id
    from payments where checkout_id = ${checkout_id}`;
  await sql`
    insert into stripe_payouts (
      stripe_payout_id, amount_pence, currency, status, is_live, created_at, arrives_on, read_at, reconciled_at)
    values ('po_by_hand', 2000, 'gbp', 'paid', false, now(), '2021-06-18', now(), now())`;
  await sql`
    insert into stripe_entries (stripe_entry_id, type, amount_pence, fee_pence, currency, created_at, source)
    values ('txn_by_hand', 'payout', -2000, 0, 'gbp', now() + interval '1 second', 'po_by_hand')`;
  await showPlace(page, '/studio?figures=payouts');
  const payout = page.getByRole('listitem', { name: '£50.96 17 Jun 2021' });
  await expect(payout).toContainText('Does not agree');
  await expect(payout).toContainText('Sales£51.95');
  await expect(payout).toContainText('Fees-£0.99');
  await expect(payout).toContainText('Sale of £51.95, £51.94 in the shop:');
  const byHand = page.getByRole('listitem', { name: '£20.00 18 Jun 2021' });
  await expect(byHand).toContainText('Made by hand: reconciled');
  await expect(byHand).toContainText('Balance before£50.96');
  await expect(byHand).toContainText('Balance left£30.96');
  await expect.poll(width).toBeLessThanOrEqual(phoneScreen.width);
  await expectAccessible(page, { oneWidth: true });
  await payout.getByRole('link', { name: `order ${order_id}` }).click();
  await expect(page.getByRole('heading', { name: `Order ${order_id}` })).toBeVisible();
});
