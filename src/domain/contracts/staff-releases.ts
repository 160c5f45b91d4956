/** Marketers' changes: prepared, previewed, published at once or later, and undone (docs/decisions/0032-releases.md). */
import * as z from 'zod';
import { categoryKinds, releaseStates } from '../enums.ts';
import { acts, reads } from './staff-call.ts';
import { visibleLine, visibleText } from '../basics/plain-line.ts';
import { oneLine } from './fields.ts';
import { counter, formAddress, rowIdText, searchText } from './staff-fields.ts';

const Product = z.object({ slug: z.string() });
const Colour = Product.extend({ colour: z.string() });
/** `colour` is null for the product as a whole. */
const Either = Product.extend({ colour: z.string().nullable() });

/** A field's values before and after, by the database's names and in its units. */
export const FieldChange = z.object({
  field: z.string(),
  was: z.json(),
  now: z.json(),
  /** Whether a change of `quantity` is a movement, added to the stock at the time of publishing. */
  moves: z.boolean().optional(),
});
export type FieldChange = z.infer<typeof FieldChange>;

/** Changes that an import would make, or has made, as reported by `import_catalogue`. */
export const CatalogueReport = z.object({
  renamed: z.array(Either.extend({ now: z.string() })),
  categories: z.object({
    added: z.array(z.string()),
    changed: z.array(
      z.object({ slug: z.string(), kind: z.enum(categoryKinds), changes: z.array(FieldChange) }),
    ),
    /** Removed with the undone release that had added them. */
    dropped: z.array(z.object({ slug: z.string(), name: z.string() })),
    /** To be removed, but not empty. */
    kept: z.array(z.string()),
    /** Changed since, and left unchanged. */
    conflicts: z.array(
      z.object({
        slug: z.string(),
        field: z.string(),
        seen: z.json(),
        shop: z.json(),
        file: z.json(),
      }),
    ),
  }),
  products: z.object({
    added: z.array(z.string()),
    changed: z.array(Product.extend({ changes: z.array(FieldChange) })),
  }),
  colours: z.object({
    added: z.array(Colour),
    changed: z.array(Colour.extend({ changes: z.array(FieldChange) })),
  }),
  /** By `archive_missing`; products archived by name are changes of the field `archived`. */
  archived: z.object({ products: z.array(z.string()), colours: z.array(Colour) }),
  /** Changed in both the file and the shop since the file was exported; the shop's value is kept. */
  conflicts: z.array(
    Either.extend({ field: z.string(), seen: z.json(), shop: z.json(), file: z.json() }),
  ),
  /** Archived in the shop since the file was exported. */
  stay_archived: z.array(Either),
  /** Renamed in the shop since the file was exported; ignored. */
  gone: z.array(Either),
  /** Prices that halve or double, or change by more, in pence. */
  price_jumps: z.array(Product.extend({ was: z.int(), now: z.int() })),
  /** Number of archived products if it is more than a fifth of the shop; else 0. */
  mass_archive: z.int(),
  /** Products that would lack facts required by law, with the missing ones: then no page could be built any more. */
  lacking: z.array(Product.extend({ facts: z.array(z.string()) })),
  /** Colours of which open checkouts hold more than is now in stock. */
  oversold: z.array(Colour.extend({ quantity: z.int(), held: z.int() })),
});
export type CatalogueReport = z.infer<typeof CatalogueReport>;

/** Page content before and after, by key. */
const ContentReport = z.object({
  changed: z.array(z.object({ key: z.string(), was: z.json(), now: z.json() })),
  conflicts: z.array(z.object({ key: z.string(), seen: z.json(), shop: z.json(), file: z.json() })),
});

/** Own pages before and after, by id; null for none. */
const PagesReport = z.object({
  changed: z.array(z.object({ id: z.string(), was: z.json(), now: z.json() })),
  conflicts: z.array(z.object({ id: z.string(), seen: z.json(), shop: z.json(), file: z.json() })),
});

const redirectTarget = z.string().nullable();

/** Targets of redirects before and after; null for none. */
const RedirectsReport = z.object({
  changed: z.array(z.object({ from: z.string(), was: redirectTarget, now: redirectTarget })),
  conflicts: z.array(
    z.object({
      from: z.string(),
      seen: redirectTarget,
      shop: redirectTarget,
      file: redirectTarget,
    }),
  ),
});

/** Product orders before and after: slugs, by the category's. */
const OrderReport = z.object({
  changed: z.array(
    z.object({ category: z.string(), was: z.array(z.string()), now: z.array(z.string()) }),
  ),
  /** `shop` is null if the category is gone. */
  conflicts: z.array(
    z.object({
      category: z.string(),
      seen: z.json(),
      shop: z.array(z.string()).nullable(),
      file: z.array(z.string()),
    }),
  ),
  /** Products that are not in the category (any more). */
  missing: z.array(z.object({ category: z.string(), slug: z.string() })),
});

/** The order of categories in the menu before and after: slugs; at most one of each. */
const MenuReport = z.object({
  changed: z.array(z.object({ was: z.array(z.string()), now: z.array(z.string()) })),
  conflicts: z.array(
    z.object({ seen: z.json(), shop: z.array(z.string()), file: z.array(z.string()) }),
  ),
});

/** Effect of a release, by its parts; null for parts that it lacks. */
export const ReleaseReport = z.object({
  catalogue: CatalogueReport.nullable(),
  content: ContentReport.nullable(),
  pages: PagesReport.nullable(),
  redirects: RedirectsReport.nullable(),
  order: OrderReport.nullable(),
  menu: MenuReport.nullable(),
  /**
   * Links to nothing that it brings about: `at` is a kind of content, an own page's path, or the subject of the scheduled
   * mailing whose id is in `mailing`.
   */
  dead_links: z
    .array(z.object({ at: z.string(), to: z.string(), mailing: z.uuid().optional() }))
    .optional(),
});
export type ReleaseReport = z.infer<typeof ReleaseReport>;

export const ReleaseOptions = z.object({
  /** Products that are not listed leave the shop. */
  archive_missing: z.boolean().default(false),
  /** Conflicts are resolved in the release's favour. */
  overwrite: z.boolean().default(false),
  /** Products archived since the export come back. */
  restore: z.boolean().default(false),
  allow_price_jumps: z.boolean().default(false),
  /** Maximum number of products archived at once. */
  allow_archiving: counter.default(0),
});
export type ReleaseOptions = z.infer<typeof ReleaseOptions>;

/** A field's new value; of a text, its visible characters. */
const given = z.union([z.string().overwrite(visibleText), z.json()]);
const slug = z.string().min(1).max(100);
const seen = z.record(z.string(), z.json()).optional();
/** Fields to clear. One that is null or left out stays as it is. */
const clears = z.array(z.string().max(40)).max(40).optional();

/** Input of `import_catalogue`. The database knows the other fields of products and colours. */
export const GivenCatalogue = z.object({
  renames: z
    .array(
      z.object({
        slug,
        colour: z.string().max(200).nullable(),
        now: z.string().overwrite(visibleLine).max(200),
      }),
    )
    .default([]),
  categories: z
    .array(
      z
        .object({
          slug,
          /** Optional for one that exists. */
          name: z.string().overwrite(visibleLine).min(1).max(200).optional(),
          kind: z.enum(categoryKinds).optional(),
          seen,
          clears,
          archived: z.boolean().optional(),
        })
        .catchall(given),
    )
    .max(1000)
    .default([]),
  products: z
    .array(z.object({ slug, seen, clears, archived: z.boolean().optional() }).catchall(given))
    .default([]),
  colours: z
    .array(
      z
        .object({
          slug,
          color_name: z.string().min(1).max(200),
          seen,
          clears,
          archived: z.boolean().optional(),
          quantity: z.int().min(0).max(2_147_483_647).nullable().optional(),
          images: z.array(z.string().min(1).max(2000)).max(100).nullable().optional(),
        })
        .catchall(given),
    )
    .default([]),
});

/** A new order of slugs; `seen` is the one that the change started from. */
export const NewOrder = z.object({ seen: z.array(slug).optional(), now: z.array(slug) });

/** Changes of a release, by its parts. */
const ReleaseChanges = z.strictObject({
  catalogue: GivenCatalogue.optional(),
  content: z.record(z.string(), z.object({ seen: z.json().optional(), now: z.json() })).optional(),
  /** Own pages by id; null for none. */
  pages: z.record(z.string(), z.object({ seen: z.json().optional(), now: z.json() })).optional(),
  /** Targets of redirects by the path from which they lead; null for none. */
  redirects: z
    .record(z.string(), z.object({ seen: redirectTarget.optional(), now: redirectTarget }))
    .optional(),
  /** Products by the category's slug. */
  order: z.record(slug, NewOrder).optional(),
  /** Categories and collections. */
  menu: NewOrder.optional(),
});
export type ReleaseChanges = z.input<typeof ReleaseChanges>;

export const ReleaseState = z.enum(releaseStates);

/** Moments are ISO 8601. */
export const ReleaseRow = z.object({
  id: z.uuid(),
  title: z.string(),
  /** Source of its changes: a file's name, “Studio”, “Command”. */
  source: z.string(),
  state: ReleaseState,
  /** Grows with every change. Saving over another version is refused. */
  version: z.int(),
  created_at: z.string(),
  /** A member of staff, or “Command”. */
  created_by: z.string(),
  changed_at: z.string(),
  changed_by: z.string(),
  scheduled_for: z.string().nullable(),
  published_at: z.string().nullable(),
  published_by: z.string().nullable(),
  /** The reason for the failure. */
  failure: z.string().nullable(),
  /** The release that this one undoes. */
  undoes: z.uuid().nullable(),
  /** The release that undoes this one. */
  undone_by: z.uuid().nullable(),
  /** Number of products that it changes. */
  products: z.int(),
  /** Everything else that it changes: `category/SLUG`, `content/KEY`, `order/SLUG`, `menu`. */
  others: z.array(z.string()),
});
export type ReleaseRow = z.infer<typeof ReleaseRow>;

/** `GET /api/staff/releases?q=…&state=…&after=…`: newest first, fifty a page. */
const ReleasesAnswer = z.object({
  releases: z.array(ReleaseRow),
  next: z.string().nullable(),
});

/** `GET /api/staff/release?release=…` */
export const Release = ReleaseRow.extend({
  changes: ReleaseChanges,
  options: ReleaseOptions,
  /** Effect of a published release. */
  report: ReleaseReport.nullable(),
  /** Made, saved, scheduled, unscheduled, published, failed, undone, discarded. */
  events: z.array(z.object({ at: z.string(), by: z.string(), what: z.string() })),
});
export type Release = z.infer<typeof Release>;

/** Effect that a release would have now. */
export const ReleasePreview = z.object({
  report: ReleaseReport,
  version: z.int(),
  /** Changes that the release's options do not allow yet. */
  guards: z.object({ price_jumps: CatalogueReport.shape.price_jumps, mass_archive: z.int() }),
  /** Identifies the preview that the person saw; sent with publishing, scheduling and undoing. */
  fingerprint: z.string(),
});
export type ReleasePreview = z.infer<typeof ReleasePreview>;

const release = z.uuid('Not a valid release.');
const fingerprint = z.string().max(64);

/** Answer to saving, scheduling, unscheduling and discarding. */
const ReleaseSaved = z.object({
  version: z.int(),
  /**
   * After unscheduling or discarding: slugs of new products that were archived instead of removed, since a checkout or order
   * has them.
   */
  archived: z.array(z.string()).optional(),
});

/** Answer to publishing and undoing: the changes made. */
export const ReleaseDone = z.object({ release: z.uuid(), report: ReleaseReport });

/** `GET /api/staff/publishing?release=…`: progress of a published release. Moments are on the database's clock. */
export const Publishing = z.object({
  now: z.string(),
  database_at: z.string(),
  /** Null if not yet, not needed, or a deploy came first. */
  build_asked_at: z.string().nullable(),
  /** When the first build that shows it began; also null if builds cannot report it. */
  build_started_at: z.string().nullable(),
  /** Whether a build is still to be requested: soon, or (only stock changed) with the next. */
  awaits_build: z.enum(['soon', 'next']).nullable(),
  /** Whether the shop can ask for builds. */
  has_build_hook: z.boolean(),
});
export type Publishing = z.infer<typeof Publishing>;

/** `/build.json`, written by each build. */
export const SiteBuild = z.object({
  name: z.string(),
  /** When it began to read the catalogue. */
  began_at: z.string(),
  /** Whether `began_at` is on the database's clock and recorded there; else it is the build machine's. */
  noted: z.boolean(),
  /** When its pages were written. */
  built_at: z.string(),
});
export type SiteBuild = z.infer<typeof SiteBuild>;

const ReleaseQuery = z.object({ release });

/** The history, newest first, fifty a page. */
export const getReleases = reads(
  '/api/staff/releases',
  z.object({
    q: searchText.transform((text) => text.replaceAll(/\p{Z}+/gu, ' ').trim()).default(''),
    state: ReleaseState.optional(),
    after: rowIdText.optional(),
  }),
  ReleasesAnswer,
);

/** A release with what it changes, what it did and its history. */
export const getRelease = reads('/api/staff/release', ReleaseQuery, Release);

/** Progress of a published release on its way to the pages. */
export const getPublishing = reads('/api/staff/publishing', ReleaseQuery, Publishing);

/** Maximum size of a saved release in bytes: nearly Netlify's limit. */
export const mostReleaseBytes = 5_500_000;

/**
 * Saves a draft. The browser makes the release's id when it begins one; a save repeated after a lost response has no
 * further effect. `version` is the one that was shown, 0 for a new one.
 * @throws 409 `release_changed` after somebody else saved it; 400, 404
 */
export const saveRelease = acts(
  '/api/staff/release/save',
  z.object({
    release,
    title: oneLine(120),
    source: oneLine(200),
    changes: ReleaseChanges,
    options: ReleaseOptions,
    version: counter,
    /** The form that it saves, whose unsaved input is dropped (`staff-edits.ts`). */
    form: formAddress.optional(),
  }),
  ReleaseSaved,
  { limit: mostReleaseBytes },
);

/** The effect that a release would have now. @throws 404, 409 */
export const previewRelease = acts('/api/staff/release/preview', ReleaseQuery, ReleasePreview);

/** Publishes a release as previewed. @throws 409 `preview_outdated` if it would do something else now; 400, 404 */
export const publishRelease = acts(
  '/api/staff/release/publish',
  z.object({ release, fingerprint }),
  ReleaseDone,
);

/** Has a release published at a time, as previewed. @throws as `publishRelease` */
export const scheduleRelease = acts(
  '/api/staff/release/schedule',
  z.object({ release, at: z.iso.datetime(), fingerprint }),
  ReleaseSaved,
);

/** Makes a scheduled release a draft again. @throws 404, 409 */
export const unscheduleRelease = acts('/api/staff/release/unschedule', ReleaseQuery, ReleaseSaved);

/** Discards a release that was not published. @throws 404, 409 */
export const discardRelease = acts('/api/staff/release/discard', ReleaseQuery, ReleaseSaved);

/** The effect that undoing a release would have now. @throws 404, 409 */
export const previewUndo = acts('/api/staff/release/preview-undo', ReleaseQuery, ReleasePreview);

/** Undoes a release as previewed, by a new one with the id `undo`. @throws as `publishRelease` */
export const undoRelease = acts(
  '/api/staff/release/undo',
  z.object({ release, undo: release, fingerprint }),
  ReleaseDone,
);
