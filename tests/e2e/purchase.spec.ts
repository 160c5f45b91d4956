import { comeAgain, stored } from './browser-state.ts';
import {
  addToCart,
  expect,
  fillBillingAndCheckOut,
  payWith,
  signUpAndLogIn,
  test,
} from './shop-test.ts';

const goodCard = '4242 4242 4242 4242';

/** A colour per project, so that projects do not affect each other's stock. */
const colours: Record<string, string> = {
  netlify: 'Washed Black',
  desktop: 'Field Olive',
  phone: 'Bone',
};

// Finds elements only by role and name, as a screen reader does.
const journey = {
  type: 'journey',
  description:
    'By roles and names alone, as a screen reader gets them: from the home page to a product, registration, payment and its confirmation',
};

test(
  'a shopper buys a hat, from the home page to the order in the database @netlify @layout @accessibility',
  { annotation: journey },
  async ({ page, sql, account }, { project }) => {
    const colour = colours[project.name] ?? '';
    const stock = async () => {
      const [row] = await sql`
      select v.quantity from color_variants v join products p on p.id = v.product_id
      where p.slug = 'rulebreaker-canvas-bucket' and v.color_name = ${colour}`;
      return Number(row?.['quantity']);
    };
    const before = await stock();

    await page.goto('/');
    await page.getByRole('link', { name: 'Shop Now' }).click();
    await expect(page).toHaveURL(/\/all-products\/?$/);
    await page.getByRole('button', { name: 'MENU' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Bucket Hats' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Bucket Hats' })).toBeVisible();
    await page
      .getByRole('link', { name: /Rulebreaker Canvas Bucket/ })
      .first()
      .click();
    await addToCart(page, colour);

    await page.getByLabel(/^Quantity/).selectOption('2');
    await expect(page.getByRole('definition').filter({ hasText: /^£80\.56$/ })).toBeVisible();
    await page.getByRole('button', { name: 'CHECKOUT' }).click();
    await expect(page).toHaveURL(/\/login$/);
    await signUpAndLogIn(page, account);
    await expect(page.getByRole('definition')).toHaveText(['£76.00', '2', '£80.56']);
    expect(JSON.parse((await stored(page, 'root')) ?? '')).toMatchObject({
      cart: [{ name: 'Rulebreaker Canvas Bucket', quantity: 2 }],
      token: { id: expect.any(String), access: expect.any(String) },
    });
    await fillBillingAndCheckOut(page);

    await expect(page.getByText(/test payment page/i).first()).toBeVisible();
    await payWith(page, goodCard);
    await expect(page.getByRole('heading', { name: 'Thank You for Shopping!' })).toBeVisible();
    await expect(
      page
        .getByRole('paragraph')
        .filter({ hasText: 'Your order was successfully placed and will be delivered soon.' }),
    ).toBeVisible();

    const orders = await sql`
    select o.status, o.order_amount_pence, o.total_items, p.status as payment,
           i.product_name, i.color_name, i.quantity
    from orders o
    join payments p on p.id = o.payment_id
    join order_items i on i.order_id = o.id
    join profiles s on s.user_id = o.user_id
    where s.username = ${account.username}`;
    expect([...orders]).toEqual([
      {
        status: 'processing',
        order_amount_pence: 8056,
        total_items: 2,
        payment: 'paid',
        product_name: 'Rulebreaker Canvas Bucket',
        color_name: colour,
        quantity: 2,
      },
    ]);
    expect(await stock()).toBe(before - 2);

    await page.getByRole('link', { name: 'Continue Shopping' }).click();
    await expect(page).toHaveURL(/\/$/);
    await page.goto('/cart');
    await expect(
      page.getByRole('paragraph').filter({ hasText: 'Nothing in here yet.' }),
    ).toBeVisible();
  },
);

test('the cancel link keeps the cart and releases the stock; then a declined card is reported and can be replaced by another', async ({
  page,
  sql,
  account,
}) => {
  await comeAgain(page, { lines: [{ product: 10, colour: 'Mustard' }], customer: account });
  await page.goto('/billing');
  await fillBillingAndCheckOut(page, 'France');
  const held = async () => {
    const [row] = await sql`
      select count(*)::int as held from stock_holds h
      join checkouts c on c.id = h.checkout_id join profiles s on s.user_id = c.user_id
      where s.username = ${account.username}`;
    return row?.['held'];
  };
  expect(await held()).toBe(1);
  await page.getByRole('link', { name: 'Back to the shop' }).first().click();
  await expect(page).toHaveURL(/\/cart$/);
  await expect(page.getByRole('heading', { name: 'Dockside Fisherman Beanie' })).toBeVisible();
  expect(await held()).toBe(0);

  // The purchase can still be made, with the form unchanged.
  await page.getByRole('button', { name: 'CHECKOUT' }).click();
  await expect(page.getByLabel('Address')).toHaveValue('8 rue de Rivoli, 75004 Paris');
  await page.getByRole('button', { name: 'CHECKOUT' }).click();
  await payWith(page, '4000 0000 0000 0002');
  await expect(page.getByText('Your card was declined.')).toBeVisible();
  await payWith(page, goodCard);
  await expect(page.getByRole('heading', { name: 'Thank You for Shopping!' })).toBeVisible();
  const [order] = await sql`
    select o.shipping_pence, o.country from orders o join profiles s on s.user_id = o.user_id
    where s.username = ${account.username}`;
  expect({ ...order }).toEqual({ shipping_pence: 1495, country: 'FR' });
});

test('a shopper who closes the tab after paying still gets the order', async ({
  page,
  sql,
  account,
}) => {
  const lines = [{ product: 14, colour: 'Black' }];
  await comeAgain(page, { lines, customer: account, form: true });
  await page.goto('/billing');
  await page.getByRole('button', { name: 'CHECKOUT' }).click();
  await expect(page).toHaveURL(/\/c\/pay\/cs_test_/);
  await page.route('**/stripesuccess**', (route) => route.abort());
  await payWith(page, goodCard);
  await expect
    .poll(async () => {
      const [row] = await sql`
        select count(*)::int as orders from orders o join profiles s on s.user_id = o.user_id
        where s.username = ${account.username}`;
      return row?.['orders'];
    })
    .toBe(1);
});
