import { londonText } from '#domain/basics/london-clock.ts';
import type { ReleaseState } from '#domain/enums.ts';
import type { ReleaseRow } from '#domain/contracts/staff-releases.ts';
import { reasonOf } from '../kit/as-staff.ts';
import { problemText } from '../kit/problem-text.ts';

/** Display names of release states. */
export const stateNames: Readonly<Record<ReleaseState, string>> = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  published: 'Published',
  failed: 'Failed',
  discarded: 'Discarded',
};

/** Last change of a release and its author, or its publication time. */
export function releaseStory(row: ReleaseRow): string {
  if (row.state === 'scheduled' && row.scheduled_for !== null)
    return `For ${londonText(row.scheduled_for)}, by ${row.changed_by}`;
  if (row.state === 'published' && row.published_at !== null)
    return `${londonText(row.published_at)}, by ${row.published_by ?? row.changed_by}`;
  return `${londonText(row.changed_at)}, by ${row.changed_by}`;
}

const refusals: Readonly<Record<string, string>> = {
  release_changed:
    'This release has been changed, perhaps by you in another tab. The page now shows the current version: check it again.',
  preview_outdated:
    'The shop has changed since this preview, so nothing was done. The preview is updated: check it again.',
};

/** Error text of an action on a release. */
export function refusalOf(error: unknown): string {
  return refusals[reasonOf(error)] ?? problemText(error);
}

/** Whether the page is out of date. */
export function isOutdated(error: unknown): boolean {
  return reasonOf(error) in refusals;
}
