import path from 'node:path';
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

/** The address that the pages are built for. */
export const siteUrl = 'https://shop.example';

export type Stocked = HostileProduct & { ids: { product: number; category: number } };

/**
 * Adds to a seeded database what is hard to show, and has its prices include tax, since the shop of the other
 * browser tests adds it. Always with the same ids, so that pages built from one such database fit any other.
 * @returns the products whose texts try to be something else.
 */
export async function stockAwkwardly(databaseUrl: string): Promise<Stocked[]> {
  return withDatabase(databaseUrl, async (sql) => {
    await awkwardProducts(sql);
    await sql`update tax_settings set display = 'included', tax_basis_points = 2000`;
    const stocked: Stocked[] = [];
    for (const product of hostileProducts) {
      stocked.push({ ...product, ids: await stockProduct(sql, product) });
    }
    return stocked;
  });
}

/**
 * The pages of a shop with such a catalogue, built once for all tests of a run.
 * @param own a folder for what is not shared.
 * @param supabaseUrl where the catalogue is read.
 * @returns the folder of the project, which has the site in `dist`.
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
