/** The columns of a catalogue file, one row per colour; CSV and JSON name some of them differently. */
export const columns = {
  slug: { csv: 'slug', json: 'slug', required: true, of: 'product' },
  name: { csv: 'name', json: 'name', required: true, of: 'product' },
  description: { csv: 'description', json: 'description', required: false, of: 'product' },
  material: { csv: 'material', json: 'material', required: false, of: 'product' },
  weight_grams: { csv: 'weight_grams', json: 'weight_grams', required: false, of: 'product' },
  hs_code: { csv: 'hs_code', json: 'hs_code', required: false, of: 'product' },
  origin_country: { csv: 'origin_country', json: 'origin_country', required: false, of: 'product' },
  price: { csv: 'price', json: 'price', required: true, of: 'product' },
  category: { csv: 'category', json: 'category', required: true, of: 'product' },
  added: { csv: 'added', json: 'created_at', required: false, of: 'product' },
  colour: { csv: 'colour', json: 'color_name', required: true, of: 'colour' },
  swatch: { csv: 'swatch', json: 'hex', required: false, of: 'colour' },
  stock: { csv: 'stock', json: 'quantity', required: false, of: 'colour' },
  pictures: { csv: 'pictures', json: 'images', required: false, of: 'colour' },
} as const;

export type ColumnName = keyof typeof columns;
export type FileFormat = 'csv' | 'json';

function isColumnName(name: string): name is ColumnName {
  return name in columns;
}

/** The columns in export order. */
export const columnNames: readonly ColumnName[] = Object.keys(columns).filter(isColumnName);

/** The columns that describe a product, or those that describe a colour. */
export function columnsOf(what: 'product' | 'colour'): ColumnName[] {
  return columnNames.filter((name) => columns[name].of === what);
}

/** Looks up a column by its header or key, ignoring case; `undefined` when there is none. */
export function columnCalled(label: string, format: FileFormat): ColumnName | undefined {
  const wanted = label.trim().toLowerCase();
  return columnNames.find((name) => columns[name][format] === wanted);
}
