/** `npm run catalogue -- check FILE | import FILE | export FILE`: edits the catalogue in a spreadsheet. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { DatabaseRefusal } from '#server/database.ts';
import type { Catalogue } from './catalogue-file.ts';
import { checkPictures } from './check-pictures.ts';
import { checkRows } from './check-rows.ts';
import type { FileFormat } from './columns.ts';
import { csvRows } from './csv-rows.ts';
import { describeImport } from './describe-import.ts';
import { exportCatalogue } from './export-catalogue.ts';
import { importCatalogue } from './import-catalogue.ts';
import { jsonRows } from './json-rows.ts';
import { describeMistake, type Mistake } from './mistake.ts';
import type { PicturePlaces } from './picture-files.ts';
import { textOf } from './read-text.ts';
import { openShop, shopCategories, type Shop } from './shop.ts';
import { storageAddress, uploadPictures } from './upload-pictures.ts';

const usage = `Usage:
  npm run catalogue -- check FILE      checks FILE for mistakes and changes nothing
  npm run catalogue -- import FILE     updates the shop to match FILE
  npm run catalogue -- export FILE     writes the shop’s catalogue to FILE

FILE ends in .csv or .json.

Options:
  --archive-missing    (import only) takes products and colours that are not in FILE off sale;
                       past orders keep them
  --settings FILE      settings of the shop to use (default: .env)`;

const projectFolder = path.resolve(import.meta.dirname, '..');

/** Resolves against the folder the command was typed in; npm itself runs it in the project's. */
function fileNamed(name: string): string {
  return path.resolve(process.env['INIT_CWD'] ?? process.cwd(), name);
}

function formatOf(file: string): FileFormat {
  const ending = path.extname(file).toLowerCase();
  if (ending === '.csv') return 'csv';
  if (ending === '.json') return 'json';
  throw new Error(
    `“${path.basename(file)}” must end in .csv or .json. In your spreadsheet, choose “Save as”, then “CSV UTF-8”.`,
  );
}

interface Checked {
  catalogue: Catalogue;
  mistakes: Mistake[];
  counts: string;
}

async function checkFile(shop: Shop, file: string, places: PicturePlaces): Promise<Checked> {
  const format = formatOf(file);
  if (!existsSync(file)) throw new Error(`File not found: ${file}`);
  const known = await shopCategories(shop);
  const read = textOf(readFileSync(file));
  if ('mistake' in read) {
    return {
      catalogue: { categories: [], products: [] },
      mistakes: [read.mistake],
      counts: 'nothing',
    };
  }
  const rows = format === 'csv' ? csvRows(read.text) : jsonRows(read.text);
  const { catalogue, mistakes, colours } = checkRows(rows, known);
  const looked = await checkPictures(rows, places);
  const counts = `${catalogue.products.length} products, ${colours} colours, ${looked.pictures} pictures`;
  return { catalogue, mistakes: [...mistakes, ...looked.mistakes], counts };
}

function report({ mistakes, counts }: Checked): boolean {
  if (mistakes.length === 0) {
    console.log(`Read ${counts}: no mistakes.`);
    return true;
  }
  for (const mistake of mistakes) console.log(`✗ ${describeMistake(mistake)}`);
  const many = mistakes.length === 1 ? '1 mistake' : `${mistakes.length} mistakes`;
  console.log(`\n${many}. Nothing in the shop was changed.`);
  return false;
}

async function main(): Promise<boolean> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      'archive-missing': { type: 'boolean', default: false },
      settings: { type: 'string' },
    },
  });
  const [task, name, ...more] = positionals;
  if (!name || more.length > 0 || !['check', 'import', 'export'].includes(task ?? '')) {
    console.error(usage);
    return false;
  }
  if (values['archive-missing'] && task !== 'import')
    throw new Error(`--archive-missing only works with import.\n\n${usage}`);
  const file = fileNamed(name);
  const settingsFile = values.settings
    ? fileNamed(values.settings)
    : path.join(projectFolder, '.env');
  if (values.settings && !existsSync(settingsFile))
    throw new Error(`File not found: ${settingsFile}`);
  const shop = openShop(settingsFile);
  console.log(`The shop at ${shop.address}`);

  if (task === 'export') {
    const format = formatOf(file);
    await shopCategories(shop);
    const { text, products, colours } = await exportCatalogue(shop, format);
    writeFileSync(file, text);
    console.log(`Wrote ${products} products in ${colours} colours to ${file}`);
    return true;
  }

  const places: PicturePlaces = {
    folder: path.dirname(file),
    publicFolder: path.join(projectFolder, 'public'),
    storage: storageAddress(shop),
  };
  const checked = await checkFile(shop, file, places);
  if (!report(checked) || task === 'check') return checked.mistakes.length === 0;

  const { addressOf, sent, there } = await uploadPictures(shop, checked.catalogue, places);
  if (sent + there > 0) console.log(`Pictures: ${sent} uploaded, ${there} already there.`);
  const summary = await importCatalogue(
    shop,
    checked.catalogue,
    values['archive-missing'],
    addressOf,
  );
  console.log(describeImport(summary, checked.catalogue.products.length));
  return true;
}

function plainly(error: unknown): string {
  if (error instanceof DatabaseRefusal) return error.message;
  return error instanceof Error ? error.message : String(error);
}

try {
  process.exitCode = (await main()) ? 0 : 1;
} catch (error) {
  console.error(`${plainly(error)}\nNothing in the catalogue was changed.`);
  process.exitCode = 1;
}
