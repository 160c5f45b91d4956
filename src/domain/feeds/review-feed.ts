import { company } from '#brand/company.ts';
import { reviewPhotoAddress } from '../catalogue/review-photo-address.ts';
import { productAddress } from '../paths/product-address.ts';
import { textElement, xmlText } from '../basics/xml.ts';

/** A published review in a feed (`review_feed`). */
export interface FedReview {
  id: number;
  product: number;
  product_name: string;
  stars: number;
  words: string;
  /** Empty for no name. */
  name: string;
  given: boolean;
  written_at: string;
  photos: string[];
  variants: { id: number; sku?: string; gtin?: string }[] | null;
}

const SCHEMA = 'http://www.google.com/shopping/reviews/schema/product/2.4/product_reviews.xsd';

/** Start of Google's feed of product reviews: https://developers.google.com/product-review-feeds/schema */
export function reviewFeedStart(): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<feed xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:noNamespaceSchemaLocation="${SCHEMA}">`,
    textElement('version', '2.4'),
    `<publisher>${textElement('name', company.brand)}</publisher>`,
    '<reviews>',
    '',
  ].join('\n');
}

export const reviewFeedEnd = '</reviews>\n</feed>\n';

/** Elements of a list; `''` for none, because the schema allows no empty list. */
function listOf(list: string, name: string, texts: readonly (string | undefined)[]): string {
  const elements = texts.flatMap((text) => (text ? [textElement(name, text)] : []));
  return elements.length === 0 ? '' : `<${list}>${elements.join('')}</${list}>`;
}

/** A review as an element of the feed, in the schema's order. @param site origin of the links. */
export function fedReview(review: FedReview, site: URL): string {
  const { id, product, product_name, stars, words, name, given, written_at, photos } = review;
  const variants = review.variants ?? [];
  const page = new URL(productAddress({ id: product }), site).href;
  const images = photos.map((photo) => {
    const url = new URL(reviewPhotoAddress(photo, 'large'), site).href;
    return `<reviewer_image>${textElement('url', url)}</reviewer_image>`;
  });
  return [
    '<review>',
    textElement('review_id', String(id)),
    name === ''
      ? '<reviewer><name is_anonymous="true">Anonymous</name></reviewer>'
      : `<reviewer>${textElement('name', name)}</reviewer>`,
    textElement('is_verified_purchase', 'true'),
    textElement('is_incentivized_review', String(given)),
    textElement('review_timestamp', new Date(written_at).toISOString()),
    textElement('content', words),
    `<review_url type="group">${xmlText(`${page}#reviews`)}</review_url>`,
    ...(images.length > 0 ? [`<reviewer_images>${images.join('')}</reviewer_images>`] : []),
    `<ratings><overall min="1" max="5">${stars}</overall></ratings>`,
    '<products><product><product_ids>',
    listOf(
      'gtins',
      'gtin',
      variants.map(({ gtin }) => gtin),
    ),
    listOf(
      'mpns',
      'mpn',
      variants.map(({ sku }) => sku),
    ),
    listOf(
      'skus',
      'sku',
      variants.map((variant) => `${product}-${variant.id}`),
    ),
    listOf('brands', 'brand', [company.brand]),
    '</product_ids>',
    textElement('product_name', product_name),
    textElement('product_url', page),
    '</product></products>',
    textElement('is_spam', 'false'),
    textElement('collection_method', 'post_fulfillment'),
    '</review>',
  ].join('');
}
