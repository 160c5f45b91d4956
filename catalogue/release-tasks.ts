import { passageFaults } from '#domain/launch-check/required-passages.ts';
import { londonText } from '#domain/london-clock.ts';
import {
  type ReleaseOptions,
  ReleaseDone,
  ReleasePreview,
  type ReleaseReport,
  ReleaseSaved,
} from '#domain/wire/staff-releases.ts';
import { dataOf } from '#server/database.ts';
import type { ReleaseTask } from './asked.ts';
import { describeBlockers, describeGuards, describeImport } from './describe-import.ts';
import { undoRelease } from './release-history.ts';
import type { Shop } from './shop.ts';

/** Describes what a release does or has done, line by line. */
function describeRelease(
  { catalogue, content, order, menu }: ReleaseReport,
  tense: 'preview' | 'done' | 'undone',
): string {
  const left = 'Not changed, because the shop has changed it since:';
  const lines = [
    ...(catalogue ? [describeImport({ catalogue, order: null }, null, tense)] : []),
    ...(content?.changed.map(({ key }) => `Page: ${key}`) ?? []),
    ...(content?.conflicts.map(({ key }) => `${left} page ${key}`) ?? []),
    ...(order?.changed.map(({ category }) => `Order of products: ${category}`) ?? []),
    ...(order?.conflicts.map(({ category }) => `${left} order of products of ${category}`) ?? []),
    ...(menu?.changed.map(({ now }) => `Order of the menu: ${now.join(', ')}`) ?? []),
    ...(menu?.conflicts.map(() => `${left} order of the menu`) ?? []),
  ].filter((line) => line !== '');
  return lines.length > 0 ? lines.join('\n') : 'It changes nothing.';
}

/** Adds the given permissions to those that the release already has. */
async function allow({ client }: Shop, release: string, options: ReleaseOptions): Promise<void> {
  const more = Object.entries(options).filter(([, value]) => value !== false && value !== 0);
  if (more.length === 0) return;
  const p_options = Object.fromEntries(more);
  dataOf(await client.rpc('allow_by_command', { p_release: release, p_options }));
}

async function previewOf({ client }: Shop, release: string) {
  return ReleasePreview.parse(dataOf(await client.rpc('preview_release', { p_release: release })));
}

/** Changes that need permission first, or that cannot be published at all. */
function guardLines({ guards, report }: ReleasePreview): string[] {
  return [
    ...describeGuards(guards, { allow_price_jumps: false, allow_archiving: 0 }),
    ...(report.catalogue ? describeBlockers(report.catalogue) : []),
    ...passageFaults(report.content?.changed ?? []),
  ];
}

/** Prints what was taken back, and which products could only be archived. */
function tellTakenBack(what: string, saved: unknown): void {
  const { archived = [] } = ReleaseSaved.parse(saved);
  console.log(what);
  if (archived.length > 0)
    console.log(`Already bought by shoppers, so archived instead: ${archived.join(', ')}`);
}

/**
 * Runs a task on a release and prints its result.
 * @param at the moment for `schedule`, ISO 8601.
 * @returns whether it succeeded.
 * @throws DatabaseRefusal as publish_release and the others refuse.
 */
export async function runReleaseTask(
  shop: Shop,
  task: ReleaseTask,
  release: string,
  at: string | null,
  options: ReleaseOptions,
): Promise<boolean> {
  const { client } = shop;
  const p_release = release;
  switch (task) {
    case 'undo':
      console.log(describeRelease((await undoRelease(shop, release)).report, 'undone'));
      return true;
    case 'unschedule':
      tellTakenBack(
        'It is a draft again.',
        dataOf(await client.rpc('unschedule_by_command', { p_release })),
      );
      return true;
    case 'discard':
      tellTakenBack(
        'It is discarded.',
        dataOf(await client.rpc('discard_by_command', { p_release })),
      );
      return true;
    case 'preview':
    case 'publish':
    case 'schedule':
  }
  await allow(shop, release, options);
  const preview = await previewOf(shop, release);
  const guards = guardLines(preview);
  if (task === 'preview' || guards.length > 0)
    console.log([describeRelease(preview.report, 'preview'), ...guards].join('\n'));
  if (guards.length > 0) console.log('Nothing in the shop was changed.');
  if (task === 'preview' || guards.length > 0) return guards.length === 0;
  const seen = { p_release, p_fingerprint: preview.fingerprint };
  if (at !== null) {
    dataOf(await client.rpc('schedule_by_command', { ...seen, p_at: at }));
    tellScheduled(release, at);
    return true;
  }
  const { report } = ReleaseDone.parse(dataOf(await client.rpc('publish_by_command', seen)));
  console.log(describeRelease(report, 'done'));
  console.log(`To revert this: npm run catalogue -- undo ${release}`);
  return true;
}

/** @param at ISO 8601 */
export function tellScheduled(release: string, at: string): void {
  console.log(`Scheduled for ${londonText(at)}.`);
  console.log(`To cancel this: npm run catalogue -- unschedule ${release}`);
}
