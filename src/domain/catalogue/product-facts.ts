import { eachOf } from '../basics/each-of.ts';

/**
 * The optional facts of any product: one-line texts and whole numbers. This table drives the schemas, the columns of marketers'
 * files, the studio's form, the product's page, structured data and feeds (CONTRIBUTING.md).
 */

/**
 * Facts included in listings, so that search can find a product by them; its page shows them above Add
 * To Cart. Browser code names each one in product-shape.ts and search-file.ts as well.
 */
export const listedFacts = ['material'] as const;

/** Texts shown only on a product's own page, below Add To Cart (docs/decisions/0042-product-facts.md). */
export const pageTexts = [
  'size',
  'measurements',
  'care',
  'safety',
  'batch',
  'environmental_proof',
] as const;

/** Whole numbers, shown there as well. */
export const numberFacts = ['weight_grams'] as const;

export const textFacts = [...listedFacts, ...pageTexts] as const;
export const pageFacts = [...pageTexts, ...numberFacts] as const;

/** All of them, in the order of the marketers' columns. */
export const factNames = [...textFacts, ...numberFacts] as const;

type TextFact = (typeof textFacts)[number];
type NumberFact = (typeof numberFacts)[number];
/** A fact's column in the database and in marketers' files. */
export type FactName = TextFact | NumberFact;

interface Fact {
  /** The displayed label. */
  label: string;
  /** The field's hint in the studio. */
  hint?: string;
  /** Title of the page section that shows it, if it has none of its own. */
  part?: string;
  /** Whether that section is open from the start, because the law requires it to be visible. */
  isOpen?: boolean;
  /** Property at https://schema.org/Product; without one the fact is an `additionalProperty`. */
  schemaOrg?: string;
  /**
   * Element in Google's feed (https://support.google.com/merchants/answer/7052112); without one the fact
   * is a `product_detail`.
   */
  google?: string;
}

interface TextRow extends Fact {
  /** Maximum length in characters, also a constraint in the database. */
  longest: number;
}

interface NumberRow extends Fact {
  /** Range, also a constraint in the database. */
  least: number;
  most: number;
  /** The unit's sign, and its name in the plural. */
  unit: string;
  units: string;
  /** A larger unit in which pages show it: its sign, and how many of the unit it has. */
  larger?: readonly [sign: string, of: number];
  /** UN/CEFACT code of the unit, for structured data: https://unece.org/trade/uncefact/cl-recommendations */
  unitCode: string;
}

export const facts: Readonly<Record<TextFact, TextRow> & Record<NumberFact, NumberRow>> = {
  /** Composition, such as "100% merino wool". */
  material: {
    label: 'Material',
    longest: 200,
    hint: 'Of textiles each fibre’s share: 60% wool, 40% acrylic.',
    schemaOrg: 'material',
    google: 'material',
  },
  /** The shop's size name: "One size". */
  size: { label: 'Size', longest: 40, schemaOrg: 'size', google: 'size' },
  /** Lengths and widths with their units. */
  measurements: { label: 'Measurements', longest: 200, part: 'Size' },
  /** Washing or cleaning instructions. */
  care: { label: 'Care', longest: 300 },
  /** Warnings, marks and degree of protection. */
  safety: {
    label: 'Safety',
    longest: 600,
    hint: 'Warnings and marks, as on label and leaflet. For sunglasses, also the filter category.',
    isOpen: true,
  },
  /** Batch or lot of the units sent now, as on their label; parcels keep it for recalls. */
  batch: {
    label: 'Batch',
    longest: 60,
    hint: 'As on the label of what is sent now. Parcels keep it: search orders by it.',
  },
  /** Proof of environmental words in its texts (docs/decisions/0042-product-facts.md). */
  environmental_proof: {
    label: 'Environmental proof',
    longest: 300,
    hint: 'Certificate or licence behind words such as “sustainable”: GOTS, licence CU 123456.',
  },
  /** Weight of one as it is sent, without the parcel: for labels and customs. */
  weight_grams: {
    label: 'Weight',
    least: 1,
    // The carriers' limit per parcel.
    most: 30_000,
    unit: 'g',
    units: 'grams',
    larger: ['kg', 1000],
    unitCode: 'GRM',
    part: 'Size',
    schemaOrg: 'weight',
    google: 'product_weight',
  },
};

/** An object with the result of `text` under the name of each text, and that of `number` under each number's. */
export function eachFact<Text, Whole>(
  text: (name: TextFact) => Text,
  number: (name: NumberFact) => Whole,
): Record<TextFact, Text> & Record<NumberFact, Whole> {
  return { ...eachOf(textFacts, text), ...eachOf(numberFacts, number) };
}

/** A fact's value with its unit, if it has one: "95 g". */
export function factText(name: FactName, value: string | number): string {
  const row = facts[name];
  return 'unit' in row ? `${value} ${row.unit}` : String(value);
}

/** A fact's line on its page, numbers with their label: "One size", "Weight: 1.2 kg". */
export function shownLine<Value extends string | null | undefined>(
  name: FactName,
  value: Value | number,
): Value | string {
  if (typeof value !== 'number') return value;
  const row = facts[name];
  const [sign, of] = ('larger' in row && row.larger) || ['', Infinity];
  return `${row.label}: ${value < of ? factText(name, value) : `${value / of} ${sign}`}`;
}

/** Title of the page section that shows a fact. */
export function partOf(name: FactName): string {
  return facts[name].part ?? facts[name].label;
}

/** Facts by the page section that shows them, in order. */
export function factsByPart<Name extends FactName>(names: readonly Name[]): [string, Name[]][] {
  const titles = new Set(names.map(partOf));
  return Array.from(titles, (title) => [title, names.filter((name) => partOf(name) === title)]);
}
