import { passageFaults } from '#domain/launch-check/required-passages.ts';
import { Release } from '#domain/contracts/staff-releases.ts';
import { HttpError } from '../http-error.ts';
import { readRelease } from './release-history.ts';
import type { StaffCaller } from './staff-data.ts';
import { staffMessages } from '../messages/staff-calls.ts';

/**
 * Refuses a legal text that lacks a passage required by law: the production build would fail until it is back, so
 * that no page of the shop could be updated.
 * @param way whether the release is published, or undone, which restores the texts before it.
 * @throws HttpError 409 `passages_missing`, and those of `readRelease`.
 */
export async function requirePassages(
  staff: StaffCaller,
  release: string,
  way: 'publish' | 'undo',
): Promise<void> {
  const { changes, report } = Release.parse(await readRelease(staff, { release }));
  const pages =
    way === 'publish'
      ? Object.entries(changes.content ?? {}).map(([key, { now }]) => ({ key, now }))
      : (report?.content?.changed ?? []).map(({ key, was }) => ({ key, now: was }));
  const faults = passageFaults(pages);
  if (faults.length === 0) return;
  throw new HttpError(409, {
    detail: staffMessages.passagesMissing(faults),
    reason: 'passages_missing',
  });
}
