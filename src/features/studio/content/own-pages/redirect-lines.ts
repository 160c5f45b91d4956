import type { ReleaseReport } from '#domain/contracts/staff-releases.ts';

/** A release's changes of redirects, as lines. */
export function redirectLines(redirects: ReleaseReport['redirects']): string[] {
  if (redirects === null) return [];
  return [
    ...redirects.changed.map(({ from, was, now }) => {
      if (now === null) return `${from}: no longer redirected to ${was ?? ''}`;
      return was === null ? `${from} → ${now}` : `${from} → ${now}, before to ${was}`;
    }),
    ...redirects.conflicts.map(({ from, shop }) =>
      shop === null
        ? `Not applied: the redirect from ${from} has been removed since.`
        : `Not applied: ${from} has changed since. It now leads to ${shop}`,
    ),
  ];
}
