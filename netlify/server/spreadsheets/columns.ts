import { formatPounds } from '#domain/money/money.ts';
import { LONGEST, MAX_PRICE } from '#domain/catalogue/catalogue-rules.ts';
import { type FactName, factNames, facts } from '#domain/catalogue/product-facts.ts';
import { eachOf } from '#domain/basics/each-of.ts';

interface Column {
  /** Header in a spreadsheet, as exported. */
  sheet: string;
  /** Key in JSON. */
  json: string;
  required: boolean;
  of: 'product' | 'colour';
  /** Other names that people use; compared without case, units in brackets, spaces, hyphens and underscores. */
  aliases: readonly string[];
  /** Description for the sheet that explains the columns. */
  meaning: string;
  example: string;
}

/** Data of the columns for a product's facts, besides their names. */
const factColumns: Record<FactName, Pick<Column, 'aliases' | 'meaning' | 'example'>> = {
  material: {
    aliases: ['materials', 'composition'],
    meaning: `What it is made of, on one line of up to ${facts.material.longest} characters. Of textiles the fibres with their shares, as the law wants them, for each part that differs.`,
    example: 'Outside: 60% wool, 40% acrylic. Lining: 100% cotton',
  },
  size: {
    aliases: ['sizes'],
    meaning: `The size, or the smallest and the largest, up to ${facts.size.longest} characters.`,
    example: 'One size',
  },
  measurements: {
    aliases: ['dimensions'],
    meaning: `What can be measured on it, on one line of up to ${facts.measurements.longest} characters.`,
    example: 'Fits heads of 56 to 59 cm; brim 6 cm',
  },
  care: {
    aliases: ['careinstructions', 'washing'],
    meaning: `How to wash or clean it, on one line of up to ${facts.care.longest} characters.`,
    example: 'Hand wash cool and dry flat.',
  },
  safety: {
    aliases: ['safetyinformation', 'safetytext', 'warnings'],
    meaning: `Warnings, marks and how far it protects, as on label and leaflet; sunglasses must have it. One line of up to ${facts.safety.longest} characters.`,
    example: 'CE and UKCA marked. Filter category 3. Not for looking at the sun.',
  },
  batch: {
    aliases: ['batchnumber', 'lot', 'lotnumber'],
    meaning: `Batch or lot, as on the label of the units sent now, up to ${facts.batch.longest} characters. Parcels keep it, so that a recall finds them; the product’s page also shows it.`,
    example: 'A2611-04',
  },
  environmental_proof: {
    aliases: ['environmentalproof', 'certificate'],
    meaning: `What proves environmental words in its texts, such as “sustainable”: certificate, licence or public label, up to ${facts.environmental_proof.longest} characters. Its page shows it.`,
    example: 'GOTS organic, licence CU 123456',
  },
  weight_grams: {
    aliases: ['weight'],
    meaning: `What one of it weighs as it is sent, without the parcel, in whole grams up to ${facts.weight_grams.most}. For labels and customs; the product’s page also shows it.`,
    example: '95',
  },
};

/** The columns of a catalogue file, one row per colour. */
export const columns = {
  slug: {
    sheet: 'slug',
    json: 'slug',
    required: true,
    of: 'product',
    aliases: ['handle'],
    meaning: 'The product’s own short name: lower-case letters, digits, hyphens. Never reused.',
    example: 'boss-beanie',
  },
  name: {
    sheet: 'name',
    json: 'name',
    required: true,
    of: 'product',
    aliases: ['title', 'productname'],
    meaning: `What shoppers read, up to ${LONGEST.name} characters.`,
    example: 'Boss Beanie',
  },
  description: {
    sheet: 'description',
    json: 'description',
    required: false,
    of: 'product',
    aliases: [],
    meaning: `Up to ${LONGEST.description.toLocaleString('en-GB')} characters. An empty line starts a paragraph; - begins an item of a list, **bold** and [text](/path) are shown as such.`,
    example: 'Warm, soft and dry.',
  },
  ...eachOf(factNames, (name): Column => ({
    sheet: name,
    json: name,
    required: false,
    of: 'product',
    ...factColumns[name],
  })),
  hs_code: {
    sheet: 'hs_code',
    json: 'hs_code',
    required: false,
    of: 'product',
    aliases: ['commoditycode', 'tariffcode'],
    meaning:
      'Commodity code in the UK tariff: 6, 8 or 10 digits. For customs; shoppers do not see it.',
    example: '6505 00 90',
  },
  origin_country: {
    sheet: 'origin_country',
    json: 'origin_country',
    required: false,
    of: 'product',
    aliases: ['origin', 'countryoforigin', 'madein'],
    meaning: 'Where it was made: two letters or the English name.',
    example: 'Portugal',
  },
  search_title: {
    sheet: 'search title',
    json: 'search_title',
    required: false,
    of: 'product',
    aliases: ['metatitle', 'pagetitle'],
    meaning: `Title in search results and shared links, up to ${LONGEST.search_title} characters, without the brand. Without one: its name.`,
    example: 'Boss Beanie in merino wool',
  },
  search_description: {
    sheet: 'search description',
    json: 'search_description',
    required: false,
    of: 'product',
    aliases: ['metadescription'],
    meaning: `What search results and shared links say of it, on one line of up to ${LONGEST.search_description} characters. Without one: how its description begins.`,
    example: 'A warm ribbed beanie of merino wool, in five colours. Free UK delivery.',
  },
  share_picture: {
    sheet: 'share picture',
    json: 'share_picture',
    required: false,
    of: 'product',
    aliases: ['socialimage', 'sharingpicture'],
    meaning:
      'The picture of shared links: one of its pictures, by its file name, or what the export wrote. Without one: its first. Others are uploaded in the studio.',
    example: 'rust-1.jpg',
  },
  price: {
    sheet: 'price',
    json: 'price',
    required: true,
    of: 'product',
    aliases: ['pricegbp', 'pricepounds', 'gbp'],
    meaning: `In pounds, for every colour; tax is added or included as the settings say; at most ${formatPounds(MAX_PRICE)}.`,
    example: '45.50',
  },
  sale_price: {
    sheet: 'sale price',
    json: 'sale_price',
    required: false,
    of: 'product',
    aliases: ['saleprice', 'reducedprice', 'offerprice'],
    meaning:
      'What it costs while its sale runs, below the price. “none” takes it out of the sale; empty leaves it as it is.',
    example: '32.00',
  },
  sale_from: {
    sheet: 'sale from',
    json: 'sale_from',
    required: false,
    of: 'product',
    aliases: ['salestart', 'salestarts', 'salebegins'],
    meaning: 'Day and time on London’s clock at which the sale begins. Empty or “none”: at once.',
    example: '27 November 2026 09:00',
  },
  sale_until: {
    sheet: 'sale until',
    json: 'sale_until',
    required: false,
    of: 'product',
    aliases: ['saleend', 'saleends'],
    meaning:
      'Day and time on London’s clock from which it costs the price again; a day alone is its midnight, as the day begins. “none”: until further notice, and then shoppers are not shown the former price, since the law wants a sale to end.',
    example: '1 December 2026 00:00',
  },
  category: {
    sheet: 'category',
    json: 'category',
    required: true,
    of: 'product',
    aliases: [],
    meaning:
      'One of the shop’s categories. A new one is a row of its own in which only this cell is filled in.',
    example: 'Beanies',
  },
  collections: {
    sheet: 'collections',
    json: 'collections',
    required: false,
    of: 'product',
    aliases: ['collection'],
    meaning:
      'The collections by hand that it is in, besides its category, separated by |. It joins at their end. “none” takes it out of all; empty leaves it as it is. Collections by rule choose their products themselves. A new one is a row of its own in which only this cell is filled in, or one of the sheet “Collections”.',
    example: 'Autumn Drop | Gifts',
  },
  added: {
    sheet: 'added',
    json: 'created_at',
    required: false,
    of: 'product',
    aliases: ['dateadded', 'date', 'createdat'],
    meaning:
      'The day it joined the shop, which sorts “Newest”. A new product without one gets today.',
    example: '14 March 2026',
  },
  visible_from: {
    sheet: 'visible from',
    json: 'visible_from',
    required: false,
    of: 'product',
    aliases: ['opens', 'opensat', 'dropdate'],
    meaning:
      'For a drop: day and time on London’s clock from which shoppers see it. Empty leaves it as it is; a new product is then seen at once. To open one early, write a time that has passed.',
    example: '4 December 2026 18:00',
  },
  colour: {
    sheet: 'colour',
    json: 'color_name',
    required: true,
    of: 'colour',
    aliases: ['color', 'colourname', 'colorname'],
    meaning: 'The colour’s name. One row is one colour of a product.',
    example: 'Rust',
  },
  sku: {
    sheet: 'sku',
    json: 'sku',
    required: false,
    of: 'colour',
    aliases: ['stockkeepingunit', 'articlenumber', 'itemnumber'],
    meaning:
      'The colour’s own code in your stockroom, up to 40 letters, digits and hyphens. Empty leaves it as it is; a new colour then gets one.',
    example: 'BB-RUST',
  },
  gtin: {
    sheet: 'gtin',
    json: 'gtin',
    required: false,
    of: 'colour',
    aliases: ['barcode', 'ean', 'upc', 'ean13'],
    meaning: 'The number under the barcode on the product (EAN, UPC): 8, 12, 13 or 14 digits.',
    example: '4006381333931',
  },
  swatch: {
    sheet: 'swatch',
    json: 'hex',
    required: false,
    of: 'colour',
    aliases: ['hex', 'colourcode', 'colorcode'],
    meaning: 'The colour for screens: # and six hex digits.',
    example: '#6A6848',
  },
  stock: {
    sheet: 'stock',
    json: 'quantity',
    required: false,
    of: 'colour',
    aliases: ['quantity', 'qty', 'units', 'instock'],
    meaning:
      'Units in the stockroom, those of open checkouts among them. Only what you add or take away counts: sales since the export stay.',
    example: '24',
  },
  pictures: {
    sheet: 'pictures',
    json: 'images',
    required: false,
    of: 'colour',
    aliases: ['picture', 'images', 'image', 'photos', 'photo'],
    meaning: 'File names, the main picture first, separated by |. They replace the earlier ones.',
    example: 'rust-1.jpg | rust-2.jpg',
  },
  worn: {
    sheet: 'picture worn',
    json: 'worn',
    required: false,
    of: 'colour',
    aliases: ['worn', 'wornpicture', 'lifestyleimage'],
    meaning: 'Which of the pictures shows it worn. Shoppers see it second.',
    example: 'rust-2.jpg',
  },
  film: {
    sheet: 'film',
    json: 'film',
    required: false,
    of: 'colour',
    aliases: ['video'],
    meaning:
      'Address of a film that the studio has uploaded. Shoppers see it in place of the picture worn.',
    example: 'https://…/rust.mp4',
  },
  alts: {
    sheet: 'picture descriptions',
    json: 'alts',
    required: false,
    of: 'colour',
    aliases: ['picturedescription', 'alttexts', 'alttext', 'alt'],
    meaning: `What each picture shows, for people who cannot see it: in the pictures’ order, separated by |, up to ${LONGEST.alt} characters each. Leave a part empty to use product and colour as alt text.`,
    example: 'Rust beanie from the front | The cuff with its label',
  },
} as const satisfies Record<string, Column>;

export type ColumnName = keyof typeof columns;

/** A table of a spreadsheet or CSV file, or JSON. */
export type FileFormat = 'sheet' | 'json';

function isColumnName(name: string): name is ColumnName {
  return name in columns;
}

/** The columns in export order. */
export const columnNames: readonly ColumnName[] = Object.keys(columns).filter(isColumnName);

/** The columns that describe a product, or those that describe a colour. */
export function columnsOf(what: 'product' | 'colour'): ColumnName[] {
  return columnNames.filter((name) => columns[name].of === what);
}

/** Looks up a column of a JSON file by its key, ignoring case; `undefined` when there is none. */
export function columnOfKey(key: string): ColumnName | undefined {
  const wanted = key.trim().toLowerCase();
  return columnNames.find((name) => columns[name].json === wanted);
}
