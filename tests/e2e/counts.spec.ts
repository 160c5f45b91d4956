import type { Sql } from 'postgres';
import type { Page } from 'playwright/test';
import { sampleMailing } from '../support/sample-mailing.ts';
import { expectAccessible } from './accessibility.ts';
import { untilSwapping } from './in-place.ts';
import { mailTo, sendDueMailings } from './mailbox.ts';
import { withOwnProduct } from './own-product.ts';
import { expect, test } from './shop-test.ts';
import { comeAsStaff } from './studio-orders.ts';

/** Letters that no other test counts; a long number would not be kept. */
function newWord(): string {
  return `zq${crypto.randomUUID().replaceAll(/[\d-]/g, 'x').slice(0, 20)}`;
}

function sumOf(sql: Sql, kind: string, key: string) {
  return async () => {
    const [row] = await sql<{ sum: number }[]>`
      select sum::int from counts where kind = ${kind}::count_kind and key = ${key}`;
    return row?.sum ?? 0;
  };
}

function stockCheck(page: Page) {
  return page.waitForRequest(/\/api\/listing\/cartvalidate/);
}

test('a visit by a campaign and its searches are counted once, though it ends with a search, without anything stored for it', async ({
  page,
  sql,
}) => {
  const campaign = newWord();
  const nothing = newWord();
  const pings: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'ping') pings.push(request.url());
  });
  const link = `/?utm_source=News&utm_campaign=${campaign}&fbclid=${newWord()}`;
  await page.goto(link, { referer: `http://www.${campaign}.example/post/1` });
  await page.getByRole('button', { name: 'Search' }).click();
  const search = page.getByRole('dialog', { name: 'Search' });
  await search.getByRole('combobox').pressSequentially(nothing);
  await expect(search.getByRole('status')).toHaveText(/^Nothing found/);
  // The suggestions and the results are one search.
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`q=${nothing}`));
  await expect(page.getByText('0 pieces')).toBeVisible();
  await expect.poll(sumOf(sql, 'searched_in_vain', nothing)).toBe(1);
  await expect.poll(sumOf(sql, 'campaign', `news/${campaign}`)).toBe(1);
  await expect.poll(sumOf(sql, 'referrer', `${campaign}.example`)).toBe(1);
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Beanies' }).click();
  const checked = stockCheck(page);
  // Other tests sell out colours of other beanies.
  await page
    .getByRole('main')
    .getByRole('link', { name: /Dockside/ })
    .first()
    .click();
  const { counts } = (await checked).headers();
  expect(counts).toContain('seen=');
  expect(counts).not.toMatch(/fbclid|arrived/);
  await page.getByRole('button', { name: 'Add To Cart', exact: true }).click();
  await expect(page).toHaveURL(/\/cart$/);
  await expect.poll(sumOf(sql, 'campaign_added', `news/${campaign}`)).toBe(1);
  expect(await sumOf(sql, 'campaign', `news/${campaign}`)(), 'one visit').toBe(1);
  expect(await sumOf(sql, 'searched_in_vain', nothing)(), 'one search').toBe(1);
  const bookmarked = newWord();
  await page.goto(`/all-products?q=${bookmarked}`);
  await expect.poll(sumOf(sql, 'searched_in_vain', bookmarked)).toBe(1);
  const kept = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }]),
  );
  expect(kept).not.toContain(campaign);
  expect(await page.context().cookies()).toEqual([]);
  expect(pings).toEqual([]);
});

test('only a link is an arrival: neither a reload, nor Back, nor a product shown in place', async ({
  page,
}) => {
  const referer = `http://www.${newWord()}.example/`;
  const path = '/product-details/14?UTM_Source=paper';
  const arrived = async (act: () => Promise<unknown>) => {
    const checked = stockCheck(page);
    await act();
    return new URLSearchParams((await checked).headers()['counts']).has('arrived');
  };
  expect(await arrived(() => page.goto(path, { referer }))).toBe(true);
  expect(await arrived(() => page.reload())).toBe(false);
  await untilSwapping(page);
  const related = page.getByRole('region', { name: /^More from/ }).getByRole('link');
  expect(await arrived(() => related.first().click())).toBe(false);
  await page.goto('/login');
  expect(await arrived(() => page.goBack())).toBe(false);
});

test('a link in a mailing is counted as its campaign, from the click to the studio', async ({
  page,
  sql,
  account,
}) => {
  const subject = newWord();
  const address = `${subject}@example.com`;
  const marketer = await comeAsStaff(page, sql, account, 'marketer');
  await sql`
    insert into subscriptions (email, confirmed_at, confirmed_text) values (${address}, now(), 'Press the button')`;
  const content = {
    ...sampleMailing,
    subject,
    buttonLabel: 'Look',
    buttonHref: '/product-details/8',
  };
  await sql`
    insert into mailings (id, content, state, send_at, released_by)
    select gen_random_uuid(), ${sql.json(content)}, 'scheduled', now(), id from staff where user_id = ${marketer}`;
  await sendDueMailings();
  const { html } = await mailTo(address, subject);
  const [, link = ''] = /href="https?:\/\/[^/"]+(\/product-details\/8\?[^"]+)"/.exec(html) ?? [];
  await page.goto(link.replaceAll('&amp;', '&'));
  await expect.poll(sumOf(sql, 'campaign', `newsletter/${subject}`)).toBe(1);
  await page.goto('/studio?figures=visits&period=week');
  const campaigns = page.getByRole('table', { name: 'Campaigns' });
  await expect(campaigns.getByRole('row', { name: `newsletter/${subject} 1 0` })).toBeVisible();
});

test('a visitor reads what is counted, objects to it, and is counted again on the privacy page @layout', async ({
  page,
  sql,
}) => {
  await withOwnProduct(sql, async (id) => {
    const seen = sumOf(sql, 'seen', String(id));
    await page.goto('/what-we-count');
    const box = page.getByRole('checkbox', { name: /^Count my visits/ });
    await expect(page.getByRole('heading', { level: 1, name: 'What we count' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Today’s rows' }).getByRole('status')).toHaveText(
      /ounted today/,
    );
    await expect(box).toBeChecked();
    await box.uncheck();
    await expect(page.getByText('Your visits are no longer counted.')).toBeVisible();
    await expectAccessible(page);

    let checked = stockCheck(page);
    await page.goto(`/product-details/${id}`);
    expect((await checked).headers()).not.toHaveProperty('counts');
    await page.goto('/privacypolicy#counting');
    await expect(box).not.toBeChecked();
    await box.check();
    await expect(page.getByText('Your visits are counted from now on.')).toBeVisible();
    expect(await page.context().cookies()).toEqual([]);

    checked = stockCheck(page);
    await page.goto(`/product-details/${id}`);
    expect((await checked).headers()['counts']).toContain(`seen=${id}`);
    await expect.poll(seen, 'only the second view').toBe(1);
    await page.goto('/what-we-count');
    const row = page.getByRole('row', { name: 'Product looked at Lone Picture Cap 1' });
    await expect(row.first()).toBeVisible();
    await page.getByText('The query that makes these rows').click();
    await expect(page.getByText('group by c.kind, p.id, p.name')).toBeVisible();
    await expectAccessible(page);
  });
});

test('a marketer sees the funnel, campaigns and searches without a result, but no money', async ({
  page,
  sql,
  account,
}) => {
  const word = newWord();
  await sql`
    insert into counts (day, kind, key, sum) values
      ('2020-03-04', 'seen', '14', 40), ('2020-03-04', 'added', '14', 10), ('2020-03-04', 'checkout', '', 4),
      ('2020-03-04', 'campaign', ${`news/${word}`}, 7), ('2020-03-04', 'searched_in_vain', ${word}, 3)
    on conflict do nothing`;
  await comeAsStaff(page, sql, account, 'marketer');
  await page.goto('/studio?figures=visits&period=week&day=2020-03-04');
  await expect(page.getByRole('heading', { level: 1, name: 'Visits' })).toBeVisible();
  await expect(page.getByText('25.0% of the views')).toBeVisible();
  const campaigns = page.getByRole('table', { name: 'Campaigns' });
  await expect(campaigns.getByRole('row', { name: `news/${word} 7 0` })).toBeVisible();
  const inVain = page.getByRole('table', { name: 'Searches without a result' });
  await expect(inVain.getByRole('row', { name: `${word} 3` })).toBeVisible();
  const unsold = page.getByRole('table', { name: 'Looked at but not bought' });
  await expect(unsold.getByRole('row')).toHaveCount(2);
  await page.getByText('Numbers of the charts').click();
  await expect(page.getByRole('row', { name: 'Wed 40 10 4 0' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Sales' })).toBeHidden();
  await expectAccessible(page);
});
