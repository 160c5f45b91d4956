import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import {
  discardRelease,
  previewRelease,
  publishRelease,
  type Release,
  type ReleaseOptions,
  type ReleasePreview,
  saveRelease,
  scheduleRelease,
  unscheduleRelease,
} from '#domain/contracts/staff-releases.ts';
import { asStaff } from '../kit/as-staff.ts';
import { useReleaseKinds } from './release-kind.ts';
import { goTo } from '../kit/use-place.ts';
import { previewQuery } from './release-queries.ts';
import { useReleaseAction } from './use-release-action.ts';

/**
 * Saves the permissions of a release for its confirmed warnings.
 * @returns the fingerprint of the same preview.
 */
async function allow(
  { id, title, source, changes, options, version }: Release,
  preview: ReleasePreview,
): Promise<string> {
  const { price_jumps, mass_archive } = preview.guards;
  if (price_jumps.length === 0 && mass_archive === 0) return preview.fingerprint;
  const allowed: ReleaseOptions = {
    ...options,
    allow_price_jumps: options.allow_price_jumps || price_jumps.length > 0,
    allow_archiving: Math.max(options.allow_archiving, mass_archive),
  };
  const draft = { title, source, changes, options: allowed, version };
  await asStaff(saveRelease, { release: id, ...draft });
  const again = await asStaff(previewRelease, { release: id });
  // If anything else changed, the stale fingerprint is rejected.
  const isSame = JSON.stringify(again.report) === JSON.stringify(preview.report);
  return isSame ? again.fingerprint : preview.fingerprint;
}

/** The preview of a draft, and its actions; each resolves to whether it succeeded. */
export function useOpenRelease(release: Release) {
  const { id, title, source, changes, options, version } = release;
  const preview = useQuery(previewQuery(id, version, 'preview'));
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [archived, setArchived] = useState<readonly string[]>([]);
  const action = useReleaseAction();
  const [isSaving, setSaving] = useState(false);
  const { data } = preview;
  const kinds = useReleaseKinds();
  const warnings = useMemo(
    () => (data ? kinds.flatMap((kind) => kind.warnings?.(data, changes) ?? []) : []),
    [kinds, data, changes],
  );
  const blockers = data ? kinds.flatMap((kind) => kind.blockers?.(data) ?? []) : [];
  const changesShop = data !== undefined && kinds.some(({ isIn }) => isIn(data.report));

  function tick(key: string, on: boolean): void {
    const next = new Set(ticked);
    if (on) next.add(key);
    else next.delete(key);
    setTicked(next);
  }

  /** Acts on the preview that the user has seen. */
  async function runOn(act: (fingerprint: string) => Promise<unknown>): Promise<boolean> {
    if (!data) return false;
    return action.run(async () => act(await allow(release, data)));
  }

  return {
    preview,
    action,
    /** Names of products archived on unscheduling, because they were bought since. */
    archived,
    /** False for a release that has nothing to publish. */
    changesShop,
    blockers,
    warnings,
    ticked,
    tick,
    isReady:
      !isSaving &&
      data !== undefined &&
      !preview.isPlaceholderData &&
      blockers.length === 0 &&
      warnings.every(({ key }) => ticked.has(key)) &&
      changesShop,
    publish: () => runOn((fingerprint) => asStaff(publishRelease, { release: id, fingerprint })),
    schedule: (at: string) =>
      runOn((fingerprint) => asStaff(scheduleRelease, { release: id, at, fingerprint })),
    unschedule: () =>
      action.run(async () => {
        const saved = await asStaff(unscheduleRelease, { release: id });
        setArchived(saved.archived ?? []);
      }),
    save: async (other: Partial<Pick<Release, 'title' | 'options'>>) => {
      // One action at a time: a press of Publish meanwhile would do nothing.
      setSaving(true);
      const done = await action.run(() => {
        const draft = { title, source, changes, options, version, ...other };
        return asStaff(saveRelease, { release: id, ...draft });
      });
      setSaving(false);
      return done;
    },
    discard: async () => {
      const done = await action.run(() => asStaff(discardRelease, { release: id }));
      if (done) goTo({ at: 'catalogue', page: 'releases', query: {} });
    },
  };
}
