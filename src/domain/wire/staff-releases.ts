/** What marketers change: prepared, previewed, published at once or later, and undone (docs/decisions/0032-releases.md). */
import * as z from 'zod';
import { releaseStates } from '../enums.ts';
import { acts, reads } from './staff-call.ts';
import { visibleLine, visibleText } from '../plain-line.ts';
import { oneLine } from './fields.ts';
import { rowIdText, searchText } from './staff-fields.ts';

const Product = z.object({ slug: z.string() });
const Colour = Product.extend({ colour: z.string() });
/** `colour` is null where the product as a whole is meant. */
const Either = Product.extend({ colour: z.string().nullable() });

/** A field before and after, by the database's names and in its units. */
export const FieldChange = z.object({
  field: z.string(),
  was: z.json(),
  now: z.json(),
  /** Of `quantity`: whether it is a movement, added to whatever stock there is when it is published. */
  moves: z.boolean().optional(),
});
export type FieldChange = z.infer<typeof FieldChange>;

/** What an import of the catalogue changes, or has changed, as reported by `import_catalogue`. */
export const CatalogueReport = z.object({
  renamed: z.array(Either.extend({ now: z.string() })),
  categories: z.object({
    added: z.array(z.string()),
    changed: z.array(z.object({ slug: z.string(), was: z.string(), name: z.string() })),
    /** Gone again with the release that had added them. */
    dropped: z.array(z.object({ slug: z.string(), name: z.string() })),
    /** To be dropped, but something is in them. */
    kept: z.array(z.string()),
    /** Renamed since, and left so. */
    conflicts: z.array(
      z.object({ slug: z.string(), seen: z.string(), shop: z.string(), file: z.string() }),
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
  /** By `archive_missing`; what is archived by name is a change of the field `archived`. */
  archived: z.object({ products: z.array(z.string()), colours: z.array(Colour) }),
  /** Changed in the file and in the shop since the file was exported; left as the shop has it. */
  conflicts: z.array(
    Either.extend({ field: z.string(), seen: z.json(), shop: z.json(), file: z.json() }),
  ),
  /** Archived in the shop since the file was exported. */
  stay_archived: z.array(Either),
  /** Renamed in the shop since the file was exported; left aside. */
  gone: z.array(Either),
  /** Prices to half or less, or to double or more, in pence. */
  price_jumps: z.array(Product.extend({ was: z.int(), now: z.int() })),
  /** How many products are archived, when that is more than a fifth of the shop; else 0. */
  mass_archive: z.int(),
  /** Products that would lack what the law wants, and in which fields: then no page could be built any more. */
  lacking: z.array(Product.extend({ facts: z.array(z.string()) })),
  /** Colours of which open checkouts hold more than is now in stock. */
  oversold: z.array(Colour.extend({ quantity: z.int(), held: z.int() })),
});
export type CatalogueReport = z.infer<typeof CatalogueReport>;

/** Contents of pages before and after, by key. */
const ContentReport = z.object({
  changed: z.array(z.object({ key: z.string(), was: z.json(), now: z.json() })),
  conflicts: z.array(z.object({ key: z.string(), seen: z.json(), shop: z.json(), file: z.json() })),
});

/** Orders of products before and after: slugs, by the category's. */
const OrderReport = z.object({
  changed: z.array(
    z.object({ category: z.string(), was: z.array(z.string()), now: z.array(z.string()) }),
  ),
  /** `shop` is null where the category is gone. */
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

/** What a release does, by its parts; null where it has none. */
const ReleaseReport = z.object({
  catalogue: CatalogueReport.nullable(),
  content: ContentReport.nullable(),
  order: OrderReport.nullable(),
});
export type ReleaseReport = z.infer<typeof ReleaseReport>;

export const ReleaseOptions = z.object({
  /** What is not listed leaves the shop. */
  archive_missing: z.boolean().default(false),
  /** Conflicts are decided for the release. */
  overwrite: z.boolean().default(false),
  /** What was archived since the export comes back. */
  restore: z.boolean().default(false),
  allow_price_jumps: z.boolean().default(false),
  /** How many products may be archived at once. */
  allow_archiving: z.int().min(0).default(0),
});
export type ReleaseOptions = z.infer<typeof ReleaseOptions>;

/** A field's new value; of a text what can be seen. */
const given = z.union([z.string().overwrite(visibleText), z.json()]);
const slug = z.string().min(1).max(100);
const seen = z.record(z.string(), z.json()).optional();
/** Fields that are to be empty. One that is null or left out stays as it is. */
const clears = z.array(z.string().max(40)).max(40).optional();

/** What `import_catalogue` takes. What a product or colour has beside these, the database knows. */
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
    .array(z.object({ slug, name: z.string().overwrite(visibleLine).min(1).max(200) }))
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

/** What a release changes, by its parts. */
const ReleaseChanges = z.strictObject({
  catalogue: GivenCatalogue.optional(),
  content: z.record(z.string(), z.object({ seen: z.json().optional(), now: z.json() })).optional(),
  /** The products' slugs by the category's; `seen` is the order that the change started from. */
  order: z
    .record(slug, z.object({ seen: z.array(slug).optional(), now: z.array(slug) }))
    .optional(),
});
export type ReleaseChanges = z.input<typeof ReleaseChanges>;

export const ReleaseState = z.enum(releaseStates);

/** Moments are ISO 8601. */
const ReleaseRow = z.object({
  id: z.uuid(),
  title: z.string(),
  /** Where its changes come from: a file's name, “Studio”, “Command”. */
  source: z.string(),
  state: ReleaseState,
  /** Grows whenever it changes. What is saved over another version is refused. */
  version: z.int(),
  created_at: z.string(),
  /** A member of staff, or “Command”. */
  created_by: z.string(),
  changed_at: z.string(),
  changed_by: z.string(),
  scheduled_for: z.string().nullable(),
  published_at: z.string().nullable(),
  published_by: z.string().nullable(),
  /** Why it failed. */
  failure: z.string().nullable(),
  /** The release that this one undoes. */
  undoes: z.uuid().nullable(),
  /** The one that has undone it. */
  undone_by: z.uuid().nullable(),
});
export type ReleaseRow = z.infer<typeof ReleaseRow>;

/** `GET /api/staff/releases?q=…&state=…&after=…`: newest first, fifty a page. */
export const ReleasesAnswer = z.object({
  releases: z.array(ReleaseRow),
  next: z.string().nullable(),
});
export type ReleasesAnswer = z.infer<typeof ReleasesAnswer>;

/** `GET /api/staff/release?release=…` */
export const Release = ReleaseRow.extend({
  changes: ReleaseChanges,
  options: ReleaseOptions,
  /** Of a published release, what it did. */
  report: ReleaseReport.nullable(),
  /** Made, saved, scheduled, unscheduled, published, failed, undone, discarded. */
  events: z.array(z.object({ at: z.string(), by: z.string(), what: z.string() })),
});
export type Release = z.infer<typeof Release>;

/** What a release would do at this moment. */
export const ReleasePreview = z.object({
  report: ReleaseReport,
  version: z.int(),
  /** What the release's options do not allow yet. */
  guards: z.object({ price_jumps: CatalogueReport.shape.price_jumps, mass_archive: z.int() }),
  /** Stands for what the person has seen; goes with publishing, scheduling and undoing. */
  fingerprint: z.string(),
});
export type ReleasePreview = z.infer<typeof ReleasePreview>;

const release = z.uuid('Not a valid release.');
const fingerprint = z.string().max(64);

/**
 * `POST /api/staff/release`. A release's id is made by the browser when it begins one; saving, publishing
 * or undoing again after a lost answer does nothing twice. `version` is the one that was shown, 0 for a new one.
 */
export const ReleaseBody = z.discriminatedUnion('do', [
  z.object({
    do: z.literal('save'),
    release,
    title: oneLine(120),
    source: oneLine(200),
    changes: ReleaseChanges,
    options: ReleaseOptions,
    version: z.int().min(0),
  }),
  z.object({ do: z.literal('preview'), release }),
  z.object({ do: z.literal('publish'), release, fingerprint }),
  z.object({ do: z.literal('schedule'), release, at: z.iso.datetime(), fingerprint }),
  z.object({ do: z.literal('unschedule'), release }),
  z.object({ do: z.literal('discard'), release }),
  z.object({ do: z.literal('preview_undo'), release }),
  /** `undo` is the id of the new release. */
  z.object({ do: z.literal('undo'), release, undo: release, fingerprint }),
]);
export type ReleaseBody = z.input<typeof ReleaseBody>;

/** What `save`, `schedule`, `unschedule` and `discard` answer. */
export const ReleaseSaved = z.object({
  version: z.int(),
  /** After `unschedule` or `discard`: slugs of new products that could only be archived, since a checkout or order has them. */
  archived: z.array(z.string()).optional(),
});
export type ReleaseSaved = z.infer<typeof ReleaseSaved>;

/** What `publish` and `undo` answer: what was done. */
export const ReleaseDone = z.object({ release: z.uuid(), report: ReleaseReport });
export type ReleaseDone = z.infer<typeof ReleaseDone>;

/** `GET /api/staff/publishing?release=…`: how far a published release has come. Moments of the database's clock. */
export const Publishing = z.object({
  now: z.string(),
  database_at: z.string(),
  /** Null: not yet, not needed, or a deploy came first. */
  build_asked_at: z.string().nullable(),
  /** When the first build that shows it began; null as well when builds cannot say so. */
  build_started_at: z.string().nullable(),
  /** Whether a build is still to be asked for: soon, or (only stock changed) with the next. */
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
  /** Whether `began_at` is of the database's clock, and noted there; otherwise of the machine's that built. */
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

/** How far a published release has come on its way to the pages. */
export const getPublishing = reads('/api/staff/publishing', ReleaseQuery, Publishing);

/** Maximum size of a saved release in bytes: nearly Netlify's limit. */
const mostReleaseBytes = 5_500_000;

/**
 * Saves, previews, publishes, schedules, discards or undoes a release. Saving over another version is refused
 * (`release_changed`), and so is publishing anything but the preview that was shown (`preview_outdated`).
 */
export const changeRelease = acts(
  '/api/staff/release',
  ReleaseBody,
  {
    save: ReleaseSaved,
    preview: ReleasePreview,
    publish: ReleaseDone,
    schedule: ReleaseSaved,
    unschedule: ReleaseSaved,
    discard: ReleaseSaved,
    preview_undo: ReleasePreview,
    undo: ReleaseDone,
  },
  { limit: mostReleaseBytes },
);
