import { readFileSync } from 'node:fs';
import path from 'node:path';
import { projectFolder } from '#local/settings.ts';
import { costSection } from './cost-table.ts';

export const costDoc = path.join(projectFolder, 'docs/cost.md');

const between = /(<!-- Written by npm run cost\. -->\n)[^]*?(<!-- End\. -->)/;

/** docs/cost.md with its generated part up to date, unformatted. @throws Error without the two marks. */
export function writtenCostDoc(): string {
  const text = readFileSync(costDoc, 'utf8');
  if (!between.test(text))
    throw new Error('docs/cost.md has lost the marks of its generated part.');
  return text.replace(
    between,
    (_, start: string, end: string) => `${start}\n${costSection()}\n\n${end}`,
  );
}
