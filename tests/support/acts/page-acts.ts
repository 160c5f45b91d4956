import { call } from '../call.ts';
import type { Acts, ActScenes } from './act-scenes.ts';

/** Reads of the catalogue, and pages filled by functions. */
export function pageActs({ origin, shop, get }: ActScenes): Acts {
  return {
    'product-details-id': async () => {
      const { product_id } = await shop.newSku(1);
      return () => call(`${origin}/.netlify/functions/product-pages/product-details/${product_id}`);
    },
    'product-details-id-part.html': get(
      '/.netlify/functions/product-pages/product-details/1/part.html',
    ),
    'productlisting-id': get('/.netlify/functions/pages/productlisting/1'),
    'sitemap.xml': get('/.netlify/functions/pages/sitemap.xml'),
    'merchant-feed.xml': get('/.netlify/functions/feeds/merchant-feed.xml'),
    'feeds-google-reviews.xml': get('/.netlify/functions/feeds/feeds/google-reviews.xml'),
    'feeds-meta.csv': get('/.netlify/functions/feeds/feeds/meta.csv'),
    'feeds-pinterest.csv': get('/.netlify/functions/feeds/feeds/pinterest.csv'),
    'feeds-tiktok.csv': get('/.netlify/functions/feeds/feeds/tiktok.csv'),
    'listing-additionalpays': get('/api/listing/additionalPays/'),
    'listing-categories': get('/api/listing/categories/'),
    'listing-productlisting-categoryid': get('/api/listing/productListing/1/'),
    'listing-deliveries': get('/api/listing/deliveries/'),
    'listing-liveproducts': get('/api/listing/liveProducts/?ids=1,2'),
    'listing-opened': get('/api/listing/opened/'),
    'pages-productlisting-id': get('/.netlify/functions/filled-pages/pages/productlisting/1'),
    'pages-all-products': get('/.netlify/functions/filled-pages/pages/all-products?sort=price-asc'),
    'order-terms-version': get('/.netlify/functions/filled-pages/order-terms/1'),
    'listing-productlisting': get('/api/listing/productListing/'),
  };
}
