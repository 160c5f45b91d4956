import { countText } from '#domain/count-text.ts';
import { cutText } from '#domain/cut-text.ts';
import type { CatalogueReport, FieldChange, ReleaseReport } from '#domain/wire/staff-releases.ts';
import { listDifference } from '#domain/list-difference.ts';
import { unprovenClaims } from '#domain/environmental-claims.ts';
import { wantedFact } from '#domain/launch-check/product-problems.ts';
import { londonText } from '#domain/london-clock.ts';
import { dayInWords } from '#domain/cells/shown-value.ts';
import { formatPounds, pence } from '#domain/money.ts';
import { columnNames, columns } from '#server/spreadsheets/columns.ts';
import type { Catalogue } from '#server/spreadsheets/catalogue-file.ts';

/** Maximum lines printed per section; the rest are counted. */
const mostLines = 30;

/** Maximum characters shown of a text, before and after. */
const mostCharacters = 60;

function section(title: string, lines: readonly string[], advice?: string): string[] {
  if (lines.length === 0) return [];
  const rest = lines.length - mostLines;
  return [
    title,
    ...lines.slice(0, mostLines).map((line) => `  ${line}`),
    ...(rest > 0 ? [`  … and ${rest} more`] : []),
    ...(advice === undefined ? [] : [`  ${advice}`]),
  ];
}

/** A product, or one of its colours. */
function thingName({ slug, colour }: { slug: string; colour?: string | null }): string {
  return typeof colour === 'string' ? `${slug}, ${colour}` : slug;
}

/** Sheet columns by database field, where the names differ. */
const sheetNames = new Map<string, string>([
  ['price_pence', columns.price.sheet],
  ['sale_price_pence', columns.sale_price.sheet],
  ['created_at', columns.added.sheet],
  ['color_name', columns.colour.sheet],
  ['hex', columns.swatch.sheet],
  ['sku', columns.sku.sheet],
  ['gtin', columns.gtin.sheet],
  ['quantity', columns.stock.sheet],
  ['images', columns.pictures.sheet],
  ...columnNames.map((name) => [name, columns[name].sheet] as const),
]);

function fieldName(field: string): string {
  return sheetNames.get(field) ?? field;
}

/** Formats a value for marketers. */
function shown(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing';
  if (field === 'price_pence' && typeof value === 'number') return formatPounds(pence(value));
  if (field === 'sale_price_pence' && typeof value === 'number') {
    return value === 0 ? 'none' : formatPounds(pence(value));
  }
  if (field === 'sale_from' && value === '-infinity') return 'at once';
  if (field === 'sale_until' && value === 'infinity') return 'no end';
  if (field === 'visible_from' || field === 'sale_from' || field === 'sale_until') {
    return londonText(String(value));
  }
  if (field === 'created_at') return dayInWords(new Date(String(value)));
  if (field === 'alts' && Array.isArray(value)) {
    return countText(value.filter((alt) => alt !== '').length, 'description');
  }
  if (Array.isArray(value)) return countText(value.length, 'picture');
  const text = String(value);
  return text.length > mostCharacters ? `“${cutText(text, mostCharacters - 1)}…”` : text;
}

function movement(was: unknown, now: unknown): string {
  const by = Number(now) - Number(was);
  return by > 0 ? `+${by}` : `−${-by}`;
}

function changeText({ field, was, now }: FieldChange): string {
  if (field === 'archived') return now === true ? 'out of the shop' : 'back in the shop';
  if (field === 'position') return 'order';
  if (field === 'images' && Array.isArray(was) && Array.isArray(now) && was.length === now.length) {
    return 'pictures';
  }
  if (field === 'alts') return columns.alts.sheet;
  const step = field === 'quantity' ? ` (${movement(was, now)})` : '';
  return `${fieldName(field)} ${shown(field, was)} → ${shown(field, now)}${step}`;
}

/** Products that join and leave collections. */
function movedLines(order: ReleaseReport['order']): string[] {
  return (order?.changed ?? []).map(({ category, was, now }) => {
    const { joined, left } = listDifference(was, now);
    const parts = [
      ...(joined.length > 0 ? [`with ${joined.join(', ')}`] : []),
      ...(left.length > 0 ? [`without ${left.join(', ')}`] : []),
    ];
    return `products of ${category}: ${parts.join('; ') || 'order'}`;
  });
}

function changedLines(
  { products, colours, categories, renamed }: CatalogueReport,
  order: ReleaseReport['order'],
): string[] {
  return [
    ...movedLines(order),
    ...renamed.map((thing) => `${thingName(thing)}: renamed to ${thing.now}`),
    ...categories.changed.map(
      ({ slug, kind, changes }) => `${kind} ${slug}: ${changes.map(changeText).join(', ')}`,
    ),
    ...[...products.changed, ...colours.changed].map(
      (thing) => `${thingName(thing)}: ${thing.changes.map(changeText).join(', ')}`,
    ),
  ];
}

/** Number of the file's `products` that the import does not change. */
function untouched(summary: CatalogueReport, products: number): number {
  const touched = new Set([
    ...summary.products.added,
    ...summary.renamed.map(({ slug, colour, now }) => (colour === null ? now : slug)),
    ...[
      ...summary.products.changed,
      ...summary.colours.added,
      ...summary.colours.changed,
      ...summary.archived.colours,
      ...summary.conflicts,
      ...summary.gone,
    ].map(({ slug }) => slug),
  ]);
  return Math.max(products - touched.size, 0);
}

/** New products and colours for which the file names no picture. */
function withoutPicture({ products, colours }: CatalogueReport, catalogue: Catalogue): string[] {
  const added = new Set(colours.added.map(thingName));
  const newProducts = new Set(products.added);
  return catalogue.products.flatMap(({ slug, colours: listed }) => {
    const bare = listed.filter(({ colour, pictures = [] }) => {
      return pictures.length === 0 && added.has(thingName({ slug, colour }));
    });
    if (bare.length === listed.length && newProducts.has(slug)) return [slug];
    return bare.map(({ colour }) => thingName({ slug, colour }));
  });
}

/** Products of the file with environmental words and no proof. */
function withClaims({ products }: Catalogue): string[] {
  return products.flatMap(({ slug, name, description, material, care, environmental_proof }) => {
    const texts = [name, description, material, care].join('\n');
    const claims = unprovenClaims(texts, environmental_proof ?? null);
    return claims === undefined ? [] : [`${slug}: ${claims}`];
  });
}

const sections = {
  preview: { added: 'To add', changed: 'To change', archived: 'To archive' },
  done: { added: 'Added', changed: 'Changed', archived: 'Archived' },
  undone: { added: 'Added', changed: 'Put back', archived: 'Archived' },
};

function conflictText(conflict: CatalogueReport['conflicts'][number]): string {
  const { field, seen, shop, file } = conflict;
  const value = (what: unknown) => shown(field, what);
  return `${thingName(conflict)}: ${fieldName(field)} was ${value(seen)}; the shop now has ${value(shop)}, your file ${value(file)}`;
}

/**
 * Describes what an import changes or has changed, line by line, for marketers.
 * @param catalogue content of the file; null if only the stored report is available.
 */
export function describeImport(
  { catalogue: summary, order }: { catalogue: CatalogueReport; order: ReleaseReport['order'] },
  catalogue: Catalogue | null,
  tense: keyof typeof sections,
): string {
  const { archived, oversold } = summary;
  const titles = sections[tense];
  const newProducts = new Set(summary.products.added);
  const added = [
    ...summary.categories.added.map((slug) => `category ${slug}`),
    ...summary.products.added,
    ...summary.colours.added.filter(({ slug }) => !newProducts.has(slug)).map(thingName),
  ];
  const changed = changedLines(summary, order);
  const gone = [...archived.products, ...archived.colours.map(thingName)];
  return [
    ...section(`${titles.added} (${added.length})`, added),
    ...section(`${titles.changed} (${changed.length})`, changed),
    ...section(`${titles.archived} (${gone.length})`, gone),
    ...section(
      tense === 'undone'
        ? `Not reverted, because it has been changed since (${summary.conflicts.length})`
        : `Not applied, because the shop has also changed them since your export (${summary.conflicts.length})`,
      summary.conflicts.map(conflictText),
      tense === 'undone'
        ? undefined
        : 'Export again and repeat these changes, or add --overwrite to use your file’s values.',
    ),
    ...section(
      'Collections whose products have changed since your file was read; they stay as they are',
      (order?.conflicts ?? []).map(({ category }) => category),
      'Check the file again.',
    ),
    ...section(
      `Archived since your export, and still archived (${summary.stay_archived.length})`,
      summary.stay_archived.map(thingName),
      'To bring them back, add --restore.',
    ),
    ...section(
      `Renamed in the shop since your export, and not changed (${summary.gone.length})`,
      summary.gone.map(thingName),
      'Export again to change these.',
    ),
    ...section(
      'Check these: open checkouts hold more units than would be in stock; shoppers who pay for missing units are refunded',
      oversold.map(
        (colour) => `${thingName(colour)}: ${colour.held} held, stock ${colour.quantity}`,
      ),
    ),
    ...section('New without a picture', catalogue ? withoutPicture(summary, catalogue) : []),
    ...section('Environmental words without a proof', catalogue ? withClaims(catalogue) : []),
    ...(catalogue === null
      ? []
      : [`${countText(untouched(summary, catalogue.products.length), 'product')} unchanged.`]),
  ].join('\n');
}

/** Reasons why an import cannot be published: missing facts that would make the production build fail. */
export function describeBlockers({ lacking }: Pick<CatalogueReport, 'lacking'>): string[] {
  return section(
    'These would lack facts required by law, and the shop’s pages could no longer be updated',
    lacking.flatMap(({ slug, facts }) => facts.map((column) => `${slug}: ${wantedFact(column)}`)),
    'Fill them in first.',
  );
}

/** Changes that need permission, with the option that grants it. */
export function describeGuards(
  summary: Pick<CatalogueReport, 'price_jumps' | 'mass_archive'>,
  allowed: { allow_price_jumps: boolean; allow_archiving: number },
): string[] {
  const { price_jumps: jumps, mass_archive: archived } = summary;
  const lines: string[] = [];
  if (jumps.length > 0 && !allowed.allow_price_jumps) {
    const prices = jumps.map(
      ({ slug, was, now }) => `${slug}: ${formatPounds(pence(was))} → ${formatPounds(pence(now))}`,
    );
    lines.push(
      ...section(
        `${countText(jumps.length, 'price')} would fall to half or less, or rise to double or more`,
        prices,
        'If this is intended, add --allow-price-jumps.',
      ),
    );
  }
  if (archived > allowed.allow_archiving) {
    lines.push(
      `${countText(archived, 'product')} would leave the shop, more than a fifth of it. If this is intended, add --allow-archiving ${archived}.`,
    );
  }
  return lines;
}
