import { randomUUID } from 'node:crypto';
import {
  ReleaseDone,
  ReleasePreview,
  type ReleaseRow,
  ReleasesAnswer,
} from '#domain/wire/staff-releases.ts';
import { passageFaults } from '#domain/launch-check/required-passages.ts';
import { londonText } from '#domain/london-clock.ts';
import { dataOf } from '#server/database.ts';
import { ReleasesInWords } from '#server/words/release-failure.ts';
import type { Shop } from './shop.ts';

function when({ state, published_at, scheduled_for, changed_at, failure }: ReleaseRow): string {
  if (published_at !== null) return `published ${londonText(published_at)}`;
  if (state === 'scheduled' && scheduled_for !== null)
    return `scheduled for ${londonText(scheduled_for)}`;
  return `${state} since ${londonText(changed_at)}${failure === null ? '' : `: ${failure}`}`;
}

/** The newest fifty releases, from the command or the studio, as lines: id, title, author, time. */
export async function releaseLines({ client }: Shop): Promise<string[]> {
  const found = ReleasesInWords.parse(dataOf(await client.rpc('list_releases', {})));
  const { releases } = ReleasesAnswer.parse(found);
  return releases.map((release) => {
    const { id, title, changed_by, undone_by } = release;
    return `${id}  ${title}, by ${changed_by}, ${when(release)}${undone_by ? ', undone' : ''}`;
  });
}

/**
 * Undoes a published release, except stock and whatever has been changed since, which the report lists.
 * @throws DatabaseRefusal `release_unknown`, `release_state`, `release_undone`, `facts_missing`; Error if a
 *   legal text would lack a passage required by law.
 */
export async function undoRelease({ client }: Shop, release: string) {
  const seen = ReleasePreview.parse(
    dataOf(await client.rpc('preview_undo', { p_release: release })),
  );
  const faults = passageFaults(seen.report.content?.changed ?? []);
  if (faults.length > 0) throw new Error(faults.join('\n'));
  const done = await client.rpc('undo_by_command', {
    p_release: release,
    p_undo: randomUUID(),
    p_fingerprint: seen.fingerprint,
  });
  return ReleaseDone.parse(dataOf(done));
}
