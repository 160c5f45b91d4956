import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright/test';
import type { Sql } from 'postgres';
import { expectAccessible } from './accessibility.ts';
import { expect, test } from './shop-test.ts';
import { workAs } from './studio-orders.ts';

/** Long-presses a picture until it is picked up, and drags it to another one. */
async function dragByFinger(page: Page, from: string, to: string): Promise<void> {
  const middle = async (name: string) => {
    const box = await page.getByRole('button', { name: `Move ${name}, ` }).boundingBox();
    if (!box) throw new Error(`${name} is not shown`);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const [start, end] = [await middle(from), await middle(to)];
  const phone = await page.context().newCDPSession(page);
  const finger = (type: 'touchStart' | 'touchMove', at: typeof start) =>
    phone.send('Input.dispatchTouchEvent', { type, touchPoints: [at] });
  await finger('touchStart', start);
  await expect(page.locator('.order-card[data-dragging]')).toHaveCount(1);
  for (const part of [0.3, 0.7, 1]) {
    await finger('touchMove', {
      x: start.x + (end.x - start.x) * part,
      y: start.y + (end.y - start.y) * part,
    });
  }
  await expect(page.getByText(new RegExp(`${from} picked up, place 1`))).toBeAttached();
  await phone.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

/** Runs a test with a category of four products, Cap 1 to Cap 4, which is removed afterwards. */
async function withCaps(sql: Sql, run: (category: string, id: string) => Promise<void>) {
  const category = `order-${randomUUID().slice(0, 8)}`;
  const [{ id } = { id: '' }] = await sql<{ id: string }[]>`
    insert into categories (slug, name, position) values (${category}, ${category}, 99) returning id`;
  try {
    await sql`
      with made as (
        insert into products (slug, name, price_pence, category_id, created_at)
        select ${category} || '-' || n, 'Cap ' || n, 3900, ${id}, '2020-01-10'::date - n
        from generate_series(1, 4) n returning id)
      insert into color_variants (product_id, color_name, quantity) select id, 'Ink', 3 from made`;
    await run(category, id);
  } finally {
    await sql`delete from color_variants v using products p where p.id = product_id and category_id = ${id}`;
    await sql`delete from products where category_id = ${id}`;
    await sql`delete from categories where id = ${id}`;
  }
}

function stands(page: Page, ...order: number[]): Promise<void> {
  return expect(page.locator('.order-name')).toHaveText(order.map((n) => `Cap ${n}`));
}

test('a marketer drags a product by a finger on a phone @phone', async ({ page, sql }) => {
  await workAs(page, sql, 'marketer');
  await withCaps(sql, async (category) => {
    await page.goto('/studio?catalogue=order');
    await page.getByRole('combobox', { name: 'Category' }).selectOption(category);
    await stands(page, 1, 2, 3, 4);
    await dragByFinger(page, 'Cap 2', 'Cap 1');
    await stands(page, 2, 1, 3, 4);
    const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(beyond).toBeLessThanOrEqual(0);
  });
});

test('a marketer reorders a category by pointer, keyboard and buttons, and shoppers see it', async ({
  page,
  sql,
}) => {
  await workAs(page, sql, 'marketer');
  await withCaps(sql, async (category, id) => {
    await page.goto('/studio?catalogue=order');
    await page.getByRole('combobox', { name: 'Category' }).selectOption(category);
    const take = (n: number) => page.getByRole('button', { name: `Move Cap ${n}, ` });
    await stands(page, 1, 2, 3, 4);
    const save = page.getByRole('button', { name: 'Save as a draft' });
    await expect(save).toBeDisabled();
    await expectAccessible(page);

    // Keys work once positions are measured, a moment after it is picked up.
    const second = page.getByText('Cap 1 picked up, place 2 of 4.');
    const moveRight = () =>
      expect(async () => {
        if ((await second.count()) === 0) await page.keyboard.press('ArrowRight');
        await expect(second).toBeAttached({ timeout: 2_000 });
      }).toPass();
    await take(1).focus();
    await page.keyboard.press('Space');
    await expect(page.getByText('Cap 1 picked up, place 1 of 4.')).toBeAttached();
    await moveRight();
    await page.keyboard.press('Escape');
    await stands(page, 1, 2, 3, 4);
    await page.keyboard.press('Space');
    await expect(page.getByText('Cap 1 picked up, place 1 of 4.')).toBeAttached();
    await moveRight();
    await page.keyboard.press('Space');
    await stands(page, 2, 1, 3, 4);

    await page.getByRole('button', { name: 'First: Cap 3' }).click();
    await stands(page, 3, 2, 1, 4);
    await page.getByRole('button', { name: 'Later: Cap 1' }).click();
    await stands(page, 3, 2, 4, 1);
    await page.getByRole('button', { name: 'Undo all moves' }).click();
    await stands(page, 1, 2, 3, 4);
    await take(2).dragTo(take(1), { steps: 5 });
    await stands(page, 2, 1, 3, 4);
    // For 50 ms after a drag, dnd-kit suppresses clicks, so that the dropped picture is not clicked.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
    // Edits stay while another page is open.
    await page.getByRole('link', { name: 'Products', exact: true }).click();
    await page.goBack();
    await stands(page, 2, 1, 3, 4);

    await save.click();
    await expect(page).toHaveURL(/\/studio\?catalogue=release&id=/);
    await expect(page.getByText(`${category}: ${category}-2, ${category}-1`)).toBeVisible();
    // The draft is edited again.
    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    await stands(page, 2, 1, 3, 4);
    await page.getByRole('button', { name: 'First: Cap 4' }).click();
    await save.click();
    await expect(page.getByText(`${category}: ${category}-4, ${category}-2`)).toBeVisible();
    // Another person has changed the order meanwhile: theirs stays unless this release overrides it.
    await sql`
      insert into product_order (category_id, product_id, place)
      select category_id, id, row_number() over (order by slug desc) from products where category_id = ${id}`;
    await page.reload();
    await expect(page.getByText('Not applied: the order of')).toBeVisible();
    await page.getByRole('checkbox', { name: 'On conflict, use this release’s values' }).click();
    await expect(page.getByText(`${category}: ${category}-4, ${category}-2`)).toBeVisible();
    await page.getByRole('button', { name: 'Publish now' }).click();
    await expect(page.getByText('What it did')).toBeVisible();
    await page.goto(`/productListing/${id}`);
    await expect(page.locator('[data-card]')).toContainText(['Cap 4', 'Cap 2', 'Cap 1', 'Cap 3']);
  });
});
