import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { londonMoment } from '#domain/london-clock.ts';
import type { ReleaseOptions } from '#domain/wire/staff-releases.ts';

export const projectFolder = path.resolve(import.meta.dirname, '..');

export const usage = `Usage:
  npm run catalogue -- export FILE       writes the shop’s catalogue to FILE (.xlsx, .csv or .json)
  npm run catalogue -- check FILE        reports mistakes in FILE and what it would change; changes nothing
  npm run catalogue -- import FILE       updates the shop to match FILE (.xlsx, .ods, .csv or .json)

Every import is a release, and so is everything that the studio publishes:
  npm run catalogue -- history           lists the newest releases, including drafts and scheduled ones
  npm run catalogue -- preview ID        shows what a draft or scheduled release would change now
  npm run catalogue -- publish ID        publishes it now
  npm run catalogue -- schedule ID TIME  publishes it at a time in London, such as "2026-12-01 18:00"
  npm run catalogue -- unschedule ID     makes it a draft again
  npm run catalogue -- discard ID        discards it
  npm run catalogue -- undo ID           reverts its changes, except stock and what was changed since

Options of import:
  --draft              saves it as a draft instead of publishing it
  --schedule TIME      publishes it at that time

Options of check, import, preview, publish and schedule:
  --archive-missing    takes products and colours that are not in FILE off sale; past orders keep them (check, import)
  --allow-archiving N  allows N products to leave at once, if that is more than a fifth of the shop
  --allow-price-jumps  allows prices to fall to half or less, or to rise to double or more
  --renamed NAME       NAME is a new name of a product or product/colour in the shop (check, import)
  --new NAME           NAME is a new product or colour, not a new name (check, import)
  --overwrite          uses FILE’s values where the shop has also changed since the export
  --restore            restores what was archived since the export

Always:
  --settings FILE      settings of the shop to use (default: .env)`;

const fileTasks = ['check', 'import', 'export'] as const;
const releaseTasks = ['preview', 'publish', 'schedule', 'unschedule', 'discard', 'undo'] as const;
export type ReleaseTask = (typeof releaseTasks)[number];

/** Time to publish an import: now, at a moment (ISO 8601), or later as a draft. */
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

/** Resolves against the folder in which the command was typed; npm runs it in the project folder. */
function fileNamed(name: string): string {
  return path.resolve(process.env['INIT_CWD'] ?? process.cwd(), name);
}

function isOneOf<T extends string>(all: readonly T[], one: string): one is T {
  return all.some((known) => known === one);
}

/** @throws Error in plain words for a text that is not a time in London. */
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
 * Parses the command line.
 * @returns null for arguments that need `usage`.
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
    throw new Error(`--draft and --schedule only work with import.\n\n${usage}`);
  if (values.draft && values.schedule !== undefined)
    throw new Error('Use either --draft or --schedule: a scheduled import is kept until its time.');

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
    throw new Error(`“${name}” is not a release ID. “npm run catalogue -- history” lists them.`);
  if (values['archive-missing'])
    throw new Error(`--archive-missing only works with check and import.\n\n${usage}`);
  return { ...always, task, release: name, at: time === undefined ? null : momentOf(time) };
}
