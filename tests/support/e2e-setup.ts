import postgres from 'postgres';
import { findChromium } from '#harness/chromium.ts';
import { passE2eSettings } from './e2e-settings.ts';
import { turnOfBrowserTests } from './shared-folder.ts';
import { startWholeShop } from './whole-shop.ts';

/**
 * Chooses the carrier, and adds an archived product and category whose ids are above all that tests will make: for a second after somebody asked for
 * an id that there was not, the server refuses ids above the newest one unasked (netlify/server/newest-ids.ts).
 */
async function fillDatabase(databaseUrl: string): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined });
  await sql`insert into label_settings (carrier) values ('shippo')`;
  await sql`
    with last as (
      insert into categories (id, slug, name, position, archived_at)
      values (1000000000, 'last', 'Last', 999, now()) returning id)
    insert into products (id, slug, name, price_pence, category_id, created_at, archived_at)
    select id, 'last', 'Last', 100, id, '2020-01-01', now() from last`;
  await sql.end();
}

/** Builds and starts the whole shop once for all browser tests. */
export default async function setup(): Promise<() => Promise<void>> {
  const browser = await findChromium();
  const shop = await startWholeShop();
  const { close, ...settings } = shop;
  await fillDatabase(shop.databaseUrl);
  passE2eSettings({ ...settings, browser });
  await turnOfBrowserTests();
  return close;
}
