import { londonTime } from '#domain/basics/london-clock.ts';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { FullResult, Reporter, TestCase, TestResult } from 'playwright/types/testReporter';
import { format, resolveConfig } from 'prettier';
import type { z } from 'zod';
import {
  type AccessibilityResults,
  accessibilityViews,
  CheckedPage,
} from '#domain/browsing/accessibility-results.ts';
import { projectFolder } from '#local/settings.ts';

const file = path.join(projectFolder, 'src/content/accessibility-results.json');

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: projectFolder, encoding: 'utf8' }).trim();
}

/**
 * Writes the results behind the accessibility statement once all its tests have passed: `npm run
 * accessibility`. Tests declare what they checked in the annotations `checked` and `journey`.
 */
export default class AccessibilityReporter implements Reporter {
  readonly #checked: z.infer<typeof CheckedPage>[] = [];
  readonly #journeys = new Set<string>();

  onTestEnd(_test: TestCase, { annotations, status }: TestResult): void {
    if (status !== 'passed') return;
    for (const { type, description = '' } of annotations) {
      if (type === 'journey') this.#journeys.add(description);
      if (type === 'checked') this.#checked.push(CheckedPage.parse(JSON.parse(description)));
    }
  }

  async onEnd({ status }: FullResult): Promise<void> {
    const [first] = this.#checked;
    if (status !== 'passed' || !first) {
      console.log('Not all tests passed, so the accessibility results were not updated.');
      return;
    }
    const changed = git('status', '--porcelain', '--untracked-files=no', '--', '.', `:!${file}`);
    if (changed)
      console.log(`The results name a commit, but these files differ from it:\n${changed}`);
    const results: z.infer<typeof AccessibilityResults> = {
      tested: londonTime(Date.now()).day,
      commit: git('rev-parse', 'HEAD'),
      axe: first.axe,
      browser: first.browser,
      rules: [...new Set(this.#checked.flatMap(({ rules }) => rules))].toSorted(),
      pages: [...Map.groupBy(this.#checked, ({ name }) => name)]
        .toSorted(([a], [b]) => a.localeCompare(b))
        .map(([name, all]) => {
          const seen = new Set(all.flatMap(({ views }) => views));
          return { name, views: accessibilityViews.filter((view) => seen.has(view)) };
        }),
      journeys: [...this.#journeys].toSorted(),
    };
    const options = { ...(await resolveConfig(file)), filepath: file };
    writeFileSync(file, await format(JSON.stringify(results), options));
    console.log(`Written: ${path.relative(projectFolder, file)}`);
  }
}
