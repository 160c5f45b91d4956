import { nameKey } from '#domain/names/name-key.ts';
import type {
  CatalogueReport,
  FieldChange,
  ReleaseChanges,
} from '#domain/contracts/staff-releases.ts';
import { fieldName, fieldPlace, fieldText } from './field-text.ts';

/** A cell before and after, as text; `''` if empty. */
export interface ChangedCell {
  /** The colour; null for the product as a whole. */
  colour: string | null;
  field: string;
  name: string;
  was: string;
  now: string;
  /** Picture URLs before and after. */
  pictures?: { was: readonly string[]; now: readonly string[] };
}

/** Changes of one product in a release. */
export interface ProductGroup {
  slug: string;
  /** The current slug, which the release may rename. */
  oldSlug: string;
  isNew: boolean;
  /** Whether the whole product is removed from the shop. */
  leaves: boolean;
  cells: ChangedCell[];
}

type Given = NonNullable<ReleaseChanges['catalogue']>;
type GivenItem = Readonly<Record<string, unknown>>;

/** Fields not shown: identifiers and provenance. */
const silent = new Set(['slug', 'color_name', 'new', 'seen', 'export', 'clears', 'position']);

function addresses(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

function cellOf(colour: string | null, { field, was, now, moves }: FieldChange): ChangedCell {
  const cell = { colour, field, name: fieldName(field) };
  if (field === 'images') {
    const pictures = { was: addresses(was), now: addresses(now) };
    return { ...cell, was: fieldText(field, was), now: fieldText(field, now), pictures };
  }
  if (field === 'picture') {
    const pictures = { was: addresses([was]), now: addresses([now]) };
    return { ...cell, was: '', now: '', pictures };
  }
  if (field === 'position') return { ...cell, was: '', now: 'another position' };
  const moved = Number(now) - Number(was);
  const step = field === 'quantity' && moves ? ` (${moved > 0 ? '+' : '−'}${Math.abs(moved)})` : '';
  return { ...cell, was: fieldText(field, was), now: fieldText(field, now) + step };
}

/** Sorts cells as the form of their product or category shows its fields, colour by colour. */
function inFormOrder(cells: readonly ChangedCell[]): ChangedCell[] {
  const colours = [...new Set(cells.map(({ colour }) => colour))];
  const placeOf = ({ colour, field }: ChangedCell) => [
    fieldPlace(colour === null ? field : 'color_name'),
    colours.indexOf(colour),
    fieldPlace(field),
  ];
  return cells.toSorted((one, other) => {
    const places = placeOf(other);
    return placeOf(one).reduce((found, place, at) => found || place - (places[at] ?? 0), 0);
  });
}

/** Omits the times of a missing sale, which would read “at once” and “no end”. */
function saleTimes(changes: readonly FieldChange[]): FieldChange[] {
  const price = changes.find(({ field }) => field === 'sale_price_pence');
  return changes.map((change) => {
    if (!['sale_from', 'sale_until'].includes(change.field)) return change;
    return {
      ...change,
      was: price?.was === 0 ? null : change.was,
      now: price?.now === 0 ? null : change.now,
    };
  });
}

function cellsOfNew(colour: string | null, item: GivenItem | undefined): ChangedCell[] {
  return Object.entries(item ?? {})
    .filter(([field, value]) => !silent.has(field) && value !== null && value !== undefined)
    .map(([field, now]) =>
      cellOf(colour, { field, was: null, now: now as FieldChange['now'], moves: false }),
    );
}

/** Key of a colour, ignoring the case of its name. */
function colourKey(slug: string, colour: string): string {
  return `${slug}/${nameKey(colour)}`;
}

/** Changes of one category or collection in a release. */
interface CategoryGroup {
  slug: string;
  title: string;
  isNew: boolean;
  cells: ChangedCell[];
}

/** Changes of categories and collections in a release by cell. */
export function categoryGroups(
  { categories: { added, changed } }: CatalogueReport,
  given: Given | undefined,
): CategoryGroup[] {
  const items = new Map(given?.categories?.map((item) => [item.slug, item]));
  return [
    ...added.map((slug) => {
      const { kind = 'category', ...item } = items.get(slug) ?? {};
      const what = { colour: null, field: 'kind', name: fieldName('kind'), was: '', now: kind };
      const cells = inFormOrder([what, ...cellsOfNew(null, item)]);
      return { slug, title: String(items.get(slug)?.name ?? slug), isNew: true, cells };
    }),
    ...changed.map(({ slug, changes }) => ({
      slug,
      title: slug,
      isNew: false,
      cells: inFormOrder(changes.map((change) => cellOf(null, change))),
    })),
  ];
}

/** Catalogue changes of a release by cell, grouped by product in the order of the report. */
export function productGroups(report: CatalogueReport, given: Given | undefined): ProductGroup[] {
  const groups = new Map<string, ProductGroup>();
  function groupOf(slug: string): ProductGroup {
    const known = groups.get(slug);
    if (known) return known;
    const group = { slug, oldSlug: slug, isNew: false, leaves: false, cells: [] };
    groups.set(slug, group);
    return group;
  }
  const products = new Map((given?.products ?? []).map((item) => [item.slug, item]));
  const colours = new Map(
    (given?.colours ?? []).map((item) => [colourKey(item.slug, item.color_name), item]),
  );
  for (const { slug, colour, now } of report.renamed) {
    const group = groupOf(colour === null ? now : slug);
    if (colour === null) group.oldSlug = slug;
    const field = colour === null ? 'slug' : 'color_name';
    group.cells.push(cellOf(colour === null ? null : now, { field, was: colour ?? slug, now }));
  }
  for (const slug of report.products.added) {
    const group = groupOf(slug);
    group.isNew = true;
    group.cells.push(...cellsOfNew(null, products.get(slug)));
  }
  for (const { slug, changes } of report.products.changed)
    groupOf(slug).cells.push(...saleTimes(changes).map((change) => cellOf(null, change)));
  for (const { slug, colour } of report.colours.added) {
    const cells = cellsOfNew(colour, colours.get(colourKey(slug, colour)));
    const added = { colour, field: 'color_name', name: 'Colour', was: '', now: colour };
    groupOf(slug).cells.push(added, ...cells);
  }
  for (const { slug, colour, changes } of report.colours.changed)
    groupOf(slug).cells.push(...changes.map((change) => cellOf(colour, change)));
  const gone = { field: 'archived', was: false, now: true };
  for (const slug of report.archived.products) groupOf(slug).cells.push(cellOf(null, gone));
  for (const { slug, colour } of report.archived.colours)
    groupOf(slug).cells.push(cellOf(colour, gone));
  for (const group of groups.values()) {
    group.cells = inFormOrder(group.cells);
    group.leaves = group.cells.some(
      ({ colour, field, now }) => colour === null && field === 'archived' && now === 'archived',
    );
  }
  return [...groups.values()];
}
