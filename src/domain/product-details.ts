import { company } from '#company';
import { anyCountryName } from './any-country-name.ts';
import { facts, factsByPart, pageFacts, partOf } from './product-facts.ts';
import type { Product } from './product.ts';
import { DELIVERY_IN_SHORT, RETURNS_IN_SHORT } from './promises.ts';

/** A part of what a product's page tells beside its description. */
export interface ProductDetail {
  title: string;
  lines: string[];
  /** Whether nobody should have to open it, since the law wants it to be seen (docs/decisions/0042-product-facts.md). */
  isOpen: boolean;
}

/** The part to which a page adds the days that an order placed now is promised. */
export const DELIVERY = 'Delivery';

function detail(title: string, lines: readonly (string | null | undefined)[], isOpen = false) {
  return { title, lines: lines.filter((line) => typeof line === 'string'), isOpen };
}

/**
 * Who answers for a product's safety: its maker and, for the European Union and Northern Ireland, somebody there.
 * Regulation (EU) 2023/988, article 19, wants both in the offer, each with a postal and an electronic address.
 */
function makerLines(): string[] {
  const { legalName, registeredAddress, email, euResponsiblePerson: there } = company;
  const lines = [`Maker: ${legalName}, ${registeredAddress}, ${email}`];
  if (!there) return lines;
  const responsible = `${there.name}, ${there.address}, ${there.email}`;
  return [...lines, `Responsible person for the EU and Northern Ireland: ${responsible}`];
}

/** Grams as people read them: `95 g`, `1.2 kg`. */
export function weightText(grams: number): string {
  return grams < 1000 ? `${grams} g` : `${grams / 1000} kg`;
}

/**
 * What a product's page tells below Add To Cart, in order; parts without a known fact are left out.
 */
export function productDetails({ id, attributes }: Product): ProductDetail[] {
  const { origin_country, weight_grams } = attributes ?? {};
  const weight = weight_grams ? `Weight: ${weightText(weight_grams)}` : null;
  return [
    ...factsByPart(pageFacts).map(([title, names]) =>
      detail(
        title,
        [...names.map((name) => attributes?.[name]), title === partOf('size') ? weight : null],
        names.some((name) => facts[name].isOpen),
      ),
    ),
    detail(DELIVERY, DELIVERY_IN_SHORT),
    detail('Returns', RETURNS_IN_SHORT),
    detail(
      'Origin and maker',
      [
        origin_country && `Country of origin: ${anyCountryName(origin_country)}`,
        ...makerLines(),
        `Product number: ${id}`,
      ],
      true,
    ),
  ].filter(({ lines }) => lines.length > 0);
}
