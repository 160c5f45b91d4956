import path from 'node:path';
import { awkwardPages } from './awkward-pages.ts';
import { awkwardProducts } from './awkward-products.ts';
import { buildPages } from './build-pages.ts';
import {
  type HostileProduct,
  hostileProducts,
  stockProduct,
  withDatabase,
} from './hostile-products.ts';
import { madeOnce } from './shared-folder.ts';
import { copyProject } from '#harness/project-copy.ts';
import { shopEnvironment } from '#harness/test-keys.ts';

/** The URL that the pages are built for. */
export const siteUrl = 'https://shop.example';

export type Stocked = HostileProduct & { ids: { product: number; category: number } };

/**
 * Adds products that are hard to show to a seeded database, and makes its prices include tax; the shop of the
 * other browser tests adds tax. The ids are always the same, so that pages built from one such database fit
 * any other.
 * @returns the products with hostile texts.
 */
export async function stockAwkwardly(databaseUrl: string): Promise<Stocked[]> {
  return withDatabase(databaseUrl, async (sql) => {
    await awkwardProducts(sql);
    await awkwardPages(sql);
    await sql`update tax_settings set display = 'included', tax_basis_points = 2000`;
    await sql`insert into country_duties (country, policy) values ('CA', 'not_sold')`;
    const stocked: Stocked[] = [];
    for (const product of hostileProducts) {
      stocked.push({ ...product, ids: await stockProduct(sql, product) });
    }
    return stocked;
  });
}

/**
 * Builds the pages of a shop with such a catalogue, once for all tests of a run.
 * @param own folder for files that are not shared.
 * @param supabaseUrl API of the database with the catalogue.
 * @returns the project folder, with the site in `dist`.
 */
export async function builtAwkwardly(own: string, supabaseUrl = ''): Promise<string> {
  const folder = await madeOnce('awkward-site', own, (made) =>
    buildPages(copyProject(made), {
      ...process.env,
      ...shopEnvironment(supabaseUrl, 'http://127.0.0.1:1'),
      SITE_URL: siteUrl,
      ASTRO_TELEMETRY_DISABLED: '1',
      DO_NOT_TRACK: '1',
    }),
  );
  return path.join(folder, 'project');
}
