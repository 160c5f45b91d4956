import type { z } from 'zod';
import type { ReleaseBody } from '#domain/wire/staff-releases.ts';
import { databaseFor } from '../database.ts';
import { requireCatalogue } from './catalogue-changes.ts';
import { requireContent } from './content-changes.ts';
import { requirePassages } from './require-passages.ts';
import { staffDataOf, type StaffCaller } from './staff-data.ts';

/** Timeout in milliseconds: preparing thousands of products takes longer than other calls, and Netlify waits a minute. */
const importMs = 55_000;

type Asked = z.output<typeof ReleaseBody>;

async function save(staff: StaffCaller, asked: Extract<Asked, { do: 'save' }>) {
  const { content, catalogue, order } = asked.changes;
  const changes = {
    ...(catalogue !== undefined && { catalogue: await requireCatalogue(catalogue) }),
    ...(content !== undefined && { content: requireContent(content) }),
    ...(order !== undefined && { order }),
  };
  const saved = await databaseFor(staff, importMs).rpc('staff_save_release', {
    p_release: asked.release,
    p_title: asked.title,
    p_source: asked.source,
    p_changes: changes,
    p_options: asked.options,
    p_version: asked.version,
  });
  return staffDataOf(saved);
}

/**
 * Performs an action on a release.
 * @throws HttpError 400 `changes_invalid`, `content_invalid`, `time_invalid`; 404 `release_unknown`; 409
 *   `release_state`, `release_changed`, `release_undone`, `preview_outdated`, `not_allowed`, `passages_missing` and an
 *   import's refusals; those of `staffDataOf`.
 */
export async function changeRelease(staff: StaffCaller, asked: Asked) {
  const which = { p_release: asked.release };
  switch (asked.do) {
    case 'save':
      return save(staff, asked);
    case 'preview':
      return staffDataOf(await databaseFor(staff, importMs).rpc('staff_preview_release', which));
    case 'publish': {
      await requirePassages(staff, asked.release, 'publish');
      const seen = { ...which, p_fingerprint: asked.fingerprint };
      return staffDataOf(await databaseFor(staff, importMs).rpc('staff_publish_release', seen));
    }
    case 'schedule': {
      await requirePassages(staff, asked.release, 'publish');
      const seen = { ...which, p_at: asked.at, p_fingerprint: asked.fingerprint };
      return staffDataOf(await databaseFor(staff, importMs).rpc('staff_schedule_release', seen));
    }
    case 'unschedule':
      return staffDataOf(await databaseFor(staff, importMs).rpc('staff_unschedule_release', which));
    case 'discard':
      return staffDataOf(await databaseFor(staff, importMs).rpc('staff_discard_release', which));
    case 'preview_undo':
      return staffDataOf(await databaseFor(staff, importMs).rpc('staff_preview_undo', which));
    case 'undo': {
      await requirePassages(staff, asked.release, 'undo');
      const seen = { ...which, p_undo: asked.undo, p_fingerprint: asked.fingerprint };
      return staffDataOf(await databaseFor(staff, importMs).rpc('staff_undo_release', seen));
    }
  }
}
