import { useEffect } from 'react';
import { addressBefore } from './use-place.ts';

/** Moves the focus to the next or previous order; to the first from anywhere else. */
export function stepFocus(by: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLElement>('[data-order-link]')];
  const now = links.findIndex((link) =>
    link.closest('[data-order-row]')?.contains(document.activeElement),
  );
  links[now === -1 ? 0 : Math.min(Math.max(now + by, 0), links.length - 1)]?.focus();
}

/** Selects or deselects the focused order. */
export function toggleFocused(): void {
  document.activeElement
    ?.closest('[data-order-row]')
    ?.querySelector<HTMLInputElement>('input[type="checkbox"]')
    ?.click();
}

/** Restores the focus to the order the user comes back from. */
export function useReturnFocus(isShown: boolean): void {
  useEffect(() => {
    if (!isShown || document.activeElement !== document.body) return;
    const links = document.querySelectorAll<HTMLAnchorElement>('[data-order-link]');
    const from = [...links].find((link) => link.getAttribute('href') === addressBefore());
    from?.focus({ preventScroll: true });
  }, [isShown]);
}
