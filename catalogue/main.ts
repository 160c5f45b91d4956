import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { changesWithPictures } from '#domain/contracts/changes-with-pictures.ts';
import { countText } from '#domain/basics/count-text.ts';
import { cutText } from '#domain/basics/cut-text.ts';
import { inParallel } from '#domain/basics/in-parallel.ts';
import { pictureFileName } from '#domain/catalogue/picture-file-name.ts';
import type { CatalogueReading, KindOfMistake } from '#domain/contracts/catalogue-reading.ts';
import { mostReleaseBytes, ReleaseOptions } from '#domain/contracts/staff-releases.ts';
import { type CommandShop, failureText, openShop, typedPath } from '#server/command-shop.ts';
import { DatabaseRefusal, dataOf } from '#server/database.ts';
import { exportCatalogue, exportFormats } from '#server/spreadsheets/export-catalogue.ts';
import type { ReadPage } from '#server/spreadsheets/exported-catalogue.ts';
import { pictureFault } from '#server/spreadsheets/picture-faults.ts';
import { storageAddress } from '#server/spreadsheets/picture-storage.ts';
import { readForStudio } from '#server/spreadsheets/read-for-studio.ts';
import { storePicture } from '#server/spreadsheets/store-picture.ts';
import { storedName, webPicture } from '#server/spreadsheets/web-picture.ts';
import { refusalText } from '#server/messages/refusal-text.ts';

const usage = `Usage:
  npm run catalogue -- export FILE   writes the shop’s catalogue to FILE (.xlsx, .csv or .json)
  npm run catalogue -- import FILE   saves what FILE changes as a draft, with its pictures (.xlsx, .ods, .csv or .json);
                                     preview and publish it in the studio

Options:
  --archive-missing    takes products and colours that are not in FILE off sale
  --renamed NAME       NAME is a new name of a product or product/colour in the shop
  --new NAME           NAME is a new product or colour, not a new name
  --settings FILE      settings of the shop to use (default: .env)`;

/** Pictures decoded and uploaded at once, so that no core waits for the network. */
const atOnce = 16;

/** Cells named for one kind of mistake; the rest are counted. */
const mostCells = 8;

function pagesOf({ database }: CommandShop): ReadPage {
  return async (p_offset, p_limit) =>
    dataOf(await database.rpc('export_catalogue', { p_offset, p_limit }));
}

async function exportTo(shop: CommandShop, file: string): Promise<boolean> {
  const format = exportFormats.find((ending) => file.toLowerCase().endsWith(`.${ending}`));
  if (!format) throw new Error(`“${path.basename(file)}” must end in .xlsx, .csv or .json.`);
  if (!existsSync(path.dirname(file))) throw new Error(`Folder not found: ${path.dirname(file)}`);
  const { content, products, colours } = await exportCatalogue(pagesOf(shop), format);
  writeFileSync(file, content);
  const counts = `${countText(products, 'product')} in ${countText(colours, 'colour')}`;
  console.log(`Wrote ${counts} to ${file}`);
  return true;
}

function mistakeText({ column, message, many, cells }: KindOfMistake): string {
  const named = cells
    .slice(0, mostCells)
    .map(({ cell, found }) => (found === null ? cell : `${cell} (“${found}”)`));
  const rest = many - named.length;
  const more = named.length > 0 && rest > 0 ? [`${rest} more`] : [];
  const place = [...named, ...more, ...(column === null ? [] : [`column “${column}”`])];
  return place.length === 0 ? message : `${place.join(', ')}: ${message}`;
}

function questionText({ key, slug, colour, now, place }: CatalogueReading['questions'][number]) {
  const was = colour ?? slug;
  return `“${now}” (${place}) is not in the shop, and “${was}” is not in the file.\n    Add --renamed "${key}" if it is a new name, otherwise --new "${key}".`;
}

type NamedPicture = CatalogueReading['pictures'][number];

/** Checks all pictures before any is stored. @throws Error naming each that is missing, damaged or unfit. */
async function requirePictures(
  pictures: readonly NamedPicture[],
  fileOf: (name: string) => string,
): Promise<void> {
  const faults = new Set<string>();
  await inParallel(pictures, atOnce, async ({ name }) => {
    const file = fileOf(name);
    if (!existsSync(file)) return void faults.add(`The picture “${name}” was not found: ${file}`);
    const fault = await pictureFault(name, file);
    if (fault !== undefined) faults.add(fault);
  });
  if (faults.size > 0) throw new Error([...faults].map((fault) => `✗ ${fault}`).join('\n'));
}

/** Stores pictures under names derived from their content, so that a repeated import uploads none twice. */
async function storePictures(
  { address, storage }: CommandShop,
  pictures: readonly NamedPicture[],
  fileOf: (name: string) => string,
) {
  const stored: (NamedPicture & { address: string })[] = [];
  await inParallel(pictures, atOnce, async ({ slug, name }) => {
    const file = fileOf(name);
    const as = storedName(slug, readFileSync(file));
    await storePicture(storage, as, await webPicture(name, file));
    stored.push({ slug, name, address: storageAddress({ address }) + as });
  });
  return stored;
}

interface Answers {
  renamed: string[];
  fresh: string[];
}

async function importFrom(
  shop: CommandShop,
  file: string,
  answers: Answers,
  options: { archive_missing: boolean },
): Promise<boolean> {
  if (!existsSync(file)) throw new Error(`File not found: ${file}`);
  const { base, name: title } = path.parse(file);
  const sent = { bytes: readFileSync(file), name: base, ...answers };
  const reading = await readForStudio(sent, pagesOf(shop));
  const { counts, given, leftOut, lacking, notes, pictures, questions } = reading;
  for (const note of notes) console.log(`Note: ${note}`);
  for (const { why, products } of [...leftOut, ...lacking])
    console.log(`Note: ${why}\n    ${products.join(', ')}`);
  if (given === null) {
    const answered = new Set([...answers.renamed, ...answers.fresh]);
    const problems = [
      ...reading.mistakes.map((mistake) => `✗ ${mistakeText(mistake)}`),
      ...questions.filter(({ key }) => !answered.has(key)).map((one) => `? ${questionText(one)}`),
    ];
    throw new Error(problems.join('\n'));
  }
  const folder = path.dirname(file);
  // Another platform's file names addresses; their pictures are beside it.
  const fileOf = (name: string) =>
    path.resolve(
      folder,
      reading.platform === null ? name.replaceAll('\\', '/') : pictureFileName(name),
    );
  await requirePictures(pictures, fileOf);
  const stored = await storePictures(shop, pictures, fileOf);
  const changes = changesWithPictures(given, reading.order, stored);
  if (JSON.stringify(changes).length > mostReleaseBytes)
    throw new Error(
      'These are too many changes for one release. Split the file, and import its parts.',
    );
  const draft = {
    p_release: crypto.randomUUID(),
    p_title: cutText(title, 120),
    p_source: cutText(base, 200),
    p_changes: changes,
    p_options: ReleaseOptions.parse(options),
  };
  dataOf(await shop.database.rpc('draft_by_command', draft));
  console.log(
    `Read ${countText(counts.products, 'product')}, ${countText(counts.colours, 'colour')}, ${countText(counts.pictures, 'picture')}.\n` +
      `Saved as the draft “${draft.p_title}”. Preview and publish it in the studio: /studio?catalogue=release&id=${draft.p_release}`,
  );
  return true;
}

/** @returns whether the arguments were understood. */
async function run(): Promise<boolean> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      'archive-missing': { type: 'boolean', default: false },
      renamed: { type: 'string', multiple: true, default: [] },
      new: { type: 'string', multiple: true, default: [] },
      settings: { type: 'string' },
    },
  });
  const [task, name, ...more] = positionals;
  const { renamed, new: fresh, settings, 'archive-missing': archive_missing } = values;
  const hasOptions = archive_missing || renamed.length > 0 || fresh.length > 0;
  const understood = task === 'import' || (task === 'export' && !hasOptions);
  if (!understood || name === undefined || more.length > 0) {
    console.error(usage);
    return false;
  }
  const shop = openShop(settings);
  console.log(`The shop at ${shop.address}`);
  const file = typedPath(name);
  return task === 'export'
    ? exportTo(shop, file)
    : importFrom(shop, file, { renamed, fresh }, { archive_missing });
}

function plainly(error: unknown): string {
  return error instanceof DatabaseRefusal ? refusalText(error, 'staff') : failureText(error);
}

/** Runs the command with the arguments and the environment of this process. @returns the exit code. */
export async function main(): Promise<number> {
  try {
    return (await run()) ? 0 : 1;
  } catch (error) {
    console.error(`${plainly(error)}\nNothing in the catalogue was changed.`);
    return 1;
  }
}
