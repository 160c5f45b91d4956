import { lineIdOf, removeLine, setQuantity } from '#domain/cart/cart.ts';
import { writeText } from '#browser/web-storage.ts';
import { AWAKE } from './first-state/awake.ts';
import { quantityId } from './first-state/cart-text.ts';
import { storedLines, storeLines } from './stored-lines.ts';

/** Events that React handles in the cart. */
const TYPES = ['click', 'change', 'input', 'submit'];

/** Stores a quantity, a deletion or a code as React would. */
function store({ type, target }: Event): void {
  if (!(target instanceof Element)) return;
  const code = type === 'submit' && target.querySelector('input')?.value.trim();
  if (code) writeText('local', 'discountCode', code);
  const select = target.closest('li')?.querySelector('select');
  const items = storedLines();
  const item = items.find((one) => quantityId(one) === select?.id);
  if (!item || !select) return;
  const line = lineIdOf(item);
  storeLines(
    type === 'click' ? removeLine(items, line) : setQuantity(items, line, Number(select.value)),
  );
}

/**
 * Records what the shopper does in the cart until React handles it, and repeats it then.
 * @param page contains the cart.
 * @returns stores it instead, for a shopper who leaves before that.
 */
export function holdPresses(page: ParentNode): () => void {
  const place = page.querySelector<HTMLElement>('[data-cart-page]');
  const held: Event[] = [];
  const awake = new AbortController();

  const hold = (event: Event): void => {
    const { type, target } = event;
    if (type === 'submit') event.preventDefault();
    // Links and disclosures work without React.
    if (type === 'click' && !(target instanceof Element && target.closest('[type=button]'))) return;
    if (place) place.dataset.pressed = '';
    // start-cart.ts stores a chosen quantity.
    if (type !== 'change') held.push(event);
  };

  for (const type of TYPES) place?.addEventListener(type, hold, awake);
  place?.addEventListener(
    AWAKE,
    () => {
      awake.abort();
      for (const { type, target, bubbles, cancelable } of held.splice(0))
        target?.dispatchEvent(new Event(type, { bubbles, cancelable }));
    },
    awake,
  );
  return () => held.splice(0).forEach(store);
}
