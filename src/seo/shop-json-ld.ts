import { company } from '#brand/company.ts';
import type { ShippingRate } from '#content/charges-loaders.ts';
import { returnFacts, shippingServiceFacts } from './delivery-json-ld.ts';
import type { JsonLdNode } from './json-ld.ts';

/**
 * The company behind the shop:
 * https://developers.google.com/search/docs/appearance/structured-data/organization
 */
export function organizationFacts(
  site: URL | undefined,
  rates: readonly ShippingRate[],
): JsonLdNode {
  return {
    '@type': 'Organization',
    '@id': '#organization',
    name: company.brand,
    legalName: company.legalName,
    url: new URL('/', site).href,
    logo: new URL('/icons/icon-512.png', site).href,
    email: company.email,
    address: company.registeredAddress,
    sameAs: company.social.map(({ url }) => url),
    hasShippingService: shippingServiceFacts(rates),
    hasMerchantReturnPolicy: returnFacts(),
  };
}

/** The site and its search: https://schema.org/WebSite */
export function webSiteFacts(site: URL | undefined): JsonLdNode {
  return {
    '@type': 'WebSite',
    name: company.brand,
    url: new URL('/', site).href,
    inLanguage: 'en-GB',
    publisher: { '@id': '#organization' },
    potentialAction: {
      '@type': 'SearchAction',
      target: {
        '@type': 'EntryPoint',
        // Not built with URL, which would escape the braces.
        urlTemplate: `${new URL('/all-products', site).href}?q={search_term_string}`,
      },
      'query-input': 'required name=search_term_string',
    },
  };
}
