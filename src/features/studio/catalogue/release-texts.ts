import { londonText } from '#domain/london-clock.ts';
import type { ReleaseState } from '#domain/enums.ts';
import type { ReleaseRow } from '#domain/wire/staff-releases.ts';
import { countText } from '#domain/count-text.ts';
import { contentPages } from '../pages/content-pages.ts';
import { reasonOf } from '../as-staff.ts';
import { problemText } from '../problem-text.ts';

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

/** Contents of a release: “3 products · FAQ”. */
export function contentsOf({ products, others }: Pick<ReleaseRow, 'products' | 'others'>): string {
  const pages = contentPages.filter(({ keys }) =>
    keys.some((key) => others.includes(`content/${key}`)),
  );
  const named = (kind: string) => others.filter((one) => one.startsWith(`${kind}/`)).length;
  const count = (kind: string, noun: string) => named(kind) > 0 && countText(named(kind), noun);
  return [
    products > 0 && countText(products, 'product'),
    named('category') === 1 && '1 category',
    named('category') > 1 && `${named('category')} categories`,
    count('page', 'page'),
    count('redirect', 'redirect'),
    named('order') > 0 && 'order of products',
    others.includes('menu') && 'order of the menu',
    ...pages.map(({ title }) => title),
  ]
    .filter(Boolean)
    .join(' · ');
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
