/**
 * Most visits end on the page they began with. What only the next step needs is therefore fetched once the
 * shopper does something: moves the mouse, touches, scrolls or presses a key.
 */
let used = false;
let waiting: (() => void)[] = [];

function onSign(): void {
  used = true;
  for (const act of waiting) act();
  waiting = [];
}

for (const sign of ['pointermove', 'pointerdown', 'scroll', 'keydown'])
  addEventListener(sign, onSign, { capture: true, once: true, passive: true });

/** Whether the shopper has done something in this document. */
export function isUsed(): boolean {
  return used;
}

/** Runs `act` once the shopper does something; immediately if they have. */
export function whenUsed(act: () => void): void {
  if (used) act();
  else waiting.push(act);
}
