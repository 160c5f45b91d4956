import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { company } from '#brand/company.ts';
import { categoryAddress } from '#domain/paths/category-address.ts';
import { imagePath, sharedAddress } from '#domain/catalogue/image.ts';
import { productAddress } from '#domain/paths/product-address.ts';
import { productMarkdownAddress } from '#domain/feeds/product-markdown.ts';
import { parsePrice } from '#domain/money/money.ts';
import { viewProduct } from '#domain/cart/product-view.ts';
import { parseJson } from '#domain/basics/record.ts';
import { finalPriceText } from '#domain/money/shown-price.ts';
import { galleryPanels } from '#features/product/gallery/gallery-panels.ts';
import ProductGallery from '#features/product/gallery/ProductGallery.tsx';
import { colourRules } from '#features/product/colour-rules.ts';
import { ProductDetails } from '#features/product/ProductDetails.tsx';
import { ProductReviews } from '#features/product/reviews/ProductReviews.tsx';
import { relatedCards } from '#features/product/related-cards.ts';
import { inlineHash } from '#integrations/inline-hash.ts';
import { isJsonLd, jsonLd } from '#seo/json-ld.ts';
import { breadcrumbFacts } from '#seo/listing-json-ld.ts';
import { productCrumbs, productFacts, productSummary } from '#seo/product-json-ld.ts';
import { productSubject, subjectText } from '#seo/social-image/product-subject.ts';
import { escapeHtml } from '../html/escape-html.ts';
import {
  attributeOf,
  contentHtml,
  elementWith,
  nextElement,
  parsePage,
  remove,
  replaceWith,
  serialize,
  setAttribute,
  setContent,
  setText,
  tagged,
} from '../html/element-tree.ts';
import { pageCard } from '../listing/page-card.ts';
import type { ShownProduct } from './read-product-page.ts';

interface Context {
  /** The shop's origin. */
  site: URL;
  /** Per cent added to the price. */
  tax: number;
}

type Page = ReturnType<typeof parsePage>;

/** The product's category, if the page's menu links to it. */
function menuCategory(page: Page, { category }: ShownProduct) {
  const menu = elementWith(page, 'data-categories');
  return menu && elementWith(menu, 'href', categoryAddress(category)) && category;
}

/** Replaces the style rules, and their hash in the page's policy. */
function setRules(page: Page, rules: string): void {
  const sheet = elementWith(page, 'data-page-sheet');
  const policy = elementWith(page, 'http-equiv', 'content-security-policy');
  const allowed = policy && attributeOf(policy, 'content');
  if (allowed !== undefined)
    setAttribute(
      policy,
      'content',
      allowed.replace(inlineHash(contentHtml(sheet)), inlineHash(rules)),
    );
  setText(sheet, rules);
}

/** The structured data. Delivery and returns are those of the template. */
function setFacts(page: Page, shown: ShownProduct, { site, tax }: Context): void {
  const script = elementWith(page, 'type', 'application/ld+json');
  const built = parseJson(contentHtml(script));
  const nodeOf = (id: string) =>
    isJsonLd(built) && built['@graph'].find((node) => node['@id'] === id);
  const delivery = nodeOf('#delivery-domestic') || undefined;
  const returns = nodeOf('#returns');
  if (!returns) throw new Error('The template has no return policy');
  const crumbs = productCrumbs(shown.product, menuCategory(page, shown));
  const facts = [
    productFacts(shown.described, {
      site,
      tax,
      terms: { delivery, returns },
      reviews: shown.reviews,
    }),
    breadcrumbFacts(crumbs, site),
    ...(delivery ? [delivery] : []),
    returns,
  ];
  setText(script, jsonLd(facts));
}

function fillHead(page: Page, { product, search }: ShownProduct, { site, tax }: Context): void {
  const title = `${search.search_title ?? product.name} – ${company.brand}`;
  const summary = search.search_description ?? productSummary(product);
  const subject = productSubject(product, tax, search);
  const picture = sharedAddress(subject.photograph);
  const canonical = escapeHtml(new URL(productAddress(product), site).href);
  const contents = {
    'og:title': title,
    'og:description': summary,
    'og:image': new URL(picture, site).href,
    'og:image:alt': subjectText(subject),
    'product:price:amount': finalPriceText(parsePrice(product.price), tax),
  };
  setText(tagged(page, 'title'), title);
  setAttribute(elementWith(page, 'name', 'description'), 'content', summary);
  for (const [property, content] of Object.entries(contents))
    setAttribute(elementWith(page, 'property', property), 'content', content);
  setAttribute(elementWith(page, 'rel', 'alternate'), 'href', productMarkdownAddress(product));
  // As in src/layouts/Document.astro.
  replaceWith(
    elementWith(page, 'name', 'robots'),
    `<link rel="canonical" href="${canonical}"><meta property="og:url" content="${canonical}">`,
  );
  setRules(page, colourRules(product));
}

/** The gallery and the details, as Astro renders them. */
function fillPicker(page: Page, shown: ShownProduct, { tax }: Context): void {
  const { product, described } = shown;
  const picker = elementWith(page, 'data-product-page');
  const place = picker && elementWith(picker, 'data-product-gallery');
  const gallery = createElement(ProductGallery, {
    panels: galleryPanels(product, ''),
    chosen: viewProduct(product, [], [], null).chosen?.id,
  });
  setAttribute(picker, 'data-product-page', JSON.stringify(product));
  setContent(place, renderToString(gallery));
  // React adds a preload of its own, which Astro leaves out.
  remove(place && tagged(place, 'link'));
  const details = createElement(ProductDetails, {
    product: described,
    category: menuCategory(page, shown) || undefined,
    apiHost: '',
    tax,
    reviews: shown.reviews,
  });
  replaceWith(place && nextElement(place), renderToString(details));
}

/** Preloads the first screen's picture (src/integrations/preload-picture.ts). */
function setPreload(page: Page): void {
  const picker = elementWith(page, 'data-product-page');
  const picture = picker && elementWith(picker, 'fetchpriority', 'high');
  const candidates = (picture && attributeOf(picture, 'srcset')) ?? null;
  setAttribute(elementWith(page, 'imagesrcset'), 'imagesrcset', candidates);
}

function fillReviews(page: Page, { reviews }: ShownProduct): void {
  const place = elementWith(page, 'data-product-reviews');
  if (reviews) setContent(place, renderToString(createElement(ProductReviews, reviews)));
}

function fillRelated(page: Page, { related }: ShownProduct, { tax }: Context): void {
  const section = elementWith(page, 'aria-labelledby', 'related');
  const grid = section && elementWith(section, 'data-cards');
  const empty = contentHtml(grid);
  const cards = relatedCards(related).map((card) => pageCard(empty, card, tax));
  if (cards.length === 0) remove(section);
  else setContent(grid, cards.join(''));
}

function fillViewed(page: Page, { product }: ShownProduct): void {
  const viewed = elementWith(page, 'data-recently-viewed');
  setAttribute(viewed, 'data-product-id', String(product.id));
  setAttribute(viewed, 'data-product-name', product.name);
  const image = imagePath(product.color_variants[0]?.images[0], '');
  setAttribute(viewed, 'data-product-image', image);
}

/**
 * The page of a product, equal to the one that a build writes except for the picture of shared links, which is a
 * photograph here.
 * @param template the page that the build rendered without a product (src/pages/arrivals/product.astro).
 */
export function fillProductPage(template: string, shown: ShownProduct, site: URL): string {
  const page = parsePage(template);
  const html = tagged(page, 'html');
  const context = { site, tax: Number((html && attributeOf(html, 'data-tax')) ?? 0) };
  fillHead(page, shown, context);
  setFacts(page, shown, context);
  fillPicker(page, shown, context);
  setPreload(page);
  fillReviews(page, shown);
  fillRelated(page, shown, context);
  fillViewed(page, shown);
  return serialize(page);
}
