import { z } from 'zod';
import { productAddress } from '#domain/paths/product-address.ts';
import { countedText } from '#domain/browsing/counts.ts';
import { pence } from '#domain/money/money.ts';
import { priceText } from '#domain/money/shown-price.ts';
import type { MailingContent } from '#domain/contracts/mailing-content.ts';
import { companyFacts } from './company-facts.ts';
import { fillTemplate } from './fill-template.ts';
import { type Block, blocksOf, plainTextOf, type Run } from './mail-text.ts';
import type { Mail } from './mail.ts';
import { mailPicture } from './mail-picture.ts';
import { mailingTemplate } from './mailing-mail.html.ts';
import { oneClickHeaders } from './one-click-link.ts';

/** A product of a mailing, as `mailing_products` returns it. */
export const MailedProduct = z.object({
  id: z.int(),
  name: z.string(),
  price_pence: z.int().transform(pence),
  /** Tax added to the price, in basis points: 600 is 6 %, 0 where prices include the tax. */
  tax_basis_points: z.int(),
  /** Path or URL; null for a product without a picture. */
  picture: z.string().nullable(),
});
export type MailedProduct = z.infer<typeof MailedProduct>;

/** Twice the displayed pixels, for high-density screens. */
const pictureWidth = 992;
const cardWidth = 464;

function absolute(address: string, shop: string): string {
  return address.startsWith('/') ? shop + address : address;
}

/**
 * Marks links to the shop, so that their visits are counted as sums of a day (docs/studio.md#visits).
 * The marks are the same for all recipients.
 */
type Mark = (href: string) => string;

function marking(subject: string, shop: string): Mark {
  const marks = { utm_source: 'newsletter', utm_campaign: countedText(subject) || 'mailing' };
  return (href) => {
    if (!href.startsWith(`${shop}/`)) return href;
    const address = new URL(href);
    for (const [name, value] of Object.entries(marks)) address.searchParams.set(name, value);
    return address.href;
  };
}

function runValues(runs: readonly Run[], mark: Mark) {
  return runs.map(({ text, look, href = '' }) => ({
    plain: look === 'plain' ? [{ text }] : [],
    strong: look === 'strong' ? [{ text }] : [],
    em: look === 'em' ? [{ text }] : [],
    link: look === 'link' ? [{ text, href: mark(href) }] : [],
  }));
}

function blockValues(block: Block, mark: Mark) {
  const items = (kind: 'bullets' | 'numbers') =>
    block.kind === kind
      ? [{ items: block.items.map((runs) => ({ runs: runValues(runs, mark) })) }]
      : [];
  return {
    heading: block.kind === 'heading' ? [{ text: block.text }] : [],
    paragraph: block.kind === 'paragraph' ? [{ runs: runValues(block.runs, mark) }] : [],
    bullets: items('bullets'),
    numbers: items('numbers'),
  };
}

function priceOf({ price_pence, tax_basis_points }: MailedProduct): string {
  return priceText(price_pence, tax_basis_points / 100);
}

function cardOf(product: MailedProduct, shop: string, mark: Mark) {
  const { id, name, picture } = product;
  const href = mark(shop + productAddress({ id }));
  const src = picture === null ? '' : mailPicture(picture, cardWidth, shop);
  const shown = picture === null ? [] : [{ href, src }];
  return { shown, href, name, price: priceOf(product) };
}

function rowsOf(products: readonly MailedProduct[], shop: string, mark: Mark) {
  const cards = products.map((product) => cardOf(product, shop, mark));
  return Array.from({ length: Math.ceil(cards.length / 2) }, (_, row) => {
    const pair = cards.slice(row * 2, row * 2 + 2);
    return { cards: pair, gap: pair.length < 2 ? [{ text: '' }] : [] };
  });
}

/**
 * Writes the e-mails of a mailing: shared parts are computed once.
 * @param shop the shop's origin, e.g. `https://shop.example`.
 * @returns a function of the recipient's address, and the token of the link that unsubscribes it.
 */
export function mailingWriter(
  content: MailingContent,
  products: readonly MailedProduct[],
  shop: string,
): (to: string, token: string) => Mail {
  const { subject, preheader, heading, picture, pictureAlt, buttonLabel, buttonHref } = content;
  const mark = marking(subject, shop);
  const blocks = blocksOf(content.text, shop);
  const button = buttonLabel ? [{ label: buttonLabel, href: absolute(buttonHref, shop) }] : [];
  const values = {
    shop,
    subject,
    preview: preheader,
    title: heading,
    pictures: picture ? [{ src: mailPicture(picture, pictureWidth, shop), alt: pictureAlt }] : [],
    blocks: blocks.map((block) => blockValues(block, mark)),
    rows: rowsOf(products, shop, mark),
    buttons: button.map(({ label, href }) => ({ label, href: mark(href) })),
  };
  const lines = [
    heading,
    plainTextOf(blocks),
    products
      .map((product) => [product.name, priceOf(product), shop + productAddress(product)].join('\n'))
      .join('\n\n'),
    ...button.map(({ label, href }) => `${label}: ${href}`),
  ];
  return (to, token) => {
    const unsubscribe = `${shop}/unsubscribe#token=${token}`;
    const why = `You get this e-mail because you asked for our news. Unsubscribe: ${unsubscribe}`;
    return {
      to: [to],
      subject,
      text: `${[...lines, why, companyFacts.join('\n')].filter(Boolean).join('\n\n')}\n`,
      html: fillTemplate(mailingTemplate, { ...values, unsubscribe }),
      headers: oneClickHeaders(`${shop}/api/listing/unsubscribe?token=${token}`),
    };
  };
}
