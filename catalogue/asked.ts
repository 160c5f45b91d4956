import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { londonMoment } from '#domain/london-clock.ts';
import type { ReleaseOptions } from '#domain/wire/staff-releases.ts';

export const projectFolder = path.resolve(import.meta.dirname, '..');

export const usage = `Usage:
  npm run catalogue -- export FILE       writes the shop’s catalogue to FILE (.xlsx, .csv or .json)
  npm run catalogue -- check FILE        tells mistakes in FILE and what it would change; changes nothing
  npm run catalogue -- import FILE       updates the shop to match FILE (.xlsx, .ods, .csv or .json)

Every import is a release; so is what the studio publishes:
  npm run catalogue -- history           lists the newest releases, drafts and scheduled ones too
  npm run catalogue -- preview ID        tells what a draft or a scheduled one would change now
  npm run catalogue -- publish ID        publishes it now
  npm run catalogue -- schedule ID TIME  publishes it at a minute of London’s clock, such as "2026-12-01 18:00"
  npm run catalogue -- unschedule ID     makes it a draft again
  npm run catalogue -- discard ID        gives it up
  npm run catalogue -- undo ID           puts back what it changed, but for stock and for what was changed since

Options of import:
  --draft              keeps it for later instead of publishing it
  --schedule TIME      publishes it at that minute

Options of check, import, preview, publish and schedule:
  --archive-missing    takes products and colours that are not in FILE off sale; past orders keep them (check, import)
  --allow-archiving N  allows that so many products leave at once, where that is over a fifth of the shop
  --allow-price-jumps  allows prices to fall to half or less, or to rise to double or more
  --renamed NAME       NAME is a new name of what the shop has (product, or product/colour) (check, import)
  --new NAME           NAME is new, not a new name (check, import)
  --overwrite          decides for FILE where the shop has changed since the export, too
  --restore            brings back what was archived since the export

Always:
  --settings FILE      settings of the shop to use (default: .env)`;

const fileTasks = ['check', 'import', 'export'] as const;
const releaseTasks = ['preview', 'publish', 'schedule', 'unschedule', 'discard', 'undo'] as const;
export type ReleaseTask = (typeof releaseTasks)[number];

/** What to do with an import's changes: at once, at a moment (ISO 8601), or later. */
type When = { at: string } | 'now' | 'draft';

export type Asked = { settingsFile: string; options: ReleaseOptions } & (
  | { task: 'history' }
  | {
      task: (typeof fileTasks)[number];
      file: string;
      renamed: string[];
      fresh: string[];
      when: When;
    }
  | { task: ReleaseTask; release: string; at: string | null }
);

/** Resolves against the folder the command was typed in; npm itself runs it in the project's. */
function fileNamed(name: string): string {
  return path.resolve(process.env['INIT_CWD'] ?? process.cwd(), name);
}

function isOneOf<T extends string>(all: readonly T[], one: string): one is T {
  return all.some((known) => known === one);
}

/** @throws Error in plain words for what is no minute of London's clock. */
function momentOf(text: string): string {
  const [day = '', time = '', ...more] = text.trim().split(/[ T]+/);
  if (time === '' || more.length > 0)
    throw new Error(
      `“${text}” is not a time. Write a day and a minute, such as "2026-12-01 18:00".`,
    );
  const moment = londonMoment({ day, time });
  if (typeof moment !== 'string') throw new Error(moment.because);
  return moment;
}

/**
 * What the command was asked to do.
 * @returns null where it was not understood: `usage` helps.
 * @throws Error in plain words.
 */
export function readAsked(): Asked | null {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      'archive-missing': { type: 'boolean', default: false },
      'allow-archiving': { type: 'string' },
      'allow-price-jumps': { type: 'boolean', default: false },
      renamed: { type: 'string', multiple: true, default: [] },
      new: { type: 'string', multiple: true, default: [] },
      overwrite: { type: 'boolean', default: false },
      restore: { type: 'boolean', default: false },
      draft: { type: 'boolean', default: false },
      schedule: { type: 'string' },
      settings: { type: 'string' },
    },
  });
  const [task = '', name, time, ...more] = positionals;
  if (more.length > 0 || (time !== undefined && task !== 'schedule')) return null;
  const most = Number(values['allow-archiving'] ?? 0);
  if (!Number.isSafeInteger(most) || most < 0)
    throw new Error('--allow-archiving needs a number, such as --allow-archiving 12.');
  const settingsFile = values.settings
    ? fileNamed(values.settings)
    : path.join(projectFolder, '.env');
  if (values.settings && !existsSync(settingsFile))
    throw new Error(`File not found: ${settingsFile}`);
  const options: ReleaseOptions = {
    archive_missing: values['archive-missing'],
    overwrite: values.overwrite,
    restore: values.restore,
    allow_price_jumps: values['allow-price-jumps'],
    allow_archiving: most,
  };
  if (task !== 'import' && (values.draft || values.schedule !== undefined))
    throw new Error(`--draft and --schedule go with import.\n\n${usage}`);
  if (values.draft && values.schedule !== undefined)
    throw new Error('Either --draft or --schedule: a scheduled import is kept until its time.');

  const always = { settingsFile, options };
  if (task === 'history') return name === undefined ? { ...always, task } : null;
  if (name === undefined) return null;
  if (isOneOf(fileTasks, task)) {
    if (values['archive-missing'] && task === 'export')
      throw new Error(`--archive-missing does not work with export.\n\n${usage}`);
    const later = values.schedule === undefined ? 'now' : { at: momentOf(values.schedule) };
    const when = values.draft ? 'draft' : later;
    const { renamed, new: fresh } = values;
    return { ...always, task, file: fileNamed(name), renamed, fresh, when };
  }
  if (!isOneOf(releaseTasks, task) || (task === 'schedule') !== (time !== undefined)) return null;
  if (!z.uuid().safeParse(name).success)
    throw new Error(`“${name}” is no release. “npm run catalogue -- history” lists them.`);
  if (values['archive-missing'])
    throw new Error(`--archive-missing goes with check and import.\n\n${usage}`);
  return { ...always, task, release: name, at: time === undefined ? null : momentOf(time) };
}
