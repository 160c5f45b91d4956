/**
 * Pages whose content replaces the current page's in place when a link to them is followed. Not those of
 * payment and identity, which start from a clean document.
 */
const SWAPPED =
  /^\/(?:all-products|productListing\/\d+|product-details\/\d+|cart|contact-us|Faqs|privacypolicy|returnpolicy|termsandconditions)?\/?$/;

/** Whether a path is such a page. */
export function isSwappedPage(pathname: string): boolean {
  return SWAPPED.test(pathname);
}

/** The path of the file that holds a page's content and what of its head changes with it. */
export function partAddress(pathname: string): string {
  return `${pathname.replace(/\/$/, '')}/part.html`;
}
