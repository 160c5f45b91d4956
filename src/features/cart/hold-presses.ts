/** Events that React handles in the cart. */
const TYPES = ['click', 'change', 'input', 'submit'];

/** Fired on the cart once React handles its events. */
export const AWAKE = 'awake';

/**
 * Records what the shopper does in the cart until React handles it, and repeats it then.
 * @param page contains the cart.
 */
export function holdPresses(page: ParentNode): void {
  const place = page.querySelector<HTMLElement>('[data-cart-page]');
  if (!place) return;
  const held: Event[] = [];
  const awake = new AbortController();

  const hold = (event: Event): void => {
    const { type, target } = event;
    if (type === 'submit') event.preventDefault();
    // Links and disclosures work without React.
    if (type === 'click' && !(target instanceof Element && target.closest('[type=button]'))) return;
    place.dataset.pressed = '';
    // start-cart.ts stores a chosen quantity.
    if (type !== 'change') held.push(event);
  };

  for (const type of TYPES) place.addEventListener(type, hold, awake);
  place.addEventListener(
    AWAKE,
    () => {
      awake.abort();
      for (const { type, target, bubbles, cancelable } of held)
        target?.dispatchEvent(new Event(type, { bubbles, cancelable }));
    },
    awake,
  );
}
