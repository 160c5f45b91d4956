import { randomUUID } from 'node:crypto';
import { expectAccessible } from './accessibility.ts';
import { expect, test } from './shop-test.ts';
import { showPlace, workAs } from './studio-orders.ts';

test('a marketer makes a page of blocks, edits its draft, publishes it, and gives it another address', async ({
  page,
  sql,
  loggedErrors,
}) => {
  // The tests add a script to every document; the preview's sandbox blocks it like any other.
  loggedErrors.push(/Blocked script execution in 'about:blank'/);
  await workAs(page, sql, 'marketer');
  const slug = `sizes-${randomUUID().slice(0, 8)}`;
  const main = page.getByRole('main');
  const save = main.getByRole('button', { name: 'Save as a draft' });
  const preview = main.frameLocator('iframe');
  const publish = async () => {
    await main.getByRole('button', { name: 'Publish now' }).click();
    await expect(page.getByText('What it did')).toBeVisible();
  };
  try {
    await page.goto('/studio?pages=own');
    await main.getByRole('link', { name: 'New page' }).click();
    await main.getByLabel('Title', { exact: true }).fill('Cart');
    await main
      .getByLabel('Text 1: text')
      .fill('Measure [above the ears](/nowhere), [for this](/product-details/999999).');
    await expect(
      main.getByText('The shop has no page at /nowhere, /product-details/999999.'),
    ).toBeVisible();
    await save.click();
    await expect(main.getByText('The shop uses this address itself.')).toBeVisible();
    await main.getByLabel('Title', { exact: true }).fill('Find your size');
    await main.getByLabel('Address').fill(slug);
    await main.getByLabel('Text 1: text').fill('Measure **above the ears**. <b>Now</b>');
    await save.click();
    await expect(main.getByText('HTML like “<b>” would not be shown')).toBeVisible();
    await main.getByLabel('Text 1: text').fill('Measure **above the ears**.');
    await expect(preview.locator('strong')).toHaveText('above the ears');

    await main.getByRole('button', { name: 'Add a quote' }).click();
    await expect(main.getByLabel('Quote 2: quote')).toBeFocused();
    await page.keyboard.type('It fits.');
    await main.getByRole('button', { name: 'Add products' }).click();
    const search = main.getByRole('searchbox', { name: 'Search for products to add' });
    await search.fill('Headline Trucker');
    await main.getByRole('button', { name: 'Add: Headline Trucker' }).click();
    await expect(preview.locator('[data-card]')).toContainText('Headline Trucker');
    await main.getByRole('button', { name: 'Move Quote 2, place 2 of 3' }).focus();
    await page.keyboard.press('ArrowUp');
    await expect(main.getByLabel('Quote 1: quote')).toHaveValue('It fits.');
    await expect(main.getByRole('button', { name: 'Move Quote 1, place 1 of 3' })).toBeFocused();
    await expect(preview.locator('[data-own-blocks] > *').first()).toHaveText('It fits.');
    await main.getByRole('button', { name: 'Later: Quote 1' }).click();
    await expect(main.getByLabel('Quote 2: quote')).toHaveValue('It fits.');
    await main.getByRole('checkbox', { name: 'In the menu' }).check();

    await main.getByLabel('Title for search engines').fill('Which size am I?');
    const result = main.getByRole('figure', { name: 'In search results' });
    await expect(result).toContainText('Which size am I? – Minicia');
    await expect(result).toContainText('Measure above the ears.');
    await expect(main.getByText('16 of 70 characters')).toBeVisible();
    await expectAccessible(page, { frames: 1 });
    await save.click();

    await expect(
      main.getByRole('heading', { name: 'New page: Find your size' }).first(),
    ).toBeVisible();
    await expect(preview.locator('strong')).toHaveText('above the ears');
    await main.getByRole('button', { name: 'Before' }).click();
    await expect(main.getByText('Not in the shop.')).toBeVisible();
    await expectAccessible(page);
    await main.getByRole('link', { name: 'Edit', exact: true }).click();
    await main.getByLabel('Text 1: text').fill('Measure below the hat.');
    await save.click();
    const cells = main.getByRole('table', { name: 'New page: Find your size' });
    await expect(cells.getByRole('row', { name: /^Content/ }).first()).toContainText(
      'below the hat',
    );
    await publish();

    // Another address: the old one leads there.
    await showPlace(page, '/studio?pages=own');
    await main.getByRole('link', { name: 'Find your size' }).click();
    await main.getByLabel('Address').fill(`${slug}-guide`);
    await expect(
      main.getByRole('checkbox', { name: `Redirect the old address, /${slug}` }),
    ).toBeChecked();
    await save.click();
    await expect(main.getByText(`/${slug} → /${slug}-guide`)).toBeVisible();
    await publish();
    expect(await sql`select to_path from redirects where from_path = ${`/${slug}`}`).toEqual([
      { to_path: `/${slug}-guide` },
    ]);

    await page.goto('/studio?pages=redirects');
    await main.getByRole('button', { name: 'Add a redirect' }).click();
    const row = main.getByRole('list', { name: 'Redirects' }).getByRole('listitem').first();
    await expect(row.getByLabel('From')).toBeFocused();
    const wanted = [
      ['/cart', '/', 'The shop itself uses /cart: a redirect would hide it.'],
      [`/old-${slug}`, `/${slug}`, `Let this lead to /${slug}-guide.`],
      [`/old-${slug}`, `/old-${slug}`, 'would redirect to itself.'],
      [`/old-${slug}`, '/nowhere', 'The shop has no page at /nowhere.'],
    ] as const;
    for (const [from, to, reason] of wanted) {
      await row.getByLabel('From').fill(from);
      await row.getByLabel('To').fill(to);
      await save.click();
      await expect(row.getByText(reason)).toBeVisible();
    }
    await expectAccessible(page);
    await row.getByLabel('To').fill(`/${slug}-guide`);
    await expect(main.getByText(/^Saved /)).toBeVisible();
    await page.reload();
    await expect(row.getByLabel('To')).toHaveValue(`/${slug}-guide`);
    await save.click();
    await expect(main.getByText(`/old-${slug} → /${slug}-guide`)).toBeVisible();
    await main.getByRole('link', { name: 'Edit', exact: true }).click();
    const drafted = main.getByRole('listitem').filter({
      has: page.getByRole('button', { name: `Remove: /old-${slug}` }),
    });
    await expect(drafted.getByLabel('To')).toHaveValue(`/${slug}-guide`);
    await drafted.getByLabel('From').fill(`/older-${slug}`);
    await save.click();
    await expect(main.getByText(`/older-${slug} → /${slug}-guide`)).toBeVisible();
    await expect(main.getByText(`/old-${slug} → /${slug}-guide`)).toBeHidden();
    await publish();
  } finally {
    await sql`delete from redirects where to_path = ${`/${slug}-guide`}`;
    await sql`delete from own_pages where slug like ${`${slug}%`}`;
  }
});
