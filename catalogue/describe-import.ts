import { countText } from '#domain/count-text.ts';
import { formatPounds, pence } from '#domain/money.ts';
import type { ImportSummary } from './import-catalogue.ts';

/** Lines printed per section; the rest are only counted. */
const mostLines = 30;

function section(title: string, lines: readonly string[]): string[] {
  if (lines.length === 0) return [];
  const rest = lines.length - mostLines;
  return [
    title,
    ...lines.slice(0, mostLines).map((line) => `  ${line}`),
    ...(rest > 0 ? [`  … and ${rest} more`] : []),
  ];
}

const colourName = ({ slug, colour }: { slug: string; colour: string }) => `${slug}, ${colour}`;

function changedLines({ products, colours, pictures, categories }: ImportSummary): string[] {
  return [
    ...categories.changed.map(({ slug, name }) => `category ${slug}: now “${name}”`),
    ...products.changed.map(({ slug, fields, was_pence, price_pence }) => {
      const details = fields.map((field) =>
        field === 'price'
          ? `price ${formatPounds(pence(was_pence))} → ${formatPounds(pence(price_pence))}`
          : field,
      );
      return `${slug}: ${details.join(', ')}`;
    }),
    ...colours.changed.map((colour) => {
      const details = colour.fields.map((field) =>
        field === 'stock' ? `stock ${colour.was_quantity} → ${colour.quantity}` : field,
      );
      return `${colourName(colour)}: ${details.join(', ')}`;
    }),
    ...pictures.map((colour) => `${colourName(colour)}: pictures`),
  ];
}

/** How many of the file's `products` the import left alone. */
function untouched(summary: ImportSummary, products: number): number {
  const touched = new Set([
    ...summary.products.added,
    ...summary.products.changed.map(({ slug }) => slug),
    ...[...summary.colours.added, ...summary.colours.changed, ...summary.pictures].map(
      ({ slug }) => slug,
    ),
    ...summary.archived.colours.map(({ slug }) => slug),
  ]);
  return products - touched.size;
}

/**
 * Summarises an import for the marketer who ran it.
 * @param products number of products in the file.
 */
export function describeImport(summary: ImportSummary, products: number): string {
  const { archived, oversold } = summary;
  const newProducts = new Set(summary.products.added);
  const newColours = summary.colours.added.filter(({ slug }) => !newProducts.has(slug));
  const addedColours = new Set(summary.colours.added.map(colourName));
  const added = [
    ...summary.categories.added.map((slug) => `category ${slug}`),
    ...summary.products.added,
    ...newColours.map(colourName),
  ];
  const changed = changedLines({
    ...summary,
    pictures: summary.pictures.filter((colour) => !addedColours.has(colourName(colour))),
  });
  const gone = [...archived.products, ...archived.colours.map(colourName)];
  const left = untouched(summary, products);
  return [
    ...section(`Added (${added.length})`, added),
    ...section(`Changed (${changed.length})`, changed),
    ...section(`Archived (${gone.length})`, gone),
    ...section(
      'Check these: open checkouts hold more than is now in stock; shoppers who pay for missing units are refunded',
      oversold.map(
        (colour) => `${colourName(colour)}: ${colour.held} held, stock ${colour.quantity}`,
      ),
    ),
    `${countText(left, 'product')} unchanged.`,
  ].join('\n');
}
