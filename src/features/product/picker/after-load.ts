/**
 * Loads later.ts after a product page has loaded. The browser counts even low-priority files as part of
 * loading, and on a slow network they take bandwidth from the page and its pictures.
 */
import { onContent } from '#browser/content/content.ts';
import { whenIdle } from '#browser/when-idle.ts';

function proceed(): void {
  import('../later.ts').catch((error: unknown) =>
    console.error('Part of the page has not loaded', error),
  );
}

onContent(() => {
  // Pages from which a product is shown in place load this file as well, and may never need the rest.
  if (!location.pathname.startsWith('/product-details/')) return;
  if (document.readyState === 'complete') whenIdle(proceed);
  else addEventListener('load', () => whenIdle(proceed));
});
