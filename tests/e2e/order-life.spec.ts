import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright/test';
import type { Sql } from 'postgres';
import sharp from 'sharp';
import { acting } from '#harness/acting.ts';
import { hire } from '../support/staff.ts';
import { expectAccessible } from './accessibility.ts';
import { comeAgain } from './browser-state.ts';
import { linkTo, mailTo } from './mailbox.ts';
import { expectOnlyPaper } from './only-paper.ts';
import { expect, interceptOnce, payWith, test } from './shop-test.ts';
import { type Ordered, ordered } from './studio-orders.ts';

/** Logs the shopper of an order into the browser. */
async function comeAsShopper(page: Page, { shopper }: Ordered): Promise<void> {
  await comeAgain(page, { form: true, token: { id: shopper.id, access: shopper.token } });
}

/** `quantity` units of an order's line. */
async function itemsOf(sql: Sql, order: number, quantity: number) {
  const [line] = await sql<{ variant_id: number }[]>`
    select variant_id::int from order_items where order_id = ${order}`;
  return [{ variant_id: line?.variant_id ?? 0, quantity }];
}

/** Dispatches an order, or some of its units, as staff. */
async function dispatch(sql: Sql, order: number, pieces?: number): Promise<void> {
  const [{ user }] = await sql<[{ user: string }]>`
    with packer as (
      insert into auth.users (id, email, raw_user_meta_data)
      select id, id || '@example.com', jsonb_build_object('username', 'packer-' || id)
      from (select gen_random_uuid() as id) made returning id
    ), session as (
      insert into auth.sessions (id, user_id, created_at, updated_at) select id, id, now(), now() from packer
    )
    select id as user from packer`;
  await sql`insert into staff (user_id, name, role) values (${user}, 'Percy', 'packer')`;
  const parcel = {
    event: randomUUID(),
    order,
    carrier: 'Royal Mail',
    tracking_number: 'EE473124829GB',
    items: pieces === undefined ? null : await itemsOf(sql, order, pieces),
  };
  await sql`select staff_dispatch(${sql.json([parcel])}) from ${acting(sql, user)}`;
}

/** A single-colour photo, larger than the shop stores. */
function photoOf(background: string): Promise<Buffer> {
  return sharp({ create: { width: 2000, height: 1500, channels: 3, background } })
    .jpeg()
    .toBuffer();
}

/** URL of the order's page, as in its e-mails. */
async function linkOf(order: number): Promise<string> {
  const { html } = await mailTo('ada@example.com', `Your Minicia order ${order}`);
  const [link] = /\/order#token=[\w.-]+/.exec(html) ?? [];
  expect(link).toBeDefined();
  return link ?? '';
}

/** Amount of an order refunded to the shopper at the payment sandbox. */
function refundedOf(sql: Sql, order: number) {
  return async () => {
    const rows = await sql<{ pence: number }[]>`
      select r.amount_pence::int as pence from refunds r join orders o on o.payment_id = r.payment_id
      where o.id = ${order} and r.state = 'succeeded' and r.stripe_refund_id is not null`;
    return rows.map(({ pence }) => pence);
  };
}

test('a shopper cancels an order in two tabs, and the rest of another despite a lost response: each is refunded once, with an e-mail', async ({
  page,
  sql,
  stripe,
  baseURL: origin = '',
}) => {
  const bought = await ordered({ sql, stripe, origin }, 1);
  const { order } = bought;
  await comeAsShopper(page, bought);
  await page.goto('/account');
  const card = page.getByRole('listitem', { name: `Order ${order}`, exact: true });

  await test.step('a whole order, by a double click while another tab asks as well', async () => {
    await card.getByRole('button', { name: 'Cancel Order' }).click();
    await expect(card.getByText(`Cancel all of order ${order}?`)).toBeFocused();
    await expect(card.getByText(/£\d+\.\d\d goes back to the card/)).toBeVisible();
    await expectAccessible(page, { oneWidth: true });
    await card.getByRole('button', { name: 'Keep the Order' }).click();
    await card.getByRole('button', { name: 'Cancel Order' }).click();
    const secondTab = await page.context().newPage();
    await secondTab.goto('/account');
    const stale = secondTab.getByRole('listitem', { name: `Order ${order}`, exact: true });
    await stale.getByRole('button', { name: 'Cancel Order' }).click();
    await expect(stale.getByText(`Cancel all of order ${order}?`)).toBeVisible();
    await card.getByRole('button', { name: 'Yes, Cancel It' }).dblclick();
    await expect(card.getByText('Cancelled', { exact: true })).toBeVisible();
    await expect(card.getByRole('heading', { name: `Order ${order}` })).toBeFocused();
    await expect(card.getByText(/^£\d+\.\d\d was refunded/)).toBeVisible();
    await expect(card.getByRole('button', { name: 'Cancel Order' })).toBeHidden();
    await expectAccessible(page);
    await expect.poll(refundedOf(sql, order)).toHaveLength(1);
    await mailTo('ada@example.com', `Order ${order} is cancelled`);

    await stale.getByRole('button', { name: 'Yes, Cancel It' }).click();
    await expect(stale.getByText('This order is cancelled already.')).toBeVisible();
    await expect(stale.getByText('Cancelled', { exact: true })).toBeVisible();
    await expect(stale.getByRole('button', { name: /Cancel/ })).toHaveCount(0);
    await expect(stale.getByRole('heading', { name: `Order ${order}` })).toBeFocused();
    expect(await refundedOf(sql, order)()).toHaveLength(1);
    await secondTab.close();
  });

  await test.step('the rest of a partly dispatched order, although the response is lost', async () => {
    const { order: second } = await ordered({ sql, stripe, origin }, 2, bought.shopper);
    await dispatch(sql, second, 1);
    await page.reload();
    const rest = page.getByRole('listitem', { name: `Order ${second}`, exact: true });
    await rest.getByRole('button', { name: 'Cancel the Rest' }).click();
    await expect(rest.getByText(`Cancel what has not left of order ${second}?`)).toBeFocused();
    await interceptOnce(page, '**/api/account/cancel-order/', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await rest.getByRole('button', { name: 'Yes, Cancel It' }).click();
    await expect(rest.getByText('Network error')).toBeVisible();
    await rest.getByRole('button', { name: 'Yes, Cancel It' }).click();
    await expect(rest.getByText(/^Partly refunded £\d/)).toBeVisible();
    await expect(rest.getByRole('button', { name: /^Cancel/ })).toHaveCount(0);
    await expect(rest.getByRole('button', { name: 'Return Items' })).toBeVisible();
    await expect.poll(refundedOf(sql, second)).toHaveLength(1);
    await mailTo('ada@example.com', `Part of order ${second} is cancelled`);
  });
});

test('the link in the e-mails shows the order and its parcel without a login, and takes a return with photos, which staff see; an invalid link shows no order', async ({
  page,
  sql,
  stripe,
  baseURL: origin = '',
}) => {
  const bought = await ordered({ sql, stripe, origin });
  const { order } = bought;
  const link = await linkOf(order);
  await dispatch(sql, order);
  for (const wrong of ['/order', link.slice(0, -2)]) {
    // Another fragment alone would not load the page.
    await page.goto('about:blank');
    await page.goto(wrong);
    await expect(page.getByText('This link is incomplete or has expired.')).toBeVisible();
  }
  await expectAccessible(page);
  await page.goto('about:blank');
  await page.goto(link);
  const card = page.getByRole('listitem', { name: `Order ${order}`, exact: true });
  await expect(card.getByText('Sent on')).toBeVisible();
  await expect(card.getByRole('link', { name: 'Follow the parcel' })).toHaveAttribute(
    'href',
    /royalmail\.com.*EE473124829GB/,
  );
  await card.getByText('What happened so far').click();
  await expect(card.getByText('Sent with Royal Mail', { exact: true })).toBeVisible();
  await expect(card.getByRole('button', { name: 'Cancel Order' })).toBeHidden();
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');

  await card.getByRole('button', { name: 'Return Items' }).click();
  await card.getByRole('button', { name: 'Ask for the Return' }).click();
  await expect(card.getByText('Choose what you want to send back.')).toBeVisible();
  await card.getByRole('combobox').selectOption('1');
  await card.getByRole('radio', { name: /defective/ }).check();
  await card.getByLabel('What is wrong with it?').fill('A seam is open.');
  const heic = Buffer.from('\0\0\0\u0018ftypheic\0\0\0\0', 'latin1');
  const files = card.getByLabel('Add Photos');
  await files.setInputFiles([
    { name: 'seam.jpg', mimeType: 'image/jpeg', buffer: await photoOf('#a33') },
    { name: 'wide.png', mimeType: 'image/png', buffer: await photoOf('#33a') },
    { name: 'IMG_1.HEIC', mimeType: 'image/heic', buffer: heic },
  ]);
  await expect(card.getByText(/^IMG_1\.HEIC: This photo is in HEIC/)).toBeVisible();
  await card.getByRole('button', { name: 'Remove photo 2' }).click();
  await expect(files).toBeFocused();
  await expect(card.getByRole('img', { name: 'Photo 1' })).toBeVisible();
  await expectAccessible(page);
  // The first response is lost: the photo is resent automatically and stored once.
  await interceptOnce(page, '**/api/return-photos/add/', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await card.getByRole('button', { name: 'Ask for the Return' }).click();
  const code = card.getByRole('heading', { name: /^Return R-[0-9A-Z]{8}$/ });
  await expect(code).toBeVisible();
  await expect(card.getByText('Minicia Returns')).toBeVisible();
  await expectAccessible(page, { oneWidth: true });
  const text = ((await code.textContent()) ?? '').replace('Return ', '');
  await mailTo('ada@example.com', `Your return ${text} of order ${order}`);

  await expect(card.getByText('1 photo sent')).toBeVisible();
  await page.reload();
  await expect(code).toBeVisible();
  await expect(card.getByRole('link', { name: 'Photo 1' })).toBeVisible();
  await files.setInputFiles({
    name: 'later.jpg',
    mimeType: 'image/jpeg',
    buffer: await photoOf('#3a3'),
  });
  await expect(card.getByText('2 photos sent')).toBeVisible();
  await expectAccessible(page);
  await card.getByRole('button', { name: 'Remove photo 1' }).click();
  await expect(card.getByText('Photo removed')).toBeVisible();

  // Staff, who may shop as well, see it with the order.
  await hire({ sql }, bought.shopper.id, 'packer');
  await comeAsShopper(page, bought);
  await page.goto(`/studio?order=${order}`);
  const shown = page.getByRole('list', { name: `Photos of ${text}` });
  const photo = shown.getByRole('img', { name: /^1 of 1, sent / });
  await expect
    .poll(() => photo.evaluate((img: HTMLImageElement) => [img.naturalWidth, img.naturalHeight]))
    .toEqual([320, 240]);
  await expectAccessible(page, { oneWidth: true });
  const large = (await shown.getByRole('link').getAttribute('href')) ?? '';
  expect((await page.request.get(large)).headers()['content-type']).toBe('image/jpeg');

  await page.goto(link);
  await card.getByRole('button', { name: 'Keep It After All' }).click();
  await expect(code).toBeHidden();
  await expect(card.getByRole('button', { name: 'Return Items' })).toBeVisible();
});

test('a return in the account leads to a new order, and both refer to each other', async ({
  page,
  sql,
  onSale,
  stripe,
  baseURL: origin = '',
}) => {
  const bought = await ordered({ sql, stripe, origin }, 1);
  const { order, session, sku } = bought;
  onSale.push(sku.product_id);
  await sql`update products set archived_at = null where id = ${sku.product_id}`;
  // Otherwise the same basket counts as the same purchase.
  await sql`select mark_order_seen(${session})`;
  const link = await linkOf(order);
  await dispatch(sql, order);
  await comeAsShopper(page, bought);
  await page.goto('/account');
  const card = page.getByRole('listitem', { name: `Order ${order}`, exact: true });
  await card.getByRole('button', { name: 'Return Items' }).click();
  await card.getByRole('combobox').selectOption('1');
  await card.getByRole('button', { name: 'Ask for the Return' }).click();
  const heading = card.getByRole('heading', { name: /^Return R-/ });
  await expect(card.getByText('Would you like it again, or in another colour?')).toBeVisible();
  await expectAccessible(page);
  const code = ((await heading.textContent()) ?? '').replace('Return ', '');

  await card.getByRole('button', { name: 'Order Again' }).click();
  await expect(page).toHaveURL(/\/cart\/?$/);
  await page.goto('/billing');
  await page.getByRole('button', { name: 'CHECKOUT' }).click();
  await payWith(page, '4242 4242 4242 4242');
  await expect(page.getByRole('heading', { name: 'Thank You for Shopping!' })).toBeVisible();
  const [{ next }] = await sql<[{ next: string }]>`
    select id as next from orders where user_id = ${bought.shopper.id} order by created_at desc limit 1`;
  await page.goto('/account');
  await expect(card.getByText(`Your new order since then: ${next}`)).toBeVisible();
  const after = `After return ${code} of order ${order}`;
  const nextCard = page.getByRole('listitem', { name: `Order ${next}`, exact: true });
  await expect(nextCard.getByText(after)).toBeVisible();
  await expectAccessible(page, { oneWidth: true });

  // The link of one order shows nothing of another.
  await page.goto(link);
  await expect(heading).toBeVisible();
  await expect(card.getByText('Your new order')).toHaveCount(0);
  await expect(card.getByText('Order Again')).toHaveCount(0);

  // Staff may shop as well.
  await hire({ sql }, bought.shopper.id, 'packer');
  await page.goto(`/studio?order=${next}`);
  await expect(page.getByText(after)).toBeVisible();
  await expectAccessible(page, { oneWidth: true });
  await page.getByRole('link', { name: `order ${order}` }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Order ${order}`);
  await expect(page.getByRole('region', { name: 'Returns' })).toContainText(
    `Then bought order ${next}`,
  );
});

test('an order links to its terms, and prints an invoice with the company, the order and its totals', async ({
  page,
  sql,
  stripe,
  baseURL: origin = '',
}) => {
  const bought = await ordered({ sql, stripe, origin });
  const { order } = bought;
  await comeAsShopper(page, bought);
  await page.goto('/account');
  await page.getByRole('link', { name: 'The terms of this order' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The terms of your order');
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
    'Terms and Conditions',
    'Shipping and Returns',
    'Privacy Policy',
  ]);
  await expectAccessible(page, { oneWidth: true });
  await page.goBack();
  await page.evaluate(() => {
    window.print = () => undefined;
  });
  await page.getByRole('button', { name: 'Print Invoice' }).click();
  await page.emulateMedia({ media: 'print' });
  const invoice = page.getByRole('article');
  await expect(invoice.getByRole('heading', { name: `Invoice for order ${order}` })).toBeVisible();
  for (const part of [
    'Minicia Ltd',
    'number 00000000',
    'Ada Lovelace',
    'Ink',
    'Tax (6%)',
    'Total',
  ]) {
    await expect(invoice).toContainText(part);
  }
  await expectOnlyPaper(page, ['612 792']);
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await expect(invoice).toHaveCount(0);

  // The credit note of a refund that comes back from the bank, and is not repeated, is cancelled.
  const [{ intent, number }] = await sql<[{ intent: string; number: number }]>`
    select p.stripe_payment_intent_id as intent, (select next_credit_note()::int) as number
    from payments p join orders o on o.payment_id = p.id where o.id = ${order}`;
  async function hear(status: 'succeeded' | 'failed'): Promise<void> {
    const refund = { id: `re_${order}`, amount_pence: 1000, status, created: 1_780_000_000 };
    await sql`select record_refunds(${intent}, ${sql.json([refund])})`;
    await page.emulateMedia({ media: 'screen' });
    await page.reload();
  }
  await hear('succeeded');
  await page.evaluate(() => {
    window.print = () => undefined;
  });
  await page.getByRole('button', { name: `Print Credit note ${number}` }).click();
  await page.emulateMedia({ media: 'print' });
  await expect(
    invoice.getByRole('heading', { name: `Credit note ${number} for order ${order}` }),
  ).toBeVisible();
  for (const part of [
    `for the invoice of order ${order}, dated`,
    'Refunded as a reduction of the price.',
    'Delivery address',
    'Total refunded£10.00',
  ]) {
    await expect(invoice).toContainText(part);
  }
  await expectOnlyPaper(page, ['612 792']);
  await hear('failed');
  await expect(page.getByRole('button', { name: 'Print Invoice' })).toBeVisible();
  await expect(page.getByRole('button', { name: /Credit note/ })).toHaveCount(0);
});

test('a visitor without a login withdraws from part of an order, then from all, in two presses each, and gets receipts', async ({
  page,
  sql,
  stripe,
  baseURL: origin = '',
}) => {
  const { order } = await ordered({ sql, stripe, origin });
  await page.goto('/Faqs');
  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: 'Withdraw from contract here' })
    .click();
  await expect(page.getByRole('heading', { name: 'Withdraw from Contract' })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Your name').fill('Ada Lovelace');
  await page.getByLabel('Order number').fill(String(order));
  await page.getByLabel('Email of the order').fill('grace@example.com');
  await page.getByRole('button', { name: 'Withdraw from contract here' }).click();
  await expect(page.getByText(/^We found no order with this number/)).toBeVisible();
  await page.getByLabel('Email of the order').fill('ada@example.com');
  await page.getByRole('button', { name: 'Withdraw from contract here' }).click();
  await expect(page.getByRole('heading', { name: `Order ${order} of` })).toBeFocused();
  await expect(page.getByRole('main')).not.toContainText('Ink');
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Only some of it: e-mail me a link' }).click();
  await expect(page.getByRole('heading', { name: 'Please look into your e-mails.' })).toBeFocused();
  const { html } = await mailTo('ada@example.com', `Choose what you withdraw from: order ${order}`);
  const [link = ''] = /\/withdraw#token=[\w.-]+/.exec(html) ?? [];
  await page.goto(link);
  const quantity = page.getByRole('combobox', { name: /Ink/ });
  await expect(quantity).toHaveValue('2');
  await expectAccessible(page, { oneWidth: true });
  await quantity.selectOption('0');
  await page.getByRole('button', { name: 'Withdraw from contract here' }).click();
  await expect(page.getByText('Choose at least one item.')).toBeVisible();
  await quantity.selectOption('1');
  await page.getByRole('button', { name: 'Withdraw from contract here' }).click();
  await expect(page.getByRole('main')).toContainText(/1 × .*Ink/);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Confirm withdrawal' }).dblclick();
  await expect(
    page.getByRole('heading', { name: 'You have withdrawn from the contract.' }),
  ).toBeFocused();
  await expect(page.getByRole('main')).toContainText(`from a part of order ${order}`);
  const receipt = `Receipt of your withdrawal from order ${order}`;
  expect((await mailTo('ada@example.com', receipt)).html).toContain('Still to come');
  await expect.poll(refundedOf(sql, order)).toHaveLength(1);

  await page.goto('/withdraw');
  await page.getByLabel('Your name').fill('Ada Lovelace');
  await page.getByLabel('Order number').fill(String(order));
  await page.getByLabel('Email of the order').fill('ada@example.com');
  await page.getByRole('button', { name: 'Withdraw from contract here' }).click();
  await page.getByRole('button', { name: 'Confirm withdrawal' }).dblclick();
  await expect(
    page.getByRole('heading', { name: 'You have withdrawn from the contract.' }),
  ).toBeFocused();
  await expect(page.getByRole('main')).toContainText('What has not left yet is cancelled after');
  await expectAccessible(page, { oneWidth: true });

  // Others may know the number and address, so the receipt can undo it.
  await page.goto(linkTo('order', (await mailTo('ada@example.com', receipt)).html));
  await expectAccessible(page, { oneWidth: true });
  await page.getByRole('button', { name: 'That was not me: keep the order' }).dblclick();
  await expect(page.getByText('Withdrawal undone')).toBeAttached();
  await expect(page.getByRole('button', { name: 'That was not me' })).toBeHidden();
  await expect.poll(refundedOf(sql, order)).toHaveLength(1);
});
