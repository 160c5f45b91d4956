import { randomUUID } from 'node:crypto';
import path from 'node:path';
import * as z from 'zod';
import { cutText } from '#domain/cut-text.ts';
import {
  CatalogueReport,
  ReleaseDone,
  type ReleaseOptions,
  ReleasePreview,
  ReleaseReport,
} from '#domain/wire/staff-releases.ts';
import { dataOf } from '#server/database.ts';
import type { GivenCatalogue } from '#server/spreadsheets/changes.ts';
import type { CollectionOrders } from '#server/spreadsheets/collections-of-products.ts';
import type { Shop } from './shop.ts';

/** Changes of a file, as parts of a release. */
export interface FileChanges {
  catalogue: GivenCatalogue;
  order: CollectionOrders;
}

/** Effect of a file's changes. */
export type FileReport = z.infer<typeof FileReport>;
const FileReport = z.object({ catalogue: CatalogueReport, order: ReleaseReport.shape.order });

function argumentsOf({ catalogue, order }: FileChanges, options: ReleaseOptions) {
  // JSON omits undefined fields, which stay unchanged in the shop.
  const given = JSON.parse(JSON.stringify(catalogue));
  const hasOrder = Object.keys(order).length > 0;
  const p_changes = { catalogue: given, ...(hasOrder && { order }) };
  return { p_changes, p_options: { ...options } };
}

const Preview = ReleasePreview.omit({ version: true });

/** Report of what an import would do now, with its fingerprint. */
export async function previewCatalogue(
  { client }: Shop,
  given: FileChanges,
  options: ReleaseOptions,
): Promise<{ report: FileReport; fingerprint: string }> {
  const { report, fingerprint } = Preview.parse(
    dataOf(await client.rpc('preview_changes', argumentsOf(given, options))),
  );
  return { report: FileReport.parse(report), fingerprint };
}

/** Whether an import changes nothing, and so makes no release. */
export function changesNothing({ catalogue, order }: FileReport): boolean {
  const { renamed, categories, products, colours, archived } = catalogue;
  return [
    renamed,
    ...[categories, products, colours].flatMap(({ added, changed }) => [added, changed]),
    archived.products,
    archived.colours,
    order?.changed ?? [],
  ].every((list) => list.length === 0);
}

function newRelease(file: string, given: FileChanges, options: ReleaseOptions) {
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
  given: FileChanges,
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
  given: FileChanges,
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
  given: FileChanges,
  options: ReleaseOptions,
  fingerprint: string,
): Promise<{ release: string; report: FileReport }> {
  const done = await client.rpc('import_as_release', {
    ...newRelease(file, given, options),
    p_fingerprint: fingerprint,
  });
  const { release, report } = ReleaseDone.parse(dataOf(done));
  return { release, report: FileReport.parse(report) };
}
