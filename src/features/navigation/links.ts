import { isSwappedPage } from '#domain/browsing/swapped-page.ts';

const withoutSlash = (pathname: string) => pathname.replace(/\/$/, '');

/** The link around an element, if it leads to another page of the shop that can be shown in place. */
export function swappedLink(element: EventTarget | null): HTMLAnchorElement | null {
  const link = element instanceof Element ? element.closest<HTMLAnchorElement>('a[href]') : null;
  const isSwapped =
    link?.origin === location.origin &&
    link.target === '' &&
    link.download === '' &&
    isSwappedPage(link.pathname) &&
    withoutSlash(link.pathname) !== withoutSlash(location.pathname);
  return isSwapped ? link : null;
}
