/**
 * What a shop may tell of any product in one line of text, all of it optional. From this table derive the schemas, the
 * columns of marketers' files, the studio's form, the product's page, structured data and feeds (CONTRIBUTING.md).
 */

/**
 * The texts that listings carry, so that search finds a product by them; its page tells them above Add To Cart. For
 * browsers each stands in product-shape.ts and search-file.ts, too.
 */
export const listedFacts = ['material'] as const;

/** The texts that only a product's own page tells, below Add To Cart (docs/decisions/0042-product-facts.md). */
export const pageFacts = ['size', 'measurements', 'care', 'safety'] as const;

/** All of them, in the order of marketers' columns. */
export const factNames = [...listedFacts, ...pageFacts] as const;

/** A text's column in the database and in marketers' files. */
export type FactName = (typeof factNames)[number];

interface Fact {
  /** What people read it under. */
  label: string;
  /** Maximum length in characters. The database has it as a constraint. */
  longest: number;
  /** For whoever writes it in the studio. */
  hint?: string;
  /** The part of the page that tells it, if not one of its own. */
  part?: string;
  /** Whether that part lies open, since the law wants it to be seen. */
  isOpen?: boolean;
  /** Its name at https://schema.org/Product; without one it is an `additionalProperty`. */
  schemaOrg?: string;
  /** Its element of Google's feed (https://support.google.com/merchants/answer/7052112); without one it is a `product_detail`. */
  google?: string;
}

export const facts: Readonly<Record<FactName, Fact>> = {
  /** What it is made of, such as "100% merino wool". */
  material: {
    label: 'Material',
    longest: 200,
    hint: 'Of textiles each fibre’s share: 60% wool, 40% acrylic.',
    schemaOrg: 'material',
    google: 'material',
  },
  /** As a shop names it: "One size". */
  size: { label: 'Size', longest: 40, schemaOrg: 'size', google: 'size' },
  /** What can be measured on it. */
  measurements: { label: 'Measurements', longest: 200, part: 'Size' },
  /** How to wash or clean it. */
  care: { label: 'Care', longest: 300 },
  /** Warnings, marks and how far it protects. */
  safety: {
    label: 'Safety',
    longest: 600,
    hint: 'Warnings and marks, as on label and leaflet. Of sunglasses the filter category, too.',
    isOpen: true,
  },
};

/** The title of the part of the page that tells a fact. */
export function partOf(name: FactName): string {
  return facts[name].part ?? facts[name].label;
}

/** Facts by the part of the page that tells them, in order. */
export function factsByPart<Name extends FactName>(names: readonly Name[]): [string, Name[]][] {
  const titles = new Set(names.map(partOf));
  return Array.from(titles, (title) => [title, names.filter((name) => partOf(name) === title)]);
}
