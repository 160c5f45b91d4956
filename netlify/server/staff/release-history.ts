import { z } from 'zod';
import { Publishing, Release, ReleasesAnswer, ReleaseState } from '#domain/wire/staff-releases.ts';
import { database } from '../database.ts';
import { environment } from '../environment.ts';
import { rowNumber } from '../row-number.ts';
import { ReleaseInWords, ReleasesInWords } from '../words/release-failure.ts';
import { searchText } from './search-text.ts';
import { staffDataOf, type StaffCaller } from './staff-data.ts';

/** The query of `GET /api/staff/release` and `GET /api/staff/publishing`. */
export const ReleaseQuery = z.object({ release: z.uuid('Not a valid release.') });

/** The query of `GET /api/staff/releases`. */
export const ReleasesQuery = z.object({
  q: searchText.transform((text) => text.replaceAll(/\p{Z}+/gu, ' ').trim()).default(''),
  state: ReleaseState.optional(),
  after: z
    .string()
    .transform(rowNumber)
    .refine((number) => number !== null, 'The history has no such page.')
    .optional(),
});

/** @throws HttpError 404 `release_unknown`, and those of `staffDataOf`. */
export async function readRelease(
  staff: StaffCaller,
  { release }: z.output<typeof ReleaseQuery>,
): Promise<Release> {
  const found = await database().rpc('staff_release', { ...staff, p_release: release });
  return Release.parse(ReleaseInWords.parse(staffDataOf(found)));
}

/** @throws HttpError of `staffDataOf`. */
export async function listReleases(
  staff: StaffCaller,
  { q, state, after }: z.output<typeof ReleasesQuery>,
): Promise<ReleasesAnswer> {
  const found = await database().rpc('staff_releases', {
    ...staff,
    p_search: q,
    ...(state && { p_state: state }),
    ...(after && { p_after: after }),
  });
  return ReleasesAnswer.parse(ReleasesInWords.parse(staffDataOf(found)));
}

/** @throws HttpError 404 `release_unknown`, 409 `release_state`, and those of `staffDataOf`. */
export async function readPublishing(
  staff: StaffCaller,
  { release }: z.output<typeof ReleaseQuery>,
): Promise<Publishing> {
  const found = await database().rpc('staff_publishing', { ...staff, p_release: release });
  const has_build_hook = environment().NETLIFY_BUILD_HOOK !== undefined;
  return Publishing.parse({ ...Object(staffDataOf(found)), has_build_hook });
}
