/**
 * Pages that replace the current page in place when their link is followed. Excludes payment and login
 * pages, which start from a clean document.
 */
const SWAPPED =
  /^\/(?:all-products|productListing\/\d+|product-details\/\d+|cart|contact-us|Faqs|privacypolicy|returnpolicy|termsandconditions)?\/?$/;

/** Whether a path is such a page. */
export function isSwappedPage(pathname: string): boolean {
  return SWAPPED.test(pathname);
}

/** The path of the file with a page's content and the parts of its head that change with it. */
export function partAddress(pathname: string): string {
  return `${pathname.replace(/\/$/, '')}/part.html`;
}
