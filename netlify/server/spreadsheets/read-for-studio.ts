import { SLUG } from '#domain/catalogue/catalogue-rules.ts';
import type { CatalogueReading } from '#domain/contracts/catalogue-reading.ts';
import { changesOf } from './changes.ts';
import { collectionOrders } from './collections-of-products.ts';
import { checkRows } from './check-rows.ts';
import { countedStockNote } from './counted-stock.ts';
import { type Exported, readShop, type ReadPage } from './exported-catalogue.ts';
import { cellMistake, type FileRows } from './file-rows.ts';
import { lackingFacts } from './lacking-facts.ts';
import { newCategoriesNote } from './platforms/new-categories-note.ts';
import { describeMistakes, kindsOfMistakes, type Mistake } from './mistake.ts';
import { readFileRows } from './read-file.ts';
import { questionKey, renameQuestions } from './renames.ts';

/** A spreadsheet as sent, with the answers to its questions, by their keys. */
export interface SentFile {
  bytes: Uint8Array;
  name: string;
  renamed: readonly string[];
  fresh: readonly string[];
}

function isAddress(name: string): boolean {
  return /^https?:\/\//i.test(name) || name.startsWith('/');
}

/** The pictures of all rows, including rows with mistakes: missing ones are reported together. */
function picturesNamed({ rows }: FileRows): { slug: string; name: string }[] {
  return rows.flatMap(({ cells: { slug, pictures } }) =>
    typeof slug === 'string' && SLUG.test(slug) && Array.isArray(pictures)
      ? pictures
          .filter((name): name is string => typeof name === 'string')
          .map((name) => ({ slug, name }))
      : [],
  );
}

/** Addresses of pictures that the shop does not have: it shows only its own. */
function foreignPictures(file: FileRows, shop: Exported): Mistake[] {
  const known = new Set(
    shop.products.flatMap(({ color_variants }) => color_variants.flatMap(({ images }) => images)),
  );
  return file.rows.flatMap((row) => {
    const { pictures } = row.cells;
    // Another platform's are fetched or dropped.
    if (!Array.isArray(pictures) || file.platform !== null) return [];
    return pictures
      .filter((name): name is string => typeof name === 'string')
      .filter((name) => isAddress(name) && !known.has(name))
      .map((found) => {
        const message = `“${found}” is not a picture of the shop. Write a file’s name, and drop the file with the spreadsheet.`;
        return Object.assign(cellMistake(file, row, 'pictures', message), { found });
      });
  });
}

/** The content of a spreadsheet, as the studio shows it before anything is stored. Changes nothing. */
export async function readForStudio(
  { bytes, name, renamed, fresh }: SentFile,
  readPage: ReadPage,
): Promise<CatalogueReading> {
  const shop = await readShop(readPage);
  const known = shop.categories.map(({ id, name: category }) => ({ slug: id, name: category }));
  const file = await readFileRows(bytes, name);
  const { catalogue, mistakes: ofRows, colours } = checkRows(file, known, shop.collections);
  const mistakes = [...ofRows, ...foreignPictures(file, shop)];
  const asked = mistakes.length === 0 ? renameQuestions(catalogue, shop, file.memory) : [];
  const answered = new Set([...renamed, ...fresh]);
  const isOpen = asked.some((question) => !answered.has(questionKey(question)));
  const renames = asked
    .filter((question) => renamed.includes(questionKey(question)))
    .map(({ slug, colour, now }) => ({ slug, colour, now }));
  const pictures = new Map(
    picturesNamed(file)
      .filter(({ name: picture }) => file.platform !== null || !isAddress(picture))
      .map((picture) => [`${picture.slug}/${picture.name}`, picture]),
  );
  const counted = countedStockNote(catalogue, file.memory);
  const given = mistakes.length > 0 || isOpen ? null : changesOf(catalogue, file.memory, renames);
  return {
    counts: { products: catalogue.products.length, colours, pictures: pictures.size },
    mistakes: kindsOfMistakes(mistakes),
    notes: [
      ...file.notes,
      ...describeMistakes(file.aside),
      ...newCategoriesNote(file, catalogue),
      ...(counted === null ? [] : [counted]),
    ],
    questions: asked.map((question) => Object.assign(question, { key: questionKey(question) })),
    pictures: [...pictures.values()],
    // As JSON: fields that are undefined stay as they are in the shop.
    given: given && JSON.parse(JSON.stringify(given)),
    order: given ? collectionOrders(catalogue, file.memory, renames, shop) : {},
    remembers: file.memory !== null,
    platform: file.platform,
    columns: file.uses,
    leftOut: file.leftOut,
    lacking: file.platform === null ? [] : lackingFacts(catalogue, shop),
  };
}
