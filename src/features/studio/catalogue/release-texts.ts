import { londonText } from '#domain/london-clock.ts';
import type { ReleaseState } from '#domain/enums.ts';
import type { ReleaseRow } from '#domain/wire/staff-releases.ts';
import { reasonOf } from '../as-staff.ts';
import { problemText } from '../problem-text.ts';

/** What the states of a release are called. */
export const stateNames: Readonly<Record<ReleaseState, string>> = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  published: 'Published',
  failed: 'Failed',
  discarded: 'Discarded',
};

/** Who did the last thing to a release, and when, or when it will be published. */
export function releaseStory(row: ReleaseRow): string {
  if (row.state === 'scheduled' && row.scheduled_for !== null)
    return `For ${londonText(row.scheduled_for)}, by ${row.changed_by}`;
  if (row.state === 'published' && row.published_at !== null)
    return `${londonText(row.published_at)}, by ${row.published_by ?? row.changed_by}`;
  return `${londonText(row.changed_at)}, by ${row.changed_by}`;
}

const refusals: Readonly<Record<string, string>> = {
  release_changed:
    'Somebody has changed this release meanwhile, perhaps you in another tab. It is shown anew: look at it again.',
  preview_outdated:
    'The shop has changed since this preview, so nothing was done. This is what it would do now: look at it again.',
};

/** Why nothing was done. */
export function refusalOf(error: unknown): string {
  return refusals[reasonOf(error)] ?? problemText(error);
}

/** Whether what is shown is no longer so. */
export function isOutdated(error: unknown): boolean {
  return reasonOf(error) in refusals;
}
