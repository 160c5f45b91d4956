import type { ReleaseOptions } from '#domain/contracts/staff-releases.ts';

/** Options of a new release: nothing overwritten, archived or allowed. */
export const noOptions: ReleaseOptions = {
  archive_missing: false,
  overwrite: false,
  restore: false,
  allow_price_jumps: false,
  allow_archiving: 0,
};
