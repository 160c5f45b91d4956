import { CatalogueReport, type ReleaseOptions } from '#domain/wire/staff-releases.ts';
import { dataOf } from '#server/database.ts';
import type { GivenCatalogue } from './changes.ts';
import type { Shop } from './shop.ts';

function argumentsOf(given: GivenCatalogue, options: ReleaseOptions) {
  // JSON leaves out what is undefined: it stays as it is in the shop.
  return { p_catalogue: JSON.parse(JSON.stringify(given)), p_options: { ...options } };
}

/** What `importCatalogue` would do at this moment. Nothing is changed, and nothing needs to be allowed. */
export async function previewCatalogue(
  { client }: Shop,
  given: GivenCatalogue,
  options: ReleaseOptions,
): Promise<CatalogueReport> {
  return CatalogueReport.parse(
    dataOf(await client.rpc('preview_catalogue', argumentsOf(given, options))),
  );
}

/**
 * Updates the shop in one transaction.
 * @throws DatabaseRefusal `price_jumps` or `mass_archive` for what is not allowed by the options.
 */
export async function importCatalogue(
  { client }: Shop,
  given: GivenCatalogue,
  options: ReleaseOptions,
): Promise<CatalogueReport> {
  return CatalogueReport.parse(
    dataOf(await client.rpc('import_catalogue', argumentsOf(given, options))),
  );
}
