import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { DatabaseRefusal } from '#server/database.ts';
import { countText } from '#domain/count-text.ts';
import type { Catalogue } from '#server/spreadsheets/catalogue-file.ts';
import { changesOf, type Rename } from '#server/spreadsheets/changes.ts';
import { type Asked, projectFolder, readAsked, usage } from './asked.ts';
import { checkPictures } from './check-pictures.ts';
import { checkRows } from '#server/spreadsheets/check-rows.ts';
import { collectionOrders } from '#server/spreadsheets/collections-of-products.ts';
import { countedStockNote } from '#server/spreadsheets/counted-stock.ts';
import { describePlatformFile } from './describe-platform-file.ts';
import { describeBlockers, describeGuards, describeImport } from './describe-import.ts';
import { exportCatalogue, type ExportFormat } from '#server/spreadsheets/export-catalogue.ts';
import { type Exported, readShop } from '#server/spreadsheets/exported-catalogue.ts';
import type { FileRows } from '#server/spreadsheets/file-rows.ts';
import { lackingFacts } from '#server/spreadsheets/lacking-facts.ts';
import { newCategoriesNote } from '#server/spreadsheets/platforms/new-categories-note.ts';
import {
  changesNothing,
  draftCatalogue,
  importCatalogue,
  previewCatalogue,
  scheduleCatalogue,
} from './import-catalogue.ts';
import { describeMistakes, type Mistake } from '#server/spreadsheets/mistake.ts';
import { type PicturePlaces, withPictureFiles } from './picture-files.ts';
import { readFileRows } from '#server/spreadsheets/read-file.ts';
import { questionKey, renameQuestions, type RenameQuestion } from '#server/spreadsheets/renames.ts';
import { openShop, pagesOf, shopCategories, type Shop } from './shop.ts';
import { releaseLines } from './release-history.ts';
import { runReleaseTask, tellScheduled } from './release-tasks.ts';
import { refusalText } from '#server/words/refusal-text.ts';
import { storageAddress } from '#server/spreadsheets/picture-storage.ts';
import { planPictures, uploadPictures } from './upload-pictures.ts';

const exportFormats: Record<string, ExportFormat> = {
  '.xlsx': 'xlsx',
  '.csv': 'csv',
  '.json': 'json',
};

function exportFormatOf(file: string): ExportFormat {
  const format = exportFormats[path.extname(file).toLowerCase()];
  if (format) return format;
  throw new Error(`“${path.basename(file)}” must end in .xlsx, .csv or .json.`);
}

interface Checked {
  inShop: Exported;
  rows: FileRows;
  catalogue: Catalogue;
  mistakes: Mistake[];
  notes: string[];
  counts: string;
}

async function checkFile(shop: Shop, file: string, places: PicturePlaces): Promise<Checked> {
  if (!existsSync(file)) throw new Error(`File not found: ${file}`);
  const known = await shopCategories(shop);
  const inShop = await readShop(pagesOf(shop));
  const rows = withPictureFiles(await readFileRows(readFileSync(file), file));
  const { catalogue, mistakes, colours } = checkRows(rows, known, inShop.collections);
  const looked = await checkPictures(rows, places);
  const counts = [
    countText(catalogue.products.length, 'product'),
    countText(colours, 'colour'),
    countText(looked.pictures, 'picture'),
  ].join(', ');
  return {
    inShop,
    rows,
    catalogue,
    mistakes: [...mistakes, ...looked.mistakes],
    notes: [...rows.notes, ...looked.notes],
    counts,
  };
}

function report({ inShop, rows, catalogue, mistakes, notes, counts }: Checked): boolean {
  if (rows.platform !== null) {
    console.log(describePlatformFile(rows, lackingFacts(catalogue, inShop)));
  }
  for (const note of [
    ...notes,
    ...describeMistakes(rows.aside),
    ...newCategoriesNote(rows, catalogue),
  ]) {
    console.log(`Note: ${note}`);
  }
  if (mistakes.length > 0) {
    for (const line of describeMistakes(mistakes)) console.log(`✗ ${line}`);
    console.log(`\n${countText(mistakes.length, 'mistake')}. Nothing in the shop was changed.`);
    return false;
  }
  console.log(`Read ${counts}: no mistakes.`);
  const counted = countedStockNote(catalogue, rows.memory);
  if (counted !== null) console.log(`Note: ${counted}`);
  return true;
}

/** Names already classified by options. */
interface Answers {
  renamed: readonly string[];
  fresh: readonly string[];
}

function questionText({ slug, colour, now, place }: RenameQuestion): string {
  const was = colour ?? slug;
  const what = colour === null ? 'product' : `colour of ${slug}`;
  return `“${now}” (${place}) is not in the shop, and “${was}” is not in the file. Is it a new name of “${was}”, or a new ${what}?`;
}

/** Asks on the terminal what was renamed; without a terminal the options must say. */
async function answerQuestions(
  questions: readonly RenameQuestion[],
  { renamed, fresh }: Answers,
  task: string,
): Promise<Rename[]> {
  const open: RenameQuestion[] = [];
  const renames: Rename[] = [];
  for (const question of questions) {
    const key = questionKey(question);
    if (renamed.includes(key)) renames.push(question);
    else if (!fresh.includes(key)) open.push(question);
  }
  if (open.length > 0 && process.stdin.isTTY && task === 'import') {
    const terminal = createInterface({ input: process.stdin, output: process.stdout });
    for (const question of open) {
      let answer = '';
      while (!['r', 'renamed', 'n', 'new'].includes(answer)) {
        answer = (await terminal.question(`${questionText(question)} [renamed/new] `))
          .trim()
          .toLowerCase();
      }
      if (answer.startsWith('r')) renames.push(question);
    }
    terminal.close();
  } else if (open.length > 0) {
    const lines = open.map(
      (question) =>
        `? ${questionText(question)}\n    Add --renamed "${questionKey(question)}" or --new "${questionKey(question)}".`,
    );
    throw new Error(lines.join('\n'));
  }
  return renames.map(({ slug, colour, now }) => ({ slug, colour, now }));
}

async function runExport(shop: Shop, file: string): Promise<boolean> {
  const format = exportFormatOf(file);
  if (!existsSync(path.dirname(file))) throw new Error(`Folder not found: ${path.dirname(file)}`);
  await shopCategories(shop);
  const { content, products, colours } = await exportCatalogue(pagesOf(shop), format);
  writeFileSync(file, content);
  console.log(
    `Wrote ${countText(products, 'product')} in ${countText(colours, 'colour')} to ${file}`,
  );
  return true;
}

type FileTask = Extract<Asked, { file: string }>;

async function runFile(shop: Shop, asked: FileTask): Promise<boolean> {
  const { task, file, options, when } = asked;
  const places: PicturePlaces = {
    folder: path.dirname(file),
    publicFolder: path.join(projectFolder, 'public'),
    storage: storageAddress(shop),
  };
  const checked = await checkFile(shop, file, places);
  if (!report(checked)) return false;

  const { catalogue, rows, inShop } = checked;
  const questions = renameQuestions(catalogue, inShop, rows.memory);
  const renames = await answerQuestions(questions, asked, task);
  const plan = await planPictures(shop, catalogue, places);
  const given = {
    catalogue: changesOf(catalogue, rows.memory, renames, plan.addressOf),
    order: collectionOrders(catalogue, rows.memory, renames, inShop),
  };
  const preview = await previewCatalogue(shop, given, options);
  const blockers = describeBlockers(preview.report.catalogue);
  // A draft can be completed later.
  const guards = [
    ...describeGuards(preview.report.catalogue, options),
    ...(when === 'draft' ? [] : blockers),
  ];
  const isLater = when !== 'now';
  if (task === 'check' || isLater || guards.length > 0) {
    console.log(describeImport(preview.report, catalogue, 'preview'));
    for (const line of new Set([...guards, ...blockers])) console.log(line);
  }
  if (guards.length > 0) console.log('Nothing in the shop was changed.');
  if (task === 'check' || guards.length > 0) return guards.length === 0;

  const { sent, there } = await uploadPictures(shop, plan);
  if (sent + there > 0) console.log(`Pictures: ${sent} uploaded, ${there} already there.`);
  if (changesNothing(preview.report)) {
    console.log(
      isLater
        ? 'There is nothing to save for later.'
        : describeImport(preview.report, catalogue, 'done'),
    );
    return true;
  }
  if (when === 'draft') {
    const release = await draftCatalogue(shop, file, given, options);
    console.log(`Saved as a draft. To publish it: npm run catalogue -- publish ${release}`);
    return true;
  }
  if (when !== 'now') {
    const { fingerprint } = preview;
    const plans = { at: when.at, fingerprint };
    tellScheduled(await scheduleCatalogue(shop, file, given, options, plans), when.at);
    return true;
  }
  const done = await importCatalogue(shop, file, given, options, preview.fingerprint);
  console.log(describeImport(done.report, catalogue, 'done'));
  console.log(`To revert this: npm run catalogue -- undo ${done.release}`);
  if (rows.memory) {
    console.log(
      'Export again before your next changes: this file records the shop before this import.',
    );
  }
  return true;
}

async function run(): Promise<boolean> {
  const asked = readAsked();
  if (asked === null) {
    console.error(usage);
    return false;
  }
  const shop = openShop(asked.settingsFile);
  console.log(`The shop at ${shop.address}`);
  switch (asked.task) {
    case 'history': {
      const lines = await releaseLines(shop);
      console.log(lines.length > 0 ? lines.join('\n') : 'There are no releases yet.');
      return true;
    }
    case 'export':
      return runExport(shop, asked.file);
    case 'check':
    case 'import':
      return runFile(shop, asked);
    default:
      return runReleaseTask(shop, asked.task, asked.release, asked.at, asked.options);
  }
}

function plainly(error: unknown): string {
  if (error instanceof DatabaseRefusal) return refusalText(error, 'staff');
  return error instanceof Error ? error.message : String(error);
}

/** Runs the command with the arguments and the environment of this process. @returns its exit code. */
export async function main(): Promise<number> {
  try {
    return (await run()) ? 0 : 1;
  } catch (error) {
    console.error(`${plainly(error)}\nNothing in the catalogue was changed.`);
    return 1;
  }
}
