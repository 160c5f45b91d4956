/**
 * The optional one-line facts of any product. This table drives the schemas, the columns of marketers'
 * files, the studio's form, the product's page, structured data and feeds (CONTRIBUTING.md).
 */

/**
 * Facts included in listings, so that search can find a product by them; its page shows them above Add
 * To Cart. Browser code names each one in product-shape.ts and search-file.ts as well.
 */
export const listedFacts = ['material'] as const;

/** Facts shown only on a product's own page, below Add To Cart (docs/decisions/0042-product-facts.md). */
export const pageFacts = ['size', 'measurements', 'care', 'safety'] as const;

/** All of them, in the order of the marketers' columns. */
export const factNames = [...listedFacts, ...pageFacts] as const;

/** A fact's column in the database and in marketers' files. */
export type FactName = (typeof factNames)[number];

interface Fact {
  /** The displayed label. */
  label: string;
  /** Maximum length in characters, also a constraint in the database. */
  longest: number;
  /** The field's hint in the studio. */
  hint?: string;
  /** Title of the page section that shows it, if it has none of its own. */
  part?: string;
  /** Whether that section is open from the start, because the law requires it to be visible. */
  isOpen?: boolean;
  /** Its property at https://schema.org/Product; without one it is an `additionalProperty`. */
  schemaOrg?: string;
  /**
   * Its element in Google's feed (https://support.google.com/merchants/answer/7052112); without one it
   * is a `product_detail`.
   */
  google?: string;
}

export const facts: Readonly<Record<FactName, Fact>> = {
  /** Its composition, such as "100% merino wool". */
  material: {
    label: 'Material',
    longest: 200,
    hint: 'Of textiles each fibre’s share: 60% wool, 40% acrylic.',
    schemaOrg: 'material',
    google: 'material',
  },
  /** The shop's size name: "One size". */
  size: { label: 'Size', longest: 40, schemaOrg: 'size', google: 'size' },
  /** Its measurements. */
  measurements: { label: 'Measurements', longest: 200, part: 'Size' },
  /** Washing or cleaning instructions. */
  care: { label: 'Care', longest: 300 },
  /** Warnings, marks and degree of protection. */
  safety: {
    label: 'Safety',
    longest: 600,
    hint: 'Warnings and marks, as on label and leaflet. Of sunglasses the filter category, too.',
    isOpen: true,
  },
};

/** Title of the page section that shows a fact. */
export function partOf(name: FactName): string {
  return facts[name].part ?? facts[name].label;
}

/** Facts by the page section that shows them, in order. */
export function factsByPart<Name extends FactName>(names: readonly Name[]): [string, Name[]][] {
  const titles = new Set(names.map(partOf));
  return Array.from(titles, (title) => [title, names.filter((name) => partOf(name) === title)]);
}
