import { londonTime } from '#domain/basics/london-clock.ts';
import { writeXlsx } from 'hucre/xlsx';
import { eachOf } from '#domain/basics/each-of.ts';
import { numberFacts } from '#domain/catalogue/product-facts.ts';
import { pence, penceToPounds } from '#domain/money/money.ts';
import { columnNames, columns, type ColumnName } from './columns.ts';
import { type Exported, type ExportedProduct, rememberedRows } from './exported-catalogue.ts';
import { workbookText } from './formula-text.ts';
import { listCell, nameList } from './cell-list.ts';
import { collectionsSheet } from './collections-sheet.ts';
import { collectionColumnNames, collectionColumns } from './collection-columns.ts';
import { CATEGORIES_SHEET, COLLECTIONS_SHEET, MEMORY_HEADER } from './header.ts';
import { memoryCell } from './memory.ts';
import { columnLetters, type Cell } from './table.ts';
import { headerCells, MOMENT, momentCell, type Sheet, TEXT } from './workbook-parts.ts';

/** Empty rows below the last one that drop-downs and limits also cover. */
const rowsToCome = 500;

const widths: Partial<Record<ColumnName, number>> = {
  slug: 28,
  name: 28,
  description: 50,
  material: 22,
  measurements: 30,
  care: 30,
  safety: 40,
  environmental_proof: 30,
  search_title: 30,
  search_description: 50,
  share_picture: 30,
  price: 10,
  category: 16,
  collections: 28,
  added: 18,
  visible_from: 24,
  sale_from: 24,
  sale_until: 24,
  colour: 18,
  sku: 18,
  gtin: 18,
  pictures: 60,
  worn: 30,
  film: 30,
  alts: 60,
};

const formats: Partial<Record<ColumnName, string>> = {
  ...eachOf(numberFacts, () => '0'),
  price: '£#,##0.00',
  added: 'd mmmm yyyy',
  visible_from: MOMENT,
  sale_price: '£#,##0.00',
  sale_from: MOMENT,
  sale_until: MOMENT,
  stock: '0',
};

/** Product-level values are in the first row only, so that each is edited in one place. */
function rowsOf(
  product: ExportedProduct,
  categoryName: (slug: string) => string,
  exportId: string,
): Cell[][] {
  const remembered = rememberedRows(product, exportId);
  return product.color_variants.map(({ color_name, images, alts, ...colour }, index) => {
    const memory = remembered[index];
    const { hex, sku, gtin, quantity, worn, film } = colour;
    const {
      slug,
      color_variants: _,
      price_pence,
      created_at,
      visible_from,
      category,
      collections,
      sale_price_pence,
      sale_from,
      sale_until,
      ...texts
    } = product;
    const whole: Partial<Record<ColumnName, Cell>> = {
      ...texts,
      price: penceToPounds(pence(price_pence)),
      category: categoryName(category),
      collections: nameList(Object.entries(collections ?? {})),
      added: new Date(londonTime(created_at).day),
      visible_from: momentCell(visible_from),
      ...(sale_price_pence > 0 && {
        sale_price: penceToPounds(pence(sale_price_pence)),
        sale_from: momentCell(sale_from),
        sale_until: momentCell(sale_until),
      }),
    };
    const cells: Partial<Record<ColumnName, Cell>> = {
      ...(index === 0 && whole),
      slug,
      colour: color_name,
      sku: sku ?? null,
      gtin: gtin ?? null,
      swatch: hex,
      stock: quantity,
      pictures: listCell(images),
      worn: worn ?? null,
      film: film ?? null,
      alts: (alts && listCell(alts)) ?? null,
    };
    return [
      ...columnNames.map((name) => {
        const cell = cells[name] ?? null;
        return typeof cell === 'string' ? workbookText(cell) : cell;
      }),
      memory ? memoryCell(memory) : null,
    ];
  });
}

function productsSheet({ products, categories }: Exported): Sheet {
  const names = new Map(categories.map(({ id, name }) => [id, name]));
  const header = [...columnNames.map((name) => columns[name].sheet), MEMORY_HEADER];
  const exportId = crypto.randomUUID();
  const rows = products.flatMap((product) =>
    rowsOf(product, (slug) => names.get(slug) ?? slug, exportId),
  );
  const last = rows.length + rowsToCome;
  const range = (name: ColumnName) => {
    const letter = columnLetters(columnNames.indexOf(name));
    return `${letter}2:${letter}${last}`;
  };
  return {
    name: 'Products',
    columns: [
      ...columnNames.map((name) => ({
        width: widths[name] ?? 14,
        numFmt: formats[name] ?? TEXT,
      })),
      { hidden: true, width: 10 },
    ],
    rows: [header, ...rows],
    cells: headerCells(header),
    freezePane: { rows: 1 },
    autoFilter: { range: `A1:${columnLetters(columnNames.length)}${rows.length + 1}` },
    dataValidations: [
      {
        type: 'list',
        formula1: `${CATEGORIES_SHEET}!$A$2:$A$${categories.length + 51}`,
        range: range('category'),
        allowBlank: true,
        showErrorMessage: true,
        errorTitle: 'No such category',
        errorMessage: `Choose one from the list, or add a new one to the sheet “${CATEGORIES_SHEET}” first.`,
      },
      {
        type: 'whole',
        operator: 'greaterThanOrEqual',
        formula1: '0',
        range: range('stock'),
        allowBlank: true,
        showErrorMessage: true,
        errorTitle: 'Stock',
        errorMessage: 'Whole units, 0 or more.',
      },
    ],
  };
}

/** Whether a column is required, for the sheet that explains it. */
function needed(name: ColumnName): string {
  if (!columns[name].required) return '';
  return columns[name].of === 'colour' || name === 'slug' ? 'always' : 'once for a product';
}

function explanationSheet(): Sheet {
  const header = ['column', 'needed', 'what to write', 'example'];
  const rows = columnNames.map((name) => [
    columns[name].sheet,
    needed(name),
    columns[name].meaning,
    columns[name].example,
  ]);
  const others = [
    [
      MEMORY_HEADER,
      '',
      'Hidden. What the shop had when this file was exported: only what you change counts. Leave it alone.',
      '',
    ],
    ['any other', '', 'Columns of your own, such as notes, are left aside.', ''],
    ...collectionColumnNames.map((name) => [
      `${COLLECTIONS_SHEET}: ${collectionColumns[name].sheet}`,
      name === 'name' ? 'always' : '',
      collectionColumns[name].meaning,
      collectionColumns[name].example,
    ]),
  ];
  return {
    name: 'Columns',
    columns: [30, 20, 110, 24].map((width) => ({ width, numFmt: TEXT })),
    rows: [header, ...rows, ...others],
    cells: headerCells(header),
    freezePane: { rows: 1 },
  };
}

/** The drop-down's list. A row added to it is a new category. */
function categoriesSheet({ categories }: Exported): Sheet {
  const header = ['category', MEMORY_HEADER];
  return {
    name: CATEGORIES_SHEET,
    columns: [
      { width: 30, numFmt: TEXT },
      { hidden: true, width: 10, numFmt: TEXT },
    ],
    rows: [header, ...categories.map(({ id, name }) => [name, id])],
    cells: headerCells(header),
    freezePane: { rows: 1 },
  };
}

/**
 * The catalogue as an Excel workbook: products with numbers and days as such, a sheet that explains the
 * columns, one with the categories and one with the collections.
 */
export async function workbookOf(catalogue: Exported): Promise<Uint8Array> {
  return writeXlsx({
    sheets: [
      productsSheet(catalogue),
      explanationSheet(),
      categoriesSheet(catalogue),
      collectionsSheet(catalogue),
    ],
    properties: { title: 'Catalogue' },
  });
}
