import { type RefObject, useEffect, useRef } from 'react';
import { company } from '#brand/company.ts';
import { addressLeft } from '../kit/use-place.ts';

/** Whether a followed link is gone, or is in the header, before the new page. */
function isFocusLost(): boolean {
  const { activeElement, body } = document;
  return activeElement === body || activeElement?.closest('.studio-header') != null;
}

/**
 * Names the tab after the page's heading, as soon as it is rendered. After a move within the studio, which unlike a page
 * load announces nothing, the focus goes to the heading or, after Back, to the link that had been followed.
 * @param address The page shown.
 */
export function usePageHeading(main: RefObject<HTMLElement | null>, address: string): void {
  const named = useRef(address);
  useEffect(() => {
    const page = main.current;
    if (!page) return;
    function arrive(): void {
      const heading = page?.querySelector('h1');
      if (!heading) return;
      // A shopper's name stays out of the browser's history.
      const title = heading.dataset['title'] ?? heading.textContent;
      document.title = `${title} – Studio – ${company.brand}`;
      if (named.current === address) return;
      named.current = address;
      if (!isFocusLost()) return;
      const left = addressLeft();
      const links = [...(page?.querySelectorAll<HTMLAnchorElement>('li a, tr a') ?? [])];
      const followed = links.find((link) => link.getAttribute('href') === left);
      heading.tabIndex = -1;
      (followed ?? heading).focus({ preventScroll: true });
    }
    arrive();
    const observer = new MutationObserver(arrive);
    observer.observe(page, { childList: true, subtree: true, characterData: true });
    return () => observer.disconnect();
  }, [main, address]);
}
