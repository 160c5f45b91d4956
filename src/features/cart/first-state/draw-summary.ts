import { type Sums, summaryText } from './summary-text.ts';

/**
 * Fills in the summary of a cart without a discount.
 * @returns false if it needs other rows than it has.
 */
export function drawSummary(cart: ParentNode, sums: Omit<Sums, 'off' | 'card'>): boolean {
  const { rows, included } = summaryText({ ...sums, off: null });
  const places = cart.querySelectorAll('dd');
  if (places.length !== rows.length) return false;
  for (const [row, place] of places.entries()) place.textContent = rows[row]?.[1] ?? '';
  const note = cart.querySelector<HTMLElement>('[data-included]');
  if (note) {
    note.textContent = included;
    note.hidden = included === '';
  }
  return true;
}
