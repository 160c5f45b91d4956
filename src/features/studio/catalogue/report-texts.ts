import { isRecord } from '#domain/record.ts';
import type { ReleaseReport } from '#domain/wire/staff-releases.ts';

/** A content of pages, or its parts that are texts, for people. */
export function pageText(value: unknown): string {
  if (value === null || value === undefined) return 'empty';
  if (Array.isArray(value)) return value.map(pageText).join('\n');
  if (!isRecord(value)) return String(value);
  return Object.entries(value)
    .filter(([, part]) => part !== null && part !== '')
    .map(([name, part]) => `${name}: ${pageText(part)}`)
    .join('\n');
}

function slugs(value: unknown): string {
  return Array.isArray(value) && value.length > 0 ? value.join(', ') : 'newest first';
}

/** What a release changes in the order of products, a line for each category. */
export function orderLines(order: unknown): string[] {
  const changed = isRecord(order) ? order.changed : null;
  if (!Array.isArray(changed)) return [];
  return changed.filter(isRecord).map(({ category, now }) => `${String(category)}: ${slugs(now)}`);
}

/** Whether a release does nothing. */
export function isEmptyReport({ catalogue, content, order }: ReleaseReport): boolean {
  const changes = [
    ...orderLines(order),
    ...(content ? [...content.changed, ...content.conflicts] : []),
    ...(catalogue
      ? [
          ...catalogue.renamed,
          ...catalogue.categories.added,
          ...catalogue.categories.changed,
          ...catalogue.categories.dropped,
          ...catalogue.products.added,
          ...catalogue.products.changed,
          ...catalogue.colours.added,
          ...catalogue.colours.changed,
          ...catalogue.archived.products,
          ...catalogue.archived.colours,
        ]
      : []),
  ];
  return changes.length === 0;
}
