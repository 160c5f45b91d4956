/**
 * The documents that browsers with speculation rules prepare while the shopper's pointer is on a link; they
 * do not while data is saved. Without selectors, which cost a recalculation of all styles.
 * @see https://developer.mozilla.org/docs/Web/API/Speculation_Rules_API
 */

const matches = (...patterns: string[]) => ({
  or: patterns.map((pattern) => ({ href_matches: pattern })),
});

const prepare = (where: object, eagerness: 'eager' | 'moderate') => [
  { source: 'document', where, eagerness },
];

/** For pages that show the next one in place: only the pages that always load as documents. */
const besideNavigation = {
  prefetch: prepare(matches('/login', '/account', '/billing'), 'moderate'),
};

const products = ['/product-details/*', '/product-details/*\\?*'];

const everywhere = {
  prerender: prepare(
    matches(
      '/',
      '/all-products',
      '/all-products\\?*',
      '/productListing/*',
      ...products,
      '/contact-us',
      '/Faqs',
      '/privacypolicy',
      '/returnpolicy',
      '/termsandconditions',
    ),
    'moderate',
  ),
  prefetch: [
    ...prepare(matches(...products), 'eager'),
    ...prepare(
      { and: [matches('/*'), { not: matches('/api/*', '/pages/*', '/stripesuccess*') }] },
      'moderate',
    ),
  ],
};

/**
 * The rules for a page, as JSON.
 * @param navigates whether it shows the next page in place.
 */
export function speculationRules(navigates: boolean): string {
  return JSON.stringify(navigates ? besideNavigation : everywhere);
}
