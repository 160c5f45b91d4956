import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { cutText } from '#domain/cut-text.ts';
import {
  CatalogueReport,
  ReleaseDone,
  type ReleaseOptions,
  ReleasePreview,
} from '#domain/wire/staff-releases.ts';
import { dataOf } from '#server/database.ts';
import type { GivenCatalogue } from '#server/spreadsheets/changes.ts';
import type { Shop } from './shop.ts';

function argumentsOf(given: GivenCatalogue, options: ReleaseOptions) {
  // JSON omits undefined fields, which stay unchanged in the shop.
  const catalogue = JSON.parse(JSON.stringify(given));
  return { p_changes: { catalogue }, p_options: { ...options } };
}

const Preview = ReleasePreview.omit({ version: true });

/** Report of what an import would do now, with its fingerprint. */
export async function previewCatalogue(
  { client }: Shop,
  given: GivenCatalogue,
  options: ReleaseOptions,
): Promise<{ report: CatalogueReport; fingerprint: string }> {
  const { report, fingerprint } = Preview.parse(
    dataOf(await client.rpc('preview_changes', argumentsOf(given, options))),
  );
  return { report: CatalogueReport.parse(report.catalogue), fingerprint };
}

/** Whether an import changes nothing, and so makes no release. */
export function changesNothing(report: CatalogueReport): boolean {
  const { renamed, categories, products, colours, archived } = report;
  return [
    renamed,
    ...[categories, products, colours].flatMap(({ added, changed }) => [added, changed]),
    archived.products,
    archived.colours,
  ].every((list) => list.length === 0);
}

function newRelease(file: string, given: GivenCatalogue, options: ReleaseOptions) {
  const name = path.basename(file);
  return {
    ...argumentsOf(given, options),
    p_release: randomUUID(),
    p_title: cutText(`Import of ${name}`, 120),
    p_source: name,
  };
}

/** Saves an import as a draft. @returns its id. */
export async function draftCatalogue(
  { client }: Shop,
  file: string,
  given: GivenCatalogue,
  options: ReleaseOptions,
): Promise<string> {
  const release = newRelease(file, given, options);
  dataOf(await client.rpc('draft_by_command', release));
  return release.p_release;
}

/**
 * Schedules an import for publication.
 * @param at ISO 8601
 * @returns its id.
 * @throws DatabaseRefusal `time_invalid`, `preview_outdated`.
 */
export async function scheduleCatalogue(
  { client }: Shop,
  file: string,
  given: GivenCatalogue,
  options: ReleaseOptions,
  { at, fingerprint }: { at: string; fingerprint: string },
): Promise<string> {
  const release = newRelease(file, given, options);
  dataOf(await client.rpc('schedule_import', { ...release, p_at: at, p_fingerprint: fingerprint }));
  return release.p_release;
}

/**
 * Publishes an import as one release, in one transaction.
 * @param fingerprint fingerprint of the preview: exactly the previewed changes are made.
 * @throws DatabaseRefusal `price_jumps` or `mass_archive` for changes that the options do not allow;
 *   `preview_outdated` when the shop has changed since the preview.
 */
export async function importCatalogue(
  { client }: Shop,
  file: string,
  given: GivenCatalogue,
  options: ReleaseOptions,
  fingerprint: string,
): Promise<{ release: string; report: CatalogueReport }> {
  const done = await client.rpc('import_as_release', {
    ...newRelease(file, given, options),
    p_fingerprint: fingerprint,
  });
  const { release, report } = ReleaseDone.parse(dataOf(done));
  return { release, report: CatalogueReport.parse(report.catalogue) };
}
