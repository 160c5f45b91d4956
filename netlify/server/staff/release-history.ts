import type { Asked } from '#domain/contracts/staff-call.ts';
import type { getRelease, getReleases } from '#domain/contracts/staff-releases.ts';
import { databaseFor } from '../database.ts';
import { environment } from '../environment.ts';
import { ReleaseInWords, ReleasesInWords } from '../messages/release-failure.ts';
import { staffDataOf, type StaffCaller } from './staff-data.ts';

/** @throws HttpError 404 `release_unknown`, and those of `staffDataOf`. */
export async function readRelease(staff: StaffCaller, { release }: Asked<typeof getRelease>) {
  const found = await databaseFor(staff).rpc('staff_release', { p_release: release });
  return ReleaseInWords.parse(staffDataOf(found));
}

/** @throws HttpError of `staffDataOf`. */
export async function listReleases(
  staff: StaffCaller,
  { q, state, after }: Asked<typeof getReleases>,
) {
  const found = await databaseFor(staff).rpc('staff_releases', {
    p_search: q,
    ...(state && { p_state: state }),
    ...(after && { p_after: after }),
  });
  return ReleasesInWords.parse(staffDataOf(found));
}

/** @throws HttpError 404 `release_unknown`, 409 `release_state`, and those of `staffDataOf`. */
export async function readPublishing(staff: StaffCaller, { release }: Asked<typeof getRelease>) {
  const found = await databaseFor(staff).rpc('staff_publishing', { p_release: release }).single();
  const has_build_hook = environment().NETLIFY_BUILD_HOOK !== undefined;
  return { ...staffDataOf(found), has_build_hook };
}
