import { queryOptions } from '@tanstack/react-query';
import { fetchSiteBuild } from '#api/site-build.ts';
import type { ReleaseState } from '#domain/enums.ts';
import {
  getPublishing,
  getRelease,
  getReleases,
  previewRelease,
  previewUndo,
} from '#domain/contracts/staff-releases.ts';
import { asStaff } from '../kit/as-staff.ts';
import { keepsPrevious, staffQuery } from '../kit/staff-query.ts';
import { publishingSteps } from './publishing-steps.ts';

/** Polling interval of a release being published, in ms. */
const WATCH_MS = 5000;

/** A page of releases. */
export function releasesQuery(q: string, state: ReleaseState | null, after: string | null) {
  return staffQuery(
    ['releases', q, state, after],
    getReleases,
    { q, state: state ?? undefined, after: after ?? undefined },
    keepsPrevious,
  );
}

export function releaseQuery(release: string) {
  return staffQuery(['release', release], getRelease, { release });
}

/**
 * Preview of a release or of undoing it. Fetched only on opening and for each version: it must not change under the
 * reader, and publishing refuses an outdated preview.
 */
export function previewQuery(release: string, version: number, what: 'preview' | 'preview_undo') {
  const call = what === 'preview' ? previewRelease : previewUndo;
  return staffQuery(
    ['preview', release, what, version],
    call,
    { release },
    {
      // The old preview stays while a new version loads, so that an open dialog keeps its input.
      placeholderData: (before, query) => (query?.queryKey[1] === release ? before : undefined),
      staleTime: Infinity,
      gcTime: 0,
      refetchInterval: false,
    },
  );
}

/** Progress of a published release; polled until it is live, while the page is visible. */
export function publishingQuery(release: string) {
  return queryOptions({
    queryKey: ['release', release, 'publishing'],
    queryFn: async ({ signal }) => {
      const [publishing, build] = await Promise.all([
        asStaff(getPublishing, { release }, { signal }),
        fetchSiteBuild(signal),
      ]);
      return { publishing, build };
    },
    refetchInterval: ({ state: { data } }) =>
      data && publishingSteps(data.publishing, data.build).isOver ? false : WATCH_MS,
  });
}
