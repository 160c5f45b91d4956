import sharp from 'sharp';
import { expectAccessible } from './accessibility.ts';
import { expect, test } from './shop-test.ts';
import { workAs } from './studio-orders.ts';

function plain(width: number, height: number): Promise<Buffer> {
  const create = { width, height, channels: 3, background: '#A53' } as const;
  return sharp({ create }).jpeg().toBuffer();
}

test('a marketer edits the home page and the FAQ beside previews of the pages', async ({
  page,
  sql,
  loggedErrors,
}) => {
  // The tests add a script to every document; the preview's sandbox blocks it like any other.
  loggedErrors.push(/Blocked script execution in 'about:blank'/);
  await workAs(page, sql, 'marketer');
  await page.goto('/studio?pages');
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Home');
  const save = main.getByRole('button', { name: 'Save as a draft' });
  await expect(save).toBeDisabled();
  const preview = main.frameLocator('iframe');
  await expect(preview.locator('#new-arrivals')).toHaveText('New Arrivals');
  const hero = preview.locator('img.hero-picture');
  expect(await hero.evaluate((img) => getComputedStyle(img).objectPosition)).toBe('0% 50%');
  await expectAccessible(page, { frames: 1 });

  const tiles = main.getByRole('region', { name: 'Tiles' });
  await tiles.getByLabel('Heading').fill('');
  await main.getByRole('region', { name: 'Hero' }).getByLabel('Left to right').fill('70');
  expect(await hero.evaluate((img) => getComputedStyle(img).objectPosition)).toBe('70% 50%');
  await save.click();
  await expect(tiles.getByText('This field is required.')).toBeVisible();
  await expect(tiles.getByLabel('Heading')).toBeFocused();
  await tiles.getByLabel('Heading').fill('New this week');
  await expect(preview.locator('#new-arrivals')).toHaveText('New this week');
  await tiles.getByRole('button', { name: 'Later: Tile 1' }).click();
  await expect(preview.locator('a.tile').first()).toHaveAccessibleName(
    "Women: Explore Women's Velvet Collection",
  );
  const top = main.getByLabel('New picture: Picture at the top');
  const jpeg = { name: 'top.jpg', mimeType: 'image/jpeg' };
  await top.setInputFiles({ ...jpeg, buffer: await plain(900, 1600) });
  await expect(main.getByText('pages show pictures wider than high')).toBeVisible();
  await top.setInputFiles({ ...jpeg, buffer: await plain(1600, 900) });
  await expect(hero).toHaveAttribute('src', /catalogue%2Fpages%2Ffront-/);
  expect(await hero.evaluate((img) => getComputedStyle(img).objectPosition)).toBe('50% 50%');
  await main.getByLabel('Words over the picture').fill('The winter drop is here');
  await main.getByLabel('Button', { exact: true }).fill('See it');
  await expect(preview.locator('[data-hero-words]')).toContainText('The winter drop is here');
  await save.click();
  await expect(main.getByText('The button needs both a text and a link.')).toBeVisible();
  await main.getByLabel('Link of the button').fill('/all-products');
  const story = main.getByLabel('Story', { exact: true });
  await story.fill('<b>Loud</b>');
  await save.click();
  await expect(main.getByText('HTML like “<b>” would not be shown')).toBeVisible();
  await story.fill('We are **back**.');
  await expect(preview.locator('strong')).toHaveText('back');
  await main.getByRole('button', { name: 'Desktop' }).click();
  await expect(preview.locator('#new-arrivals')).toHaveText('New this week');

  // Edits stay while another page is open.
  await page.getByRole('link', { name: 'FAQ' }).click();
  await main.getByRole('button', { name: 'Add a question' }).click();
  await main.getByLabel('Question 6', { exact: true }).fill('Why hats?');
  await main.getByLabel('Question 6: answer').fill('Because of [rain](/all-products).');
  await main.getByRole('button', { name: 'Earlier: Question 6' }).click();
  await expect(preview.locator('details').nth(4)).toContainText('Why hats?');
  await expect(preview.locator('details').nth(4).getByRole('link')).toHaveText('rain');
  await page.getByRole('link', { name: 'Announcement' }).click();
  const announcement = main.getByRole('textbox', { name: 'Announcement' });
  await announcement.fill('!'.repeat(118));
  await announcement.pressSequentially('!!!!!', { delay: 0 });
  // A text that is too long is marked, not cut.
  await expect(announcement).toHaveValue('!'.repeat(123));
  await expect(announcement).toHaveAttribute('aria-invalid', 'true');
  const tooLong = main.getByText('Use at most 120 characters; this has 123.');
  await expect(tooLong).toBeVisible();
  const twoLines = main.getByText('On a phone this takes two lines.');
  await announcement.fill('Free delivery in the UK this week, and free returns until Sunday');
  await expect(twoLines).toBeVisible();
  await announcement.fill('Free returns until Sunday');
  await expect(twoLines.or(tooLong)).toBeHidden();
  await expect(main.getByText('25 of 120 characters')).toBeVisible();
  await main.getByLabel('Until').fill('2026-10-25T01:30');
  await expect(main.getByText(/There is 01:30 twice on that day/)).toBeVisible();
  await main.getByLabel('Until').fill('2027-06-01T18:00');
  await expect(main.getByText('Tuesday 1 June 2027 at 18:00 BST')).toBeVisible();
  await expect(preview.locator('[data-announcement]')).toHaveText('Free returns until Sunday');
  await expectAccessible(page, { frames: 1, oneWidth: true });
  // A missing passage required by law is reported at once.
  await page.getByRole('link', { name: 'Shipping and returns' }).click();
  const policy = main.getByRole('textbox', { name: 'Text', exact: true });
  await expect(main.getByText('The law requires more in this text.')).toBeHidden();
  await policy.fill((await policy.inputValue()).replace('without giving a reason', 'with reason'));
  await expect(main.getByText('The law requires more in this text.')).toBeVisible();
  await expect(main.getByText('the right to cancel within 14 days')).toBeVisible();
  await page.getByRole('link', { name: 'Launch page' }).click();
  await main.getByLabel('Counts down to').fill('2030-06-01T18:00');
  await expect(preview.locator('[data-countdown]')).toContainText('The next drop opens');
  await expect(preview.getByText('Saturday 1 June 2030 at 18:00 BST')).toBeVisible();
  await expect(preview.locator('[data-left=days]')).toHaveText(/^\d{2,}$/);
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await expect(tiles.getByLabel('Heading')).toHaveValue('New this week');

  await save.click();
  await expect(page).toHaveURL(/\/studio\?catalogue=release&id=/);
  const id = new URL(page.url()).searchParams.get('id');
  const [release] = await sql`
    select state, title, changes -> 'content' -> 'tiles' -> 'now' ->> 'heading' as heading,
      changes -> 'content' -> 'tiles' -> 'seen' ->> 'heading' as seen,
      changes -> 'content' ? 'faq' as has_faq
    from releases where id = ${id}`;
  expect(release).toEqual({
    state: 'draft',
    title: 'Pages: Home',
    heading: 'New this week',
    seen: 'New Arrivals',
    has_faq: false,
  });

  // The draft shows the page before and after, and only the changed fields, with the form's labels.
  await main.getByRole('button', { name: 'Before' }).click();
  await expect(preview.locator('#new-arrivals')).toHaveText('New Arrivals');
  await main.getByRole('button', { name: 'After' }).click();
  await expect(preview.locator('#new-arrivals')).toHaveText('New this week');
  expect(await hero.evaluate((img) => getComputedStyle(img).objectPosition)).toBe('50% 50%');
  const cells = main.getByRole('table', { name: 'Home: Tiles' });
  await expect(cells.getByRole('row', { name: /^Heading/ })).toHaveText(
    'HeadingNew ArrivalsNew this week',
  );
  await expect(cells.getByRole('rowheader', { name: 'Beside it' })).toHaveCount(0);
  const pictures = main.getByRole('table', { name: 'Home: Hero' }).getByRole('img');
  await expect(pictures).toHaveCount(2);
  await expectAccessible(page, { frames: 1 });

  // The draft is edited again in the page's form; what is typed survives the browser's own copy.
  await main.getByRole('link', { name: 'Edit', exact: true }).click();
  await expect(tiles.getByLabel('Heading')).toHaveValue('New this week');
  await tiles.getByLabel('Heading').fill('New today');
  await expect(main.getByText(/Saved \d\d:\d\d\./)).toBeVisible();
  await page.evaluate(() => localStorage.removeItem('studioEdits'));
  await page.reload();
  await expect(main.getByText('Your unsaved input was restored.')).toBeVisible();
  await expect(tiles.getByLabel('Heading')).toHaveValue('New today');
  await save.click();
  await expect(page).toHaveURL(`/studio?catalogue=release&id=${id}`);
  const [again] = await sql`
    select version, changes #>> '{content,tiles,now,heading}' as heading,
      changes #>> '{content,tiles,seen,heading}' as seen
    from releases where id = ${id}`;
  expect(again).toEqual({ version: 2, heading: 'New today', seen: 'New Arrivals' });
});
