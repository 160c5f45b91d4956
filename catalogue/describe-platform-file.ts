import type { ProductGroup } from '#domain/wire/catalogue-reading.ts';
import type { FileRows } from '#server/spreadsheets/file-rows.ts';

function groupLines(heading: string, groups: readonly ProductGroup[]): string[] {
  if (groups.length === 0) return [];
  return [heading, ...groups.map(({ why, products }) => `  ${why}\n    ${products.join(', ')}`)];
}

/** Describes the columns and products of another platform's file, line by line, for marketers. */
export function describePlatformFile(
  { platform, uses, leftOut }: FileRows,
  lacking: readonly ProductGroup[],
): string {
  const aside = uses.filter(({ became }) => became === null);
  return [
    `${platform}’s product file`,
    ...uses.flatMap(({ letters, header, became, filled, example }) =>
      became === null
        ? []
        : [`  ${letters} ${header} → ${became} (cells: ${filled}; first: ${example})`],
    ),
    `  Left aside: ${aside.map(({ letters, header }) => `${letters} ${header}`).join(', ') || 'none'}`,
    ...groupLines('Not imported', leftOut),
    ...groupLines('Missing facts', lacking),
  ].join('\n');
}
