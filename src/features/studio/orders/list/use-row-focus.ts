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
