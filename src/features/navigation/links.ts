import { isSwappedPage } from '#domain/browsing/swapped-page.ts';

/** The link around an element, if following it replaces the content in place. */
export function swappedLink(target: EventTarget | null): HTMLAnchorElement | null {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
  return link && isSwappedLink(link) ? link : null;
}

/** Whether a link leads to another page of the shop that can be shown in place. */
export function isSwappedLink({ origin, pathname, target, download }: HTMLAnchorElement): boolean {
  return (
    origin === location.origin &&
    target === '' &&
    download === '' &&
    isSwappedPage(pathname) &&
    pathname.replace(/\/$/, '') !== location.pathname.replace(/\/$/, '')
  );
}
