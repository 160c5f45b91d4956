import { company } from '#brand/company.ts';
import { colourAddress, productAddress } from '../paths/product-address.ts';
import { cartLink } from '../cart/cart-link.ts';
import { formerPrice } from '../catalogue/former-price.ts';
import { formatPounds, parsePrice } from '../money/money.ts';
import { productDetails } from '../catalogue/product-details.ts';
import { facts, listedFacts } from '../catalogue/product-facts.ts';
import type { Product } from '../catalogue/product.ts';
import { priceText } from '../money/shown-price.ts';
import { drawAddress } from '../paths/draw-address.ts';
import { OUT_OF_STOCK } from '../cart/stock.ts';
import { withoutRefused } from '../site-content/markdown.ts';
import { markdownLine } from './plain-markdown.ts';
import { descriptionOf } from './product-texts.ts';

interface Context {
  site: URL;
  /** Per cent added to the price. */
  tax: number;
  /** Time at which the stock was read. */
  now: Date;
}

function priceLine(product: Product, tax: number): string {
  const now = priceText(parsePrice(product.price), tax);
  const former = formerPrice(product);
  const price = former === null ? now : `${now}, was ${formatPounds(former)}`;
  return `${price}${tax > 0 ? '' : ', all taxes included'}`;
}

/** The path of a product's page as Markdown. */
export function productMarkdownAddress(product: Pick<Product, 'id'>): string {
  return `${productAddress(product)}.md`;
}

/**
 * A product's page as Markdown, for language models and other programs: the same facts in the same
 * words.
 */
export function productMarkdown(product: Product, { site, tax, now }: Context): string {
  const absolute = (path: string) => new URL(path, site).href;
  const colours = product.color_variants.map((variant) => {
    const stock =
      variant.quantity > 0
        ? `in stock, [add one to a cart](${absolute(cartLink(variant.id))})`
        : product.drawn
          ? `sold by draw, [enter it](${absolute(drawAddress(product))})`
          : OUT_OF_STOCK;
    const name = markdownLine(variant.color_name);
    return `- [${name}](${absolute(colourAddress(product, variant))}), variant ${variant.id}: ${stock}`;
  });
  const details = productDetails(product).flatMap(({ title, lines }) => [
    `## ${title}`,
    lines.map(markdownLine).join('\n\n'),
  ]);
  const parts = [
    `# ${markdownLine(product.name)}`,
    `Price: ${priceLine(product, tax)}`,
    withoutRefused(product.description).trim() || markdownLine(descriptionOf(product)),
    ...listedFacts.flatMap((name) => {
      const text = product[name];
      return text ? [`${facts[name].label}: ${markdownLine(text)}`] : [];
    }),
    `Category: ${markdownLine(product.category_name)}`,
    '## Colours',
    colours.join('\n'),
    `Price and stock as of ${now.toISOString().slice(0, 16).replace('T', ' ')} UTC.`,
    ...details,
    `Sold by ${company.legalName}: ${absolute(productAddress(product))}`,
  ];
  return `${parts.join('\n\n')}\n`;
}
