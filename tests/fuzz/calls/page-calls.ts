import { type Calls, reading } from './call.ts';

/** Reads of the catalogue, and pages filled by functions. */
export function pageCalls(): Calls {
  return {
    'product-details-id': {
      ...reading('/.netlify/functions/product-pages/product-details/1'),
      answers: 'page',
    },
    'product-details-id-part.html': {
      ...reading('/.netlify/functions/product-pages/product-details/1/part.html'),
      answers: 'page',
    },
    'productlisting-id': {
      ...reading('/.netlify/functions/pages/productlisting/1'),
      answers: 'page',
    },
    'pages-all-products': {
      ...reading('/.netlify/functions/filled-pages/pages/all-products?page=2&sort=price-asc&q=hat'),
      answers: 'page',
    },
    'pages-productlisting-id': {
      ...reading('/.netlify/functions/filled-pages/pages/productlisting/1'),
      answers: 'page',
    },
    'order-terms-version': {
      ...reading('/.netlify/functions/filled-pages/order-terms/1'),
      answers: 'page',
    },
    'sitemap.xml': {
      ...reading('/.netlify/functions/pages/sitemap.xml'),
      answers: 'page',
    },
    'merchant-feed.xml': {
      ...reading('/.netlify/functions/feeds/merchant-feed.xml'),
      answers: 'page',
    },
    'feeds-meta.csv': {
      ...reading('/.netlify/functions/feeds/feeds/meta.csv'),
      answers: 'page',
    },
    'feeds-pinterest.csv': {
      ...reading('/.netlify/functions/feeds/feeds/pinterest.csv'),
      answers: 'page',
    },
    'feeds-tiktok.csv': {
      ...reading('/.netlify/functions/feeds/feeds/tiktok.csv'),
      answers: 'page',
    },
    'listing-additionalpays': reading('/api/listing/additionalPays'),
    'listing-categories': reading('/api/listing/categories'),
    'listing-productlisting-categoryid': reading('/api/listing/productListing/6'),
    'listing-deliveries': reading('/api/listing/deliveries'),
    'listing-liveproducts': reading('/api/listing/liveProducts?ids=1,2,3,999999&attributes=1'),
    'listing-opened': reading('/api/listing/opened'),
    'listing-productlisting': reading('/api/listing/productListing'),
  };
}
