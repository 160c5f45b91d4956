import type { LaunchProblem } from './launch-problem.ts';

/** The checked facts of a product on sale; null is unknown. */
export interface SoldProduct {
  name: string;
  category_name: string;
  material: string | null;
  safety: string | null;
  /** Customs data required for parcels abroad; omitted if the caller may not read it. */
  customs?: {
    weight_grams: number | null;
    hs_code: string | null;
    origin_country: string | null;
  };
}

/** Fibre names from Regulation (EU) No 1007/2011, annex I, and others that shops use. */
const FIBRES =
  /\b(acetate|acrylic|alpaca|angora|cashmere|cotton|cupro|elastane|flax|hemp|jute|lambswool|linen|lurex|lycra|lyocell|merino|metallised|modacrylic|modal|mohair|nylon|polyamide|polyester|polypropylene|ramie|silk|spandex|triacetate|viscose|wool|yak)\b/i;

/**
 * Whether each part of a material that names a fibre gives shares of all fibres that add up to 100 per
 * cent.
 */
function hasShares(material: string): boolean {
  return material
    .split(/[;.](?:\s|$)/)
    .filter((part) => FIBRES.test(part))
    .every((part) => {
      const shares = Array.from(part.matchAll(/(\d+(?:[.,]\d+)?)\s?%/g), ([, share = '']) =>
        Number(share.replace(',', '.')),
      );
      return Math.abs(shares.reduce((sum, share) => sum + share, 0) - 100) < 0.5;
    });
}

function isSunglasses({ name, category_name }: SoldProduct): boolean {
  return /sunglasses/i.test(`${name} ${category_name}`);
}

/** The required facts, by the names marketers use. */
const wanted: readonly {
  fact: string;
  column: string;
  remedy: string;
  isMissing: (product: SoldProduct) => boolean;
}[] = [
  {
    fact: 'material with the share of each fibre',
    column: 'material',
    remedy:
      'Write what they are made of, such as “60% wool, 40% acrylic” (Regulation (EU) No 1007/2011, article 16; Textile Products Regulations 2012).',
    isMissing: (product) =>
      !isSunglasses(product) && (product.material === null || !hasShares(product.material)),
  },
  {
    fact: 'safety text',
    column: 'safety',
    remedy:
      'Sunglasses are protective equipment: write filter category, marks and what they are not for (Regulation (EU) 2016/425, annex II; EN ISO 12312-1).',
    isMissing: (product) => isSunglasses(product) && product.safety === null,
  },
  {
    fact: 'commodity code',
    column: 'hs_code',
    remedy: 'Customs ask for it of each parcel that goes abroad.',
    isMissing: ({ customs }) => customs?.hs_code === null,
  },
  {
    fact: 'country of origin',
    column: 'origin_country',
    remedy: 'Customs ask for it of each parcel that goes abroad.',
    isMissing: ({ customs }) => customs?.origin_country === null,
  },
  {
    fact: 'weight',
    column: 'weight_grams',
    remedy: 'Carriers and customs ask for it.',
    isMissing: ({ customs }) => customs?.weight_grams === null,
  },
];

/** A required fact's name, by its column; the column itself for any other. */
export function wantedFact(column: string): string {
  return wanted.find((other) => other.column === column)?.fact ?? column;
}

interface ProductProblem extends LaunchProblem {
  /** The missing fact, by the name marketers use. */
  fact: string;
  /** The fact's column in the database. */
  column: string;
  /** Names of the products without it. */
  products: string[];
}

const mostNames = 20;

function listed(names: readonly string[]): string {
  const more = names.length - mostNames;
  return [...names.slice(0, mostNames), ...(more > 0 ? [`and ${more} more`] : [])].join(', ');
}

/**
 * Facts required by law or customs that products lack, each with the products' names. Sources:
 * docs/decisions/0042-product-facts.md.
 */
export function productProblems(products: readonly SoldProduct[]): ProductProblem[] {
  return wanted.flatMap(({ fact, column, remedy, isMissing }) => {
    const names = products.filter(isMissing).map(({ name }) => name);
    if (names.length === 0) return [];
    const field = `Products without ${fact}: ${listed(names)}`;
    return [{ field, fact, column, remedy, products: names }];
  });
}
