import { existsSync, globSync } from 'node:fs';
import path from 'node:path';
import postgres from 'postgres';
import { inject } from 'vitest';
import { siteUrl } from './awkward-site.ts';
import type { FactName } from '#domain/catalogue/product-facts.ts';
import { htmlPage } from './html-page.ts';

/** The file served at a URL of the site; undefined if there is none. */
export function builtFile(address: string): string | undefined {
  const { origin, pathname } = new URL(address);
  if (origin !== siteUrl) return undefined;
  const file = path.join(inject('distFolder'), decodeURIComponent(pathname));
  const page = path.join(file, 'index.html');
  if (existsSync(page)) return page;
  return path.extname(file) !== '' && existsSync(file) ? file : undefined;
}

/** Every page of the site with its path, parsed. */
export function builtPages() {
  const folder = inject('distFolder');
  const files = globSync('**/*.html', { cwd: folder });
  return files
    .filter((file) => !file.endsWith('part.html'))
    .map((file) => {
      const page = htmlPage(path.join(folder, file));
      const pathname = `/${file.replaceAll('\\', '/').replace(/(^|\/)index\.html$/, '')}`;
      return Object.assign(page, {
        /** Path within the site's folder. */
        file,
        path: pathname,
        isPrivate: page.meta('robots').includes('noindex'),
      });
    });
}

export interface CatalogueColour {
  product: number;
  variant: number;
  name: string;
  color: string;
  /** Facts of its product in the database. */
  told: Partial<Record<FactName, string | number>> & { origin_country: string | null };
  quantity: number;
  pence: number;
  pictures: number;
}

/** Every colour of every product that was in the shop when the site was built. */
export async function catalogueColours(): Promise<CatalogueColour[]> {
  const sql = postgres(inject('builtFrom'), { max: 1, onnotice: () => undefined });
  const rows = await sql<CatalogueColour[]>`
    select p.id::int as product, v.id::int as variant, p.name, v.color_name as color, v.quantity,
      p.price_pence as pence, p.facts || jsonb_build_object('origin_country', p.origin_country) as told,
      (select count(*)::int from variant_images i where i.variant_id = v.id) as pictures
    from products p join color_variants v on v.product_id = p.id
    where p.archived_at is null and v.archived_at is null order by v.id`;
  await sql.end();
  return [...rows];
}
