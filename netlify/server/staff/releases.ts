import type * as calls from '#domain/contracts/staff-releases.ts';
import type { Asked } from '#domain/contracts/staff-call.ts';
import { databaseFor } from '../database.ts';
import { requireCatalogue } from './catalogue-changes.ts';
import { requireContent } from './content-changes.ts';
import { requirePages, requireRedirects } from './page-changes.ts';
import { requirePassages } from './require-passages.ts';
import { staffDataOf, type StaffCaller } from './staff-data.ts';

/** A database client with 55 s: preparing thousands of products takes longer than other calls, and Netlify waits a minute. */
const patientDatabase = (staff: StaffCaller) => databaseFor(staff, 55_000);

/**
 * Saves a draft.
 * @throws HttpError 400 `changes_invalid`, `content_invalid`; 404 `release_unknown`; 409 `release_state`,
 *   `release_changed`; those of `staffDataOf`.
 */
export async function saveRelease(staff: StaffCaller, asked: Asked<typeof calls.saveRelease>) {
  const { content, catalogue, pages, redirects, order, menu } = asked.changes;
  const changes = {
    ...(catalogue !== undefined && { catalogue: await requireCatalogue(catalogue) }),
    ...(content !== undefined && { content: requireContent(content) }),
    ...(pages !== undefined && { pages: requirePages(pages) }),
    ...(redirects !== undefined && { redirects: requireRedirects(redirects) }),
    ...(order !== undefined && { order }),
    ...(menu !== undefined && { menu }),
  };
  const saved = await patientDatabase(staff).rpc('staff_save_release', {
    p_release: asked.release,
    p_title: asked.title,
    p_source: asked.source,
    p_changes: changes,
    p_options: asked.options,
    p_version: asked.version,
    ...(asked.form !== undefined && { p_form: asked.form }),
  });
  return staffDataOf(saved);
}

/** The effect of a release. @throws HttpError 404 `release_unknown`; 409 `release_state`, an import's refusals. */
export async function previewRelease(
  staff: StaffCaller,
  { release }: Asked<typeof calls.previewRelease>,
) {
  const which = { p_release: release };
  return staffDataOf(await patientDatabase(staff).rpc('staff_preview_release', which));
}

/**
 * Publishes a release.
 * @throws HttpError as `previewRelease`; 409 `preview_outdated`, `not_allowed`, `passages_missing`.
 */
export async function publishRelease(
  staff: StaffCaller,
  { release, fingerprint }: Asked<typeof calls.publishRelease>,
) {
  await requirePassages(staff, release, 'publish');
  const seen = { p_release: release, p_fingerprint: fingerprint };
  return staffDataOf(await patientDatabase(staff).rpc('staff_publish_release', seen));
}

/** Schedules a release. @throws HttpError as `publishRelease`; 400 `time_invalid`. */
export async function scheduleRelease(
  staff: StaffCaller,
  { release, at, fingerprint }: Asked<typeof calls.scheduleRelease>,
) {
  await requirePassages(staff, release, 'publish');
  const seen = { p_release: release, p_at: at, p_fingerprint: fingerprint };
  return staffDataOf(await patientDatabase(staff).rpc('staff_schedule_release', seen));
}

/** Makes a scheduled release a draft again. @throws HttpError 404 `release_unknown`; 409 `release_state`. */
export async function unscheduleRelease(
  staff: StaffCaller,
  { release }: Asked<typeof calls.unscheduleRelease>,
) {
  const which = { p_release: release };
  return staffDataOf(await patientDatabase(staff).rpc('staff_unschedule_release', which));
}

/** Discards a release. @throws HttpError 404 `release_unknown`; 409 `release_state`. */
export async function discardRelease(
  staff: StaffCaller,
  { release }: Asked<typeof calls.discardRelease>,
) {
  const which = { p_release: release };
  return staffDataOf(await patientDatabase(staff).rpc('staff_discard_release', which));
}

/** The effect of undoing a release. @throws HttpError as `previewRelease`; 409 `release_undone`. */
export async function previewUndo(
  staff: StaffCaller,
  { release }: Asked<typeof calls.previewUndo>,
) {
  const which = { p_release: release };
  return staffDataOf(await patientDatabase(staff).rpc('staff_preview_undo', which));
}

/** Undoes a release. @throws HttpError as `publishRelease`; 409 `release_undone`. */
export async function undoRelease(
  staff: StaffCaller,
  { release, undo, fingerprint }: Asked<typeof calls.undoRelease>,
) {
  await requirePassages(staff, release, 'undo');
  const seen = { p_release: release, p_undo: undo, p_fingerprint: fingerprint };
  return staffDataOf(await patientDatabase(staff).rpc('staff_undo_release', seen));
}
