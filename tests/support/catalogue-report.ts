import type { CatalogueReport } from '#domain/contracts/staff-releases.ts';

/** The report of a release that changes nothing. */
export const nothing: CatalogueReport = {
  renamed: [],
  categories: { added: [], changed: [], dropped: [], kept: [], conflicts: [] },
  products: { added: [], changed: [] },
  colours: { added: [], changed: [] },
  archived: { products: [], colours: [] },
  conflicts: [],
  stay_archived: [],
  gone: [],
  price_jumps: [],
  mass_archive: 0,
  lacking: [],
  oversold: [],
};
