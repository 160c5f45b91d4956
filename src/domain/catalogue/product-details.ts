import { company } from '#brand/company.ts';
import { anyCountryName } from '../countries/any-country-name.ts';
import { facts, factsByPart, pageFacts, shownLine } from './product-facts.ts';
import type { Product } from './product.ts';
import { DELIVERY_IN_SHORT, RETURNS_IN_SHORT } from './promises.ts';

/** A section of a product's page beside its description. */
export interface ProductDetail {
  title: string;
  lines: string[];
  /**
   * Whether it is open from the start, because the law requires it to be visible
   * (docs/decisions/0042-product-facts.md).
   */
  isOpen: boolean;
}

/** The section to which a page adds the promised days of an order placed now. */
export const DELIVERY = 'Delivery';

function detail(title: string, lines: readonly (string | null | undefined)[], isOpen = false) {
  return { title, lines: lines.filter((line) => typeof line === 'string'), isOpen };
}

/**
 * The parties responsible for a product's safety: its maker and a person in the EU or Northern Ireland.
 * Regulation (EU) 2023/988, article 19, requires both in the offer, each with a postal and an electronic
 * address.
 */
function makerLines(): string[] {
  const { legalName, registeredAddress, email, euResponsiblePerson: there } = company;
  const lines = [`Maker: ${legalName}, ${registeredAddress}, ${email}`];
  if (!there) return lines;
  const responsible = `${there.name}, ${there.address}, ${there.email}`;
  return [...lines, `Responsible person for the EU and Northern Ireland: ${responsible}`];
}

/** The sections below Add To Cart, in order; those without a known fact are omitted. */
export function productDetails({ id, attributes }: Product): ProductDetail[] {
  const { origin_country } = attributes ?? {};
  return [
    ...factsByPart(pageFacts).map(([title, names]) =>
      detail(
        title,
        names.map((name) => shownLine(name, attributes?.[name])),
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
