import { eachOf } from '#domain/basics/each-of.ts';
import type { Content, ContentKey } from '#domain/site-content/content.ts';
import { searchKeys } from '#domain/site-content/search-keys.ts';
import {
  homeFocusRules,
  launchFocusRules,
  listingFocusRules,
} from '#domain/site-content/picture-focus.ts';

/** A page of this area: the content it edits, and its path in the shop. */
interface ContentPage {
  /** Name in URLs. */
  page: string;
  title: string;
  keys: readonly ContentKey[];
  /** Path in the shop. */
  path: string;
}

export const contentPages: readonly [ContentPage, ...ContentPage[]] = [
  { page: '', title: 'Home', keys: ['hero', 'tiles', 'featured', 'home_search'], path: '/' },
  {
    page: 'listing',
    title: 'All products',
    keys: ['listing', 'listing_search'],
    path: '/all-products',
  },
  { page: 'announcement', title: 'Announcement', keys: ['announcement'], path: '/' },
  { page: 'launch', title: 'Launch page', keys: ['launch'], path: '/launch' },
  { page: 'faq', title: 'FAQ', keys: ['faq', 'faq_search'], path: '/Faqs' },
  { page: 'terms', title: 'Terms', keys: ['terms', 'terms_search'], path: '/termsandconditions' },
  {
    page: 'returns',
    title: 'Shipping and returns',
    keys: ['returns', 'returns_search'],
    path: '/returnpolicy',
  },
  {
    page: 'privacy',
    title: 'Privacy',
    keys: ['privacy', 'privacy_search'],
    path: '/privacypolicy',
  },
  { page: 'contact', title: 'Contact', keys: ['contact', 'contact_search'], path: '/contact-us' },
];

/** Headings of kinds, on pages with several. */
export const keyTitles: Partial<Record<ContentKey, string>> = {
  hero: 'Hero',
  tiles: 'Tiles',
  featured: 'Featured story',
  listing: 'Tile',
  ...eachOf(searchKeys, () => 'Search engines and sharing' as const),
};

/** Style rules of a page, which depend on its content. */
export function rulesOf(path: string, content: Content): string {
  if (path === '/') return homeFocusRules(content);
  if (path === '/all-products') return listingFocusRules(content.listing);
  return path === '/launch' ? launchFocusRules(content.launch) : '';
}
