/**
 * Most visits end on the page they began with. What only the next step needs is therefore fetched once the
 * shopper does something: moves the mouse, touches, scrolls or presses a key.
 */
const first = new AbortController();

const options = { capture: true, passive: true, signal: first.signal };
for (const sign of ['pointermove', 'pointerdown', 'scroll', 'keydown'])
  addEventListener(sign, () => first.abort(), options);

/** Whether the shopper has done something in this document. */
export function isUsed(): boolean {
  return first.signal.aborted;
}

/** Runs `act` once the shopper does something; immediately if they have. */
export function whenUsed(act: () => void): void {
  if (isUsed()) act();
  else first.signal.addEventListener('abort', act);
}
