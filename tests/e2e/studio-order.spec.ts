import type { Locator, Page } from 'playwright/test';
import type { Sql } from 'postgres';
import { acting } from '#harness/acting.ts';
import { ageLogin } from '../support/staff.ts';
import { expectAccessible } from './accessibility.ts';
import { expect, interceptOnce, test } from './shop-test.ts';
import {
  choose,
  comeAsStaff,
  endedLogin,
  logInAgain,
  menu,
  ordered,
  paidFor,
  pressLoggedOut,
  refundsOf,
  showPlace,
  stockOf,
  workAs,
} from './studio-orders.ts';

function action(page: Page, name: string | RegExp): Locator {
  return page.getByRole('main').getByRole('button', { name, exact: typeof name === 'string' });
}

/** An action that is shown or in the menu. */
function offered(page: Page, name: string): Locator {
  return page.getByRole('main').getByRole('button', { name, exact: true, includeHidden: true });
}

/** The badges beside the heading: "Goods: Sent", "Money: Paid". */
function status(page: Page): Locator {
  return page.locator('.order-status .studio-badge');
}

function news(page: Page): Locator {
  return page.locator('.studio-news');
}

test('a packer scans pieces, which are ticked off while a wrong colour is named, and dispatches orders without seeing amounts', async ({
  page,
  sql,
  stripe,
  baseURL: origin = '',
}) => {
  const bought = await ordered({ sql, stripe, origin });
  const other = await ordered({ sql, stripe, origin }, 1);
  await workAs(page, sql, 'packer');
  const [{ sku, wrong }] = await sql<[{ sku: string; wrong: string }]>`
    with given as (
      update color_variants set gtin = '4006381333931', color_name = 'Moss' where id = ${other.sku.variant_id})
    select v.sku, o.sku as wrong from color_variants v, color_variants o
    where v.id = ${bought.sku.variant_id} and o.id = ${other.sku.variant_id}`;
  await page.goto('/studio?list=all');
  // A scanner in the search field types the address in a slip's code.
  await page.getByLabel('Search in All orders').fill(`${origin}/studio?order=${bought.order}`);
  await page.keyboard.press('Enter');
  const check = page.getByRole('region', { name: 'Check the parcel' });
  const scan = async (code: string) => {
    await check.getByLabel('Scan a piece').fill(code);
    await page.keyboard.press('Enter');
  };
  await scan(wrong);
  await expect(check.getByRole('alert')).toHaveText(
    'Wrong piece! This is A hat, Moss. The parcel still needs A hat, Ink.',
  );
  await scan('4006381333931');
  await expect(check.getByRole('alert')).toContainText('This is A hat, Moss.');
  await scan('NO-SUCH-CODE');
  await expect(check.getByRole('alert')).toContainText('NO-SUCH-CODE is not a code of the shop.');
  await scan(sku.toLowerCase());
  await expect(check.getByRole('status')).toHaveText('A hat, Ink: 1 of 2.');
  await scan(sku);
  await expect(check.getByRole('status')).toHaveText(
    'A hat, Ink: 2 of 2. Everything is in the parcel.',
  );
  await expect(action(page, 'Dispatch the parcel')).toBeInViewport();
  await expectAccessible(page);
  await scan(sku);
  await expect(check.getByRole('alert')).toHaveText('Too many: 2 × A hat, Ink is enough.');
  await scan(`${origin}/studio?order=${other.order}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Order ${other.order}`);

  await test.step('the order is dispatched, without amounts', async () => {
    const main = page.getByRole('main');
    await expect(main.getByRole('region', { name: 'Pieces' })).toContainText('1 to send');
    await expect(main).not.toContainText('£');
    await expect(main.getByRole('region', { name: 'Money' })).toHaveCount(0);
    for (const name of ['Cancel', 'Refund', 'Settle', 'Refuse']) {
      await expect(offered(page, name)).toHaveCount(0);
    }
    await expectAccessible(page, { oneWidth: true });

    const dialog = page.getByRole('dialog');
    await expect(page.locator('.order-actions > :visible')).toHaveText([
      'Dispatch',
      'Print slip',
      'More actions',
    ]);
    await action(page, 'More actions').press('Enter');
    await page.keyboard.press('Tab');
    await expect(menu(page).getByRole('button', { name: 'Write a message' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(menu(page)).toBeHidden();
    await expect(action(page, 'More actions')).toBeFocused();
    await choose(page, 'Add a note');
    await dialog.getByLabel('Note').fill('Ribbon, please.');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await expect(main.getByRole('region', { name: 'History' })).toContainText('Ribbon, please.');
    await expect(main.getByRole('region', { name: 'History' })).toContainText('Percy');

    await action(page, 'Correct the label').click();
    await dialog.getByLabel('Address', { exact: true }).fill('2 Low Street');
    await dialog.getByRole('button', { name: 'Correct' }).click();
    await expect(dialog).toBeHidden();
    await expect(main.getByText('Corrected on the label')).toBeVisible();
    await expect(main.getByText('2 Low Street').filter({ visible: true })).toBeVisible();
    await expect(main.getByText('1 Sample Street')).toBeVisible();

    await action(page, 'Dispatch').click();
    await expectAccessible(page, { oneWidth: true });
    await dialog.getByLabel('Tracking number').press('Enter');
    await expect(status(page)).toHaveText(['Goods: Sent', 'Money: Paid']);
  });
});

test('a packer adjusts, expects and counts stock, and sees who waits for it', async ({
  page,
  onSale,
  sql,
  stripe,
  baseURL: origin = '',
}) => {
  // Two are sold and still on the shelf, three are left.
  const { sku, order } = await ordered({ sql, stripe, origin });
  const name = `Hat ${order}`;
  await workAs(page, sql, 'packer');
  onSale.push(sku.product_id);
  await sql`update products set name = ${name}, archived_at = null where id = ${sku.product_id}`;
  await sql`insert into stock_alerts (variant_id, email) values (${sku.variant_id}, 'ada@example.com')`;
  await page.goto('/studio?stock');
  await page.getByRole('link', { name: 'Waited for' }).click();
  await page.getByLabel('Search the stock').fill(name);
  await expect(page.getByRole('listitem').filter({ hasText: name })).toContainText('To send2');
  await expectAccessible(page);
  await page.getByRole('link', { name: `${name}, Ink` }).click();
  await expect(page.getByText('1 shopper waits for it')).toBeVisible();

  const adjust = page.getByRole('dialog', { name: `Adjust ${name}, Ink` });
  await action(page, 'Adjust the stock').click();
  await adjust.getByLabel('Reason').selectOption('Damaged');
  await adjust.getByLabel('Damaged units').fill('9');
  await adjust.getByRole('button', { name: 'Save' }).click();
  await expect(adjust.getByLabel('Damaged units')).toHaveAccessibleDescription(
    /^There are fewer on the shelf\. 5 were on the shelf/,
  );
  await adjust.getByLabel('Damaged units').fill('4');
  await adjust.getByRole('button', { name: 'Save' }).click();
  await expect(adjust.getByRole('alert')).toContainText('only 3 units can be taken away');
  await adjust.getByLabel('Damaged units').fill('1');
  await adjust.getByLabel('Note').fill('Torn');
  await expectAccessible(page, { oneWidth: true });
  await adjust.getByRole('button', { name: 'Save' }).dblclick();
  await expect(news(page)).toHaveText('4 units on the shelf.');
  await expect(page.getByRole('row').nth(1)).toContainText('−12Damaged');
  await expect(page.getByRole('row').nth(1)).toContainText('PercyTorn');
  await expect(page.getByRole('row').nth(2)).toContainText(`−23Sold, order ${order}`);

  await action(page, 'Expect a delivery').click();
  const expected = page.getByRole('dialog', { name: `Expect ${name}, Ink` });
  await expected.getByLabel('Units').fill('20');
  await expected.getByLabel('Expected on').fill('2026-12-04');
  await expected.getByRole('button', { name: 'Save' }).click();
  await expect(news(page)).toHaveText('The delivery is expected.');
  await action(page, 'Arrived 20 units').click();
  const arrived = page.getByRole('dialog', { name: `Delivery of ${name}, Ink` });
  await arrived.getByLabel('Units that arrived').fill('19');
  await arrived.getByRole('button', { name: 'Put into stock' }).click();
  await expect(news(page)).toHaveText('19 units put into stock.');
  await expectAccessible(page);
  expect(await stockOf(sql, sku)).toBe(21);

  const [{ code }] = await sql<[{ code: string }]>`
    select sku as code from color_variants where id = ${sku.variant_id}`;
  await page.getByRole('link', { name: 'Stock-take' }).click();
  const scan = async (text: string) => {
    await page.getByLabel('Scan a piece').fill(text);
    await page.keyboard.press('Enter');
  };
  await scan('NO-SUCH-CODE');
  await expect(page.getByRole('alert')).toContainText('It was not counted.');
  await scan(code);
  await scan(code);
  await expect(page.getByLabel(`Counted units of ${name}, Ink`)).toHaveValue('2');
  await test.step('the count survives leaving the page', async () => {
    await scan(`${origin}/studio?order=${order}`);
    await expect(page.getByRole('heading', { name: `Order ${order}` })).toBeVisible();
    await page.goBack();
    await page.reload();
    await expect(page.getByLabel(`Counted units of ${name}, Ink`)).toHaveValue('2');
  });
  await page.getByLabel(`Counted units of ${name}, Ink`).fill('24');
  await expect(page.getByText('23 expected +1')).toBeVisible();
  await expectAccessible(page);
  await action(page, 'Save the count of 1 colour').click();
  await expect(page.getByRole('status')).toHaveText('Saved: 1 colour counted, 1 corrected.');
  expect(await stockOf(sql, sku)).toBe(22);
});

test('a refund survives a conflict, a lost response and a login that is old or has ended, keeps its input, and is made once', async ({
  page,
  sql,
  stripe,
  baseURL: origin = '',
  account,
}) => {
  const bought = await ordered({ sql, stripe, origin }, 7);
  const manager = await comeAsStaff(page, sql, account, 'manager');
  await page.goto(`/studio?order=${bought.order}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Order ${bought.order}`);
  const refund = page.getByRole('dialog', { name: `Refund order ${bought.order}` });
  const pieces = page.getByRole('region', { name: 'Pieces' });
  const refunded = async (pence: number) =>
    (await refundsOf(sql, bought)).filter(({ amount }) => amount === pence);

  await test.step('a conflict with a colleague’s change is explained and keeps the input', async () => {
    await choose(page, 'Refund');
    await refund.getByLabel('A hat, Ink').fill('5');
    await refund.getByLabel('Reason').selectOption('Lost in transit');
    await expect(refund.getByRole('button', { name: 'Refund £129.85' })).toBeVisible();
    await sql`
      select staff_refund(
        gen_random_uuid(), ${bought.order},
        ${sql.json([{ variant_id: bought.sku.variant_id, quantity: 4 }])}, 0, 0, 'fault')
      from ${acting(sql, manager)}`;
    await refund.getByRole('button', { name: 'Refund £129.85' }).click();
    await expect(refund.getByRole('alert')).toHaveText(
      'Some of these pieces were refunded already. A hat, Ink: 3 left. The page now shows the current state.',
    );
    await expect(refund.getByText('of 3', { exact: true })).toBeVisible();
    await expect(refund.getByLabel('A hat, Ink')).toHaveValue('5');
    await refund.getByLabel('A hat, Ink').fill('1');
    await refund.getByRole('button', { name: 'Refund £25.97' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(pieces).toContainText('5 refunded');
  });

  await test.step('a lost response is harmless: pressing again makes the same refund', async () => {
    await choose(page, 'Refund');
    await refund.getByLabel('Goodwill').fill('5');
    await refund.getByLabel('Reason').selectOption('Goodwill');
    await interceptOnce(page, '/api/staff/refund', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await refund.getByRole('button', { name: 'Refund £5.00' }).click();
    await expect(refund.getByRole('alert')).toContainText('No response.');
    await refund.getByRole('button', { name: 'Refund £5.00' }).click();
    await expect(news(page)).toHaveText('£5.00 refunded.');
    expect(await refunded(500)).toEqual([{ amount: 500, state: 'succeeded' }]);
  });

  await test.step('an old login asks for the password, and the refund continues by itself', async () => {
    await ageLogin({ sql }, manager);
    await choose(page, 'Refund');
    await expect(refund.getByRole('button', { name: 'Refund £0.00' })).toBeVisible();
    await refund.getByLabel('A hat, Ink').fill('1');
    await refund.getByLabel('Goodwill').fill('1.50');
    await refund.getByLabel('Reason').selectOption('Goodwill');
    // £24.50 plus 6 % tax, and the goodwill.
    await refund.getByRole('button', { name: 'Refund £27.47' }).dblclick();

    const again = page.getByRole('dialog', { name: 'Confirm your login' });
    await again.getByLabel('Your password').fill('not this one');
    await again.getByRole('button', { name: 'Confirm' }).click();
    await expect(again.getByText('This is not your password.')).toBeVisible();
    await again.getByLabel('Your password').fill(account.password);
    await again.getByRole('button', { name: 'Confirm' }).click();

    await expect(news(page)).toHaveText('£27.47 refunded.');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(action(page, 'More actions')).toBeFocused();
    await expect(page.getByRole('region', { name: 'Money' })).toContainText(
      'Can still be refunded£19.47',
    );
    await expect(pieces).toContainText('6 refunded');
    expect(await refunded(2747)).toEqual([{ amount: 2747, state: 'succeeded' }]);
  });

  const again = endedLogin(page);
  await test.step('a login that ends while a dialog is open asks for the password in place', async () => {
    await choose(page, 'Refund');
    await refund.getByLabel('Goodwill').fill('3.00');
    await refund.getByLabel('Reason').selectOption('Goodwill');
    await expect(refund.getByRole('button', { name: 'Refund £3.00' })).toBeVisible();
    await pressLoggedOut(sql, manager, refund.getByRole('button', { name: 'Refund £3.00' }));
    await again.getByLabel('Your password').fill('not this one');
    await expectAccessible(page, { oneWidth: true });
    await again.getByRole('button', { name: 'Log In' }).click();
    await expect(again.getByRole('alert')).toHaveText('This is not your password.');
    await logInAgain(page, account);
    await expect(news(page)).toHaveText('£3.00 refunded.');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(await refunded(300)).toEqual([{ amount: 300, state: 'succeeded' }]);
  });

  await test.step('a packer is asked as well, and Esc does not bypass it', async () => {
    await sql`update staff set role = 'packer' where user_id = ${manager}`;
    await choose(page, 'Add a note');
    await page.getByRole('dialog').getByLabel('Note').fill('Ribbon, please.');
    const add = page.getByRole('dialog').getByRole('button', { name: 'Add' });
    await pressLoggedOut(sql, manager, add);
    await expect(again).toBeVisible();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await logInAgain(page, account);
    await expect(page.getByRole('region', { name: 'History' })).toContainText('Ribbon, please.');
    await expect(page).toHaveURL(`/studio?order=${bought.order}`);
  });
});

test('an order is edited, an e-mail address corrected; cancelled units are refunded in full and restocked', async ({
  page,
  onSale,
  sql,
  stripe,
  baseURL: origin = '',
}) => {
  const bought = await ordered({ sql, stripe, origin });
  const before = await stockOf(sql, bought.sku);
  await workAs(page, sql, 'manager');
  await sql`
    insert into color_variants (product_id, color_name, quantity) values (${bought.sku.product_id}, 'Rust', 3)`;
  onSale.push(bought.sku.product_id);
  await sql`update products set archived_at = null where id = ${bought.sku.product_id}`;
  await page.goto(`/studio?order=${bought.order}`);
  const dialog = page.getByRole('dialog');
  await choose(page, 'Edit order');
  await dialog.getByLabel('A hat, Rust').fill('1');
  await dialog.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(dialog.getByRole('alert')).toContainText('more of A hat than is left out');
  await dialog.getByLabel('A hat, Ink').fill('0');
  await expect(dialog.getByRole('button', { name: 'Save and refund £25.97' })).toBeVisible();
  await expectAccessible(page, { oneWidth: true });
  await dialog.getByLabel('A hat, Rust').fill('2');
  await dialog.getByRole('button', { name: 'Save', exact: true }).press('Enter');
  await expect(news(page)).toHaveText('Changed. The shopper gets an e-mail.');
  await expect(page.getByRole('region', { name: 'Pieces' })).toContainText('Rust');
  await action(page, 'Correct the e-mail address').click();
  await dialog.getByLabel('E-mail address').fill('grace@example.com');
  await dialog.getByRole('button', { name: 'Correct' }).press('Enter');
  await expect(news(page)).toContainText('E-mails go to grace@example.com now.');
  await choose(page, 'Edit order');
  await dialog.getByLabel('A hat, Ink').fill('1');
  await dialog.getByLabel('A hat, Rust').fill('0');
  await dialog.getByRole('button', { name: 'Save and refund £25.97' }).press('Enter');
  await expect(news(page)).toHaveText('Changed. The shopper gets an e-mail. £25.97 refunded.');

  await choose(page, 'Cancel');
  await dialog.getByLabel('Reason').selectOption('Shopper’s request');
  await dialog.getByRole('button', { name: 'Cancel and refund £25.97' }).click();
  await expect(news(page)).toHaveText('Cancelled. £25.97 refunded.');
  await expect(status(page)).toHaveText(['Goods: Cancelled', 'Money: Refunded']);
  // The button disappears with its task.
  await expect(offered(page, 'Cancel')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  expect(await stockOf(sql, bought.sku)).toBe(before + 2);
  const half = { amount: 2597, state: 'succeeded' };
  expect(await refundsOf(sql, bought)).toEqual([half, half]);
});

test('part of an order is dispatched, its number corrected, delivered, replaced, returned, received, settled and refunded', async ({
  page,
  sql,
  stripe,
  baseURL: origin = '',
}) => {
  const bought = await ordered({ sql, stripe, origin });
  const before = await stockOf(sql, bought.sku);
  await workAs(page, sql, 'manager');
  await page.goto(`/studio?order=${bought.order}`);
  const dialog = page.getByRole('dialog');

  await action(page, 'Dispatch').click();
  await dialog.getByLabel('Tracking number').fill('ab 1234 56785 gb');
  await dialog.getByLabel('A hat, Ink').fill('1');
  await dialog.getByRole('button', { name: 'Dispatch' }).click();
  await expect(news(page)).toHaveText('Dispatched. The shopper gets an e-mail in about 5 minutes.');
  await expect(status(page)).toHaveText(['Goods: Part sent', 'Money: Paid']);

  await action(page, 'Not sent after all of AB123456785GB').click();
  await expect(dialog.getByRole('link', { name: 'no scan of AB123456785GB' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Take the dispatch back' }).click();
  await expect(news(page)).toHaveText('To be sent again. The shopper has heard nothing.');
  await expect(status(page)).toHaveText(['Goods: To send', 'Money: Paid']);

  await action(page, 'Dispatch').click();
  await dialog.getByLabel('Tracking number').fill('ab 1234 56785 gb');
  await dialog.getByLabel('A hat, Ink').fill('1');
  await dialog.getByRole('button', { name: 'Dispatch' }).click();
  await expect(status(page)).toHaveText(['Goods: Part sent', 'Money: Paid']);
  await sql`
    update mail_outbox set due_at = now() from orders o
    where o.id = ${bought.order} and mail_outbox.checkout_id = o.checkout_id`;
  await expect(page.getByRole('link', { name: 'AB123456785GB' })).toHaveAttribute(
    'href',
    /royalmail\.com.*AB123456785GB/,
  );

  // By keyboard only.
  await action(page, 'Correct of AB123456785GB').press('Enter');
  await expect(dialog.getByLabel('Tracking number')).toHaveValue('AB123456785GB');
  // A number that looks mistyped must be ticked.
  await dialog.getByLabel('Tracking number').fill('cd 1234 56784 gb');
  await dialog.getByLabel('Tracking number').press('Enter');
  await expect(dialog.getByLabel('CD123456784GB is correct')).toBeFocused();
  await dialog.getByLabel('Tracking number').fill('cd 1234 56785 gb');
  await expect(dialog.getByLabel('E-mail the shopper')).toBeChecked();
  await dialog.getByLabel('Tracking number').press('Enter');
  await expect(news(page)).toHaveText('Corrected. The shopper gets an e-mail.');
  await expect(action(page, 'Correct of CD123456785GB')).toBeFocused();
  const again = action(page, 'Resend “Dispatched”');
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole('region', { name: 'History' })).toBeVisible();
    expect(await again.isVisible()).toBe(true);
  }).toPass();
  await again.press('Enter');
  await dialog.getByRole('button', { name: 'Resend' }).press('Enter');
  await expect(news(page)).toHaveText('“Dispatched” resent.');
  await expect(page.getByRole('region', { name: 'History' })).toContainText('CD123456785GB');

  await expect(page.getByRole('region', { name: 'Parcels' })).toContainText('expected');
  await action(page, /^Mark as delivered/).click();
  await dialog.getByRole('button', { name: 'Mark as delivered' }).click();
  await expect(news(page)).toContainText('Marked as delivered.');

  await choose(page, 'Send again');
  await dialog.getByLabel('A hat, Ink').fill('1');
  await dialog.getByLabel('Reason').selectOption('Damaged on arrival');
  await dialog.getByRole('button', { name: 'Make the replacement' }).click();
  await expect(news(page)).toContainText('is on the list to send. The shopper gets an e-mail.');
  await expect(page.getByText('Replaced by order')).toBeVisible();
  const [{ lent }] = await sql<[{ lent: number }]>`
    select -sum(i.quantity)::int as lent from order_items i join replacements r on r.order_id = i.order_id
    where r.replaces_order_id = ${bought.order}`;
  expect(await stockOf(sql, bought.sku)).toBe(before + lent);

  await choose(page, 'Create a return');
  await dialog.getByLabel('Kind').selectOption('Faulty or wrong');
  await dialog.getByLabel('Reason').fill('The brim is torn.');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(news(page)).toHaveText(/^Return R-\w{8} created\./);
  await expect(status(page).first()).toHaveText('Goods: Coming back');

  await action(page, /^Receive R-/).click();
  await dialog.getByRole('group', { name: 'Back on sale' }).getByLabel('A hat, Ink').fill('0');
  await dialog
    .getByRole('group', { name: /^Written off/ })
    .getByLabel('A hat, Ink')
    .fill('1');
  await dialog.getByRole('button', { name: 'Receive' }).click();
  await expect(news(page)).toContainText('Settle it after inspection.');
  await expect(page.getByRole('region', { name: 'History' })).toContainText(
    '1 × A hat, Ink, 1 written off',
  );
  expect(await stockOf(sql, bought.sku)).toBe(before + lent);

  await action(page, /^Settle R-/).click();
  await dialog.getByLabel('Deduction for use').fill('0.97');
  await dialog.getByLabel('Why it is deducted').fill('The brim is stained.');
  await dialog.getByRole('button', { name: 'Refund £25.00' }).click();
  await expect(news(page)).toHaveText('Settled. £25.00 refunded.');
  await expect(page.getByRole('region', { name: 'History' })).toContainText(
    '£0.97 deducted for use: The brim is stained.',
  );
  await expect(page.getByRole('region', { name: 'Returns' })).toContainText('Settled');
  expect(await refundsOf(sql, bought)).toEqual([{ amount: 2500, state: 'succeeded' }]);
});

/** The dearest piece of the catalogue that is in stock at its usual price. */
async function dearerPiece(sql: Sql) {
  const [dearer] = await sql<[{ sku: string; name: string }]>`
    select v.sku, p.name || ', ' || v.color_name as name
    from colours_on_sale s join color_variants v on v.id = s.id join products p on p.id = v.product_id
    where p.price_pence > 3000 and v.quantity > 5 and p.id not in (select product_id from running_sales)
    order by p.price_pence desc, v.id limit 1`;
  return dearer;
}

test('pieces are exchanged after delivery: the new order waits for the return, then leaves; a refund is for the open return, unless another reason is chosen', async ({
  page,
  onSale,
  sql,
  stripe,
  baseURL: origin = '',
}) => {
  const bought = await ordered({ sql, stripe, origin });
  await sql`
    insert into color_variants (product_id, color_name, quantity) values (${bought.sku.product_id}, 'Rust', 3)`;
  onSale.push(bought.sku.product_id);
  await sql`update products set archived_at = null where id = ${bought.sku.product_id}`;
  await workAs(page, sql, 'manager');
  await page.goto(`/studio?order=${bought.order}`);
  const dialog = page.getByRole('dialog');
  await action(page, 'Dispatch').click();
  await dialog.getByLabel('Tracking number').fill('ab 1234 56785 gb');
  await dialog.getByRole('button', { name: 'Dispatch' }).click();
  await expect(status(page).first()).toHaveText('Goods: Sent');

  const returns = page.getByRole('region', { name: 'Returns' });
  await choose(page, 'Exchange');
  await dialog.getByLabel('A hat, Ink', { exact: true }).fill('1');
  const dearer = await dearerPiece(sql);
  await dialog.getByLabel('Find another product').fill(dearer.sku);
  await dialog.getByRole('button', { name: `Add ${dearer.name}` }).click();
  const instead = dialog.getByLabel('Instead of A hat, Ink');
  const other = instead.locator('option').filter({ hasText: dearer.name });
  await instead.selectOption(await other.innerText());
  await expect(dialog).toContainText('to pay by a link.');
  await expect(dialog.getByRole('button', { name: 'Exchange and send the link' })).toBeVisible();
  await dialog.getByLabel('Instead of A hat, Ink').selectOption('Rust: 3 in stock');
  await expect(dialog).toContainText('The shopper neither pays nor gets anything back.');
  await expectAccessible(page, { oneWidth: true });
  await dialog.getByRole('button', { name: 'Exchange' }).click();
  await expect(news(page)).toHaveText(
    /^Order \d+ waits for return R-\w{8}\. The shopper gets the code by e-mail\.$/,
  );
  await returns.getByRole('link', { name: /^order/ }).click();
  await expect(page.getByText('Waits for the return: do not send yet')).toBeVisible();
  await expect(action(page, 'Dispatch')).toHaveCount(0);
  await expectAccessible(page, { oneWidth: true });
  await page.goBack();

  await action(page, /^Receive R-/).click();
  await dialog.getByRole('button', { name: 'Receive' }).click();
  await expect(news(page)).toHaveText(/Nothing is left to refund\.$/);
  await expect(action(page, /^Settle R-/)).toHaveCount(0);
  await returns.getByRole('link', { name: /^order/ }).click();
  await expect(action(page, 'Dispatch')).toBeVisible();
  await page.goBack();

  await test.step('a refund is for the open return', async () => {
    await action(page, 'Create a return').click();
    await dialog.getByLabel('A hat, Ink').fill('1');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await expect(news(page)).toHaveText(/^Return R-/);
    await choose(page, 'Refund');
    const chosen = dialog.getByLabel('Open return').locator('option:checked');
    await expect(chosen).toHaveText(/^R-/);
    await dialog.getByLabel('Reason').selectOption('Goodwill');
    await expect(chosen).toHaveText('None');
    await dialog.getByLabel('Reason').selectOption('Goods returned');
    await dialog.getByLabel('A hat, Ink').fill('1');
    await dialog.getByRole('button', { name: 'Refund £25.97' }).click();
    await expect(news(page)).toHaveText('£25.97 refunded.');

    await action(page, /^Receive R-/).click();
    await dialog.getByRole('button', { name: 'Receive' }).click();
    await expect(news(page)).toHaveText(/Nothing is left to refund\.$/);
    await expect(returns).toContainText('1 refunded');
    await expect(action(page, /^Settle R-/)).toHaveCount(0);
    expect(await refundsOf(sql, bought)).toEqual([{ amount: 2597, state: 'succeeded' }]);
  });

  await test.step('an exchange that the shopper wishes is agreed by one press', async () => {
    const wished = await ordered({ sql, stripe, origin });
    await sql`
      insert into color_variants (product_id, color_name, quantity) values (${wished.sku.product_id}, 'Rust', 3)`;
    onSale.push(wished.sku.product_id);
    await sql`update products set archived_at = null where id = ${wished.sku.product_id}`;
    await page.goto(`/studio?order=${wished.order}`);
    await action(page, 'Dispatch').click();
    await dialog.getByRole('button', { name: 'Dispatch' }).click();
    await expect(status(page).first()).toHaveText('Goods: Sent');
    await sql`
      select ask_return(
        gen_random_uuid(), ${wished.order}, 'return', jsonb_build_array(piece), '', 'shopper',
        p_wish => jsonb_build_array(piece || jsonb_build_object('from', ${wished.sku.variant_id}::bigint, 'to', v.id)))
      from color_variants v cross join lateral (
        select jsonb_build_object('variant_id', ${wished.sku.variant_id}::bigint, 'quantity', 1) as piece) p
      where v.product_id = ${wished.sku.product_id} and v.color_name = 'Rust'`;
    await page.reload();
    await returns.getByRole('button', { name: /^Agree to the exchange R-/ }).click();
    await expect(news(page)).toHaveText(/^Order \d+ waits for return R-\w{8}\./);
    // The pressed button disappears with the wish.
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  });
});

test('pieces are added or swapped for dearer ones by a payment link, which is called off or paid; a gift is made', async ({
  page,
  onSale,
  sql,
  stripe,
  baseURL: origin = '',
  account,
}) => {
  const bought = await ordered({ sql, stripe, origin });
  onSale.push(bought.sku.product_id);
  await sql`update products set archived_at = null where id = ${bought.sku.product_id}`;
  const [{ sku }] = await sql<[{ sku: string }]>`
    select sku from color_variants where id = ${bought.sku.variant_id}`;
  await comeAsStaff(page, sql, account, 'manager');
  await page.goto(`/studio?order=${bought.order}`);
  const dialog = page.getByRole('dialog');

  await choose(page, 'Add pieces');
  await dialog.getByRole('button', { name: 'Send the payment link' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Choose pieces.');
  await dialog.getByLabel('Find pieces').fill(sku);
  await dialog.getByRole('button', { name: 'Add A hat, Ink' }).click();
  await expect(dialog.getByLabel('A hat, Ink', { exact: true })).toHaveValue('1');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Send the payment link' }).click();
  await expect(news(page)).toContainText('This order waits for it, at most 23 hours.');
  await expect(page.getByText('Waits for a payment: do not send yet')).toBeVisible();
  await page.getByRole('link', { name: 'payment link' }).click();
  await expect(page.getByText('A payment link was mailed')).toBeVisible();
  await expectAccessible(page);
  await action(page, 'Call off').click();
  await dialog.getByRole('button', { name: 'Call off' }).click();
  await expect(news(page)).toHaveText('Called off. Its stock is free again.');
  await page.getByRole('link', { name: `order ${bought.order}` }).click();
  await expect(action(page, 'Dispatch')).toBeVisible();

  const dearer = await dearerPiece(sql);
  await choose(page, 'Edit order');
  await dialog.getByLabel('Find another product').fill(dearer.sku);
  await dialog.getByRole('button', { name: `Add ${dearer.name}` }).click();
  await dialog.getByLabel('A hat, Ink').fill('1');
  await expect(dialog.getByRole('list', { name: 'Swaps' })).toHaveText(
    `1 × A hat, Ink becomes ${dearer.name}: costs more, to pay by the link`,
  );
  await expect(dialog.getByText(/^£[0-9.]+ to pay by the link\.$/)).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save and send the link' }).click();
  await expect(news(page)).toContainText('This order waits for it, at most 23 hours.');
  const [{ session }] = await sql<[{ session: string }]>`
    select c.stripe_session_id as session from payment_links l join checkouts c on c.id = l.checkout_id
    where l.order_id = ${bought.order} and c.status = 'open'`;
  await stripe.pay(session, { outcome: 'paid' });
  await expect
    .poll(() => sql`select order_id from exchanges where from_order_id = ${bought.order}`)
    .toHaveLength(1);
  await page.reload();
  await page.getByRole('link', { name: /^order [0-9]+$/ }).click();
  await expect(page.getByText(`In exchange for goods of order ${bought.order}`)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Money' })).toContainText(
    `Paid with order ${bought.order}`,
  );

  await page.goto('/studio?list=all');
  await page.getByRole('button', { name: 'New order' }).click();
  await dialog.getByLabel('Kind').selectOption('Gift, free of charge');
  await dialog.getByLabel('Find pieces').fill(sku);
  await dialog.getByRole('button', { name: 'Add A hat, Ink' }).click();
  await dialog.getByLabel('Name').fill('Vogue');
  await dialog.getByLabel('Address with postcode').fill('1 Hanover Square, London W1S 1JU');
  await dialog.getByLabel('E-mail address').fill('desk@example.com');
  await dialog.getByLabel('Phone number').fill('020 7946 0000');
  await dialog.getByLabel('Reason').fill('Press: Vogue');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Make the gift' }).click();
  await expect(page.getByText(/^Order \d+ is on the list to send\./)).toBeVisible();

  await test.step('a piece is sold over the counter for cash, at an agreed price', async () => {
    await page.getByRole('button', { name: 'New order' }).click();
    await dialog.getByLabel('Kind').selectOption('Cash');
    await dialog.getByLabel('Find pieces').fill(sku);
    await dialog.getByRole('button', { name: 'Add A hat, Ink' }).click();
    await dialog.getByLabel('Agreed price of one A hat, Ink').fill('20');
    await dialog.getByRole('button', { name: /^Take £\d+\.\d\d in cash$/ }).click();
    await expect(page.getByText(/^Order \d+: £\d+\.\d\d taken\.$/)).toBeVisible();
  });
});

test('a payment under review becomes an order, another is refunded; a role that reads orders, sees money and answers shoppers is offered no other action', async ({
  page,
  sql,
  stripe,
  baseURL: origin = '',
}) => {
  const paid = await paidFor({ sql, stripe, origin }, { charged: 5294 });
  await workAs(page, sql, 'manager');
  await page.goto(`/studio?checkout=${paid.checkout}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Payment /);
  await expect(page.getByText('Paid, but another amount than was asked for')).toBeVisible();
  await action(page, 'Accept').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Create order' }).click();
  await expect(news(page)).toHaveText('Order created.');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Order \d+$/);
  await expect(status(page)).toHaveText(['Goods: To send', 'Money: Paid']);

  const other = await paidFor({ sql, stripe, origin }, { charged: 5094 });
  await showPlace(page, '/studio?list=decide&why=review');
  await page.getByRole('link', { name: other.checkout.slice(0, 8).toUpperCase() }).press('Enter');
  await page
    .getByRole('list', { name: 'Needs attention' })
    .getByRole('button', { name: 'Refund' })
    .press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Refund £50.94' }).press('Enter');
  await expect(news(page)).toHaveText('Payment refunded.');
  await expect(status(page)).toHaveText(['Money: Refunded']);
  await expect(page.getByRole('list', { name: 'Needs attention' })).toHaveCount(0);
  expect(await refundsOf(sql, other)).toEqual([{ amount: 5094, state: 'succeeded' }]);

  await test.step('a role that reads orders, sees money and answers shoppers is offered no other action', async () => {
    const bought = await ordered({ sql, stripe, origin });
    const acts = ['use_studio', 'read_orders', 'see_money', 'answer_shoppers'];
    await page.route('**/api/staff/me', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, json: { ...(await answer.json()), acts } });
    });
    await page.goto(`/studio?order=${bought.order}`);
    const main = page.getByRole('main');
    await expect(main.getByRole('region', { name: 'Money' })).toContainText('£51.94');
    await expect(action(page, 'Add a note')).toBeVisible();
    for (const name of ['Dispatch', 'Cancel', 'Refund', 'Correct the label']) {
      await expect(offered(page, name)).toHaveCount(0);
    }
    await showPlace(page, `/studio?list=to_send&q=${bought.order}`);
    await expect(main.getByRole('link', { name: String(bought.order) })).toBeVisible();
    await expect(main.getByRole('checkbox')).toHaveCount(0);
    await expect(main.getByRole('button', { name: 'Import tracking numbers' })).toHaveCount(0);
    const areas = page.getByRole('navigation', { name: 'Areas' }).getByRole('link');
    await expect(areas).toHaveText(['Orders', 'Customers', 'Figures']);
  });
});

test('a refund that Stripe refuses is retried, then given up', async ({
  page,
  sql,
  stripe,
  baseURL: origin = '',
}) => {
  const bought = await ordered({ sql, stripe, origin });
  await workAs(page, sql, 'manager');
  await page.goto(`/studio?order=${bought.order}`);
  await choose(page, 'Refund');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Goodwill').fill('3');
  await dialog.getByLabel('Reason').selectOption('Goodwill');
  await dialog.getByRole('button', { name: 'Refund £3.00' }).click();
  await expect(news(page)).toHaveText('£3.00 refunded.');
  /** Makes the bank return the latest attempt. */
  const fail = async () => {
    const [{ refund }] = await sql<[{ refund: string }]>`
      select r.stripe_refund_id as refund from refunds r join payments p on p.id = r.payment_id
      where p.checkout_id = ${bought.checkout} order by r.created_at desc limit 1`;
    await stripe.settleRefund(refund, 'failed');
    await expect.poll(async () => (await refundsOf(sql, bought)).at(-1)?.state).toBe('failed');
    await page.reload();
  };
  await fail();
  await expect(page.getByRole('list', { name: 'Needs attention' })).toContainText(
    'A refund failed, and will be tried again: the card has expired or was cancelled',
  );
  await expect(status(page)).toHaveText(['Goods: To send', 'Money: Refund failed']);
  await expect(page.getByRole('region', { name: 'Money' })).toContainText('Refunded£0.00');
  await action(page, 'Retry refund of £3.00').click();
  await dialog.getByRole('button', { name: 'Retry refund of £3.00' }).click();
  await expect(news(page)).toHaveText('£3.00 refunded.');
  expect(await refundsOf(sql, bought)).toMatchObject([{ state: 'failed' }, { state: 'succeeded' }]);

  await fail();
  await action(page, 'Give up refund of £3.00').press('Enter');
  await dialog.getByRole('button', { name: 'Give up refund of £3.00' }).press('Enter');
  await expect(news(page)).toHaveText(/^Gave up/);
  await expect(page.getByRole('region', { name: 'Money' })).toContainText('Given up');
  await expect(action(page, /^(Retry|Give up)/)).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();

  // A payment without an order.
  const { checkout } = await paidFor({ sql, stripe, origin }, { charged: 5294 });
  await sql`select resolve_review(${checkout}, 'refund')`;
  for (let failures = 0; failures < 3; failures += 1) {
    await sql`
      select fail_refund(refund_id, 'Your account has no balance') from begin_refund(${checkout})`;
  }
  await showPlace(page, `/studio?checkout=${checkout}`);
  await expect(
    page.getByText(/^The refund of a payment without an order failed 3 times/),
  ).toBeVisible();
  await expect(action(page, 'Retry')).toBeVisible();
  await action(page, 'Refunded outside Stripe').click();
  await dialog.getByLabel(/^How and when/).fill('Bank transfer of 22 November');
  await expectAccessible(page, { oneWidth: true });
  await dialog.getByRole('button', { name: 'Record refund of £52.94' }).click();
  await expect(news(page)).toHaveText('Settled. The shop stops trying.');
  await expect(page.getByText('Bank transfer of 22 November')).toBeVisible();
  await expect(status(page)).toHaveText(['Money: Refunded']);
});

test('the page of an order with everything in it is accessible, wide and narrow', async ({
  page,
  sql,
  stripe,
  baseURL: origin = '',
}) => {
  const bought = await ordered({ sql, stripe, origin }, 3);
  const manager = await workAs(page, sql, 'manager');
  await sql`update staff set name = 'Morag of the Long Name' where user_id = ${manager}`;
  await page.goto(`/studio?order=${bought.order}`);
  const dialog = page.getByRole('dialog');
  await action(page, 'Dispatch').click();
  await dialog.getByLabel('A hat, Ink').fill('2');
  await dialog.getByRole('button', { name: 'Dispatch' }).click();
  await choose(page, 'Create a return');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await stripe.dispute(bought.session);
  const disputed = () => sql`
    select from disputes d join orders o on o.payment_id = d.payment_id where o.id = ${bought.order}`;
  await expect.poll(async () => (await disputed()).length).toBe(1);
  await page.reload();
  await expect(page.getByText('Disputed: £77.91.')).toBeVisible();
  const money = page.getByRole('region', { name: 'Money' });
  await expect(money).toContainText('No refunds until the dispute is decided');
  await expect(money).not.toContainText('Can still be refunded');
  await expect(offered(page, 'Refund')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Respond in Stripe' })).toHaveAttribute(
    'href',
    /^https:\/\/dashboard\.stripe\.com\/test\/payments\/pi_/,
  );
  await expectAccessible(page);
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow, `pixels too wide at ${width}`).toBe(0);
  }
  await action(page, /^Receive R-/).click();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  const box = await dialog.boundingBox();
  expect(box?.x, 'room beside the dialog').toBeGreaterThan(8);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan(382);
  // The header may be scrolled away, by the button's press.
  await page.evaluate(() => scrollTo(0, 0));
  await expect(page.getByRole('button', { name: 'Log Out', includeHidden: true })).toBeInViewport({
    ratio: 1,
  });
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(action(page, /^Receive R-/)).toBeFocused();

  // Another dialog is opened before the close event of the first one arrives.
  await action(page, /^Receive R-/).press('Enter');
  await expect(dialog).toBeVisible();
  await Promise.all(['Escape', 'Enter'].map((key) => page.keyboard.press(key)));
  await expect(dialog).toBeVisible();
  const refuse = await action(page, /^Refuse R-/).elementHandle();
  await dialog.evaluate((first: HTMLDialogElement, button) => {
    first.close();
    if (button instanceof HTMLButtonElement) button.click();
  }, refuse);
  await dialog.getByRole('button', { name: 'Refuse the return' }).press('Enter');
  // Without a reason no request is sent.
  await expect(dialog.getByLabel('Reason (shown to the shopper)')).toBeFocused();
  await dialog.getByLabel('Reason (shown to the shopper)').fill('They were worn.');
  // A press before the refund is known asks for another.
  await expect(dialog.getByText('One moment')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Refuse the return' }).press('Enter');
  await expect(news(page)).toHaveText('Refused. The shopper gets an e-mail.');
  await expect(page.getByRole('region', { name: 'Returns' })).toContainText('Refused');
});
