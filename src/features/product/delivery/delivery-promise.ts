/**
 * Below 'Delivery', by when an order placed now leaves and arrives. The pages are built for days, so the
 * database is asked when the part is opened; without its answer, the policy's words stand alone.
 */
import { fetchDeliveries } from '#api/catalogue/deliveries.ts';
import { deliveryText } from '#domain/order-promise.ts';

/** A part's place for the answer: at its top, since that is what people open it for. */
function placeIn(part: Element): Element {
  const there = part.querySelector('[data-promise]');
  if (there) return there;
  const place = document.createElement('div');
  place.dataset.promise = '';
  part.querySelector('summary')?.after(place);
  return place;
}

async function tell(part: Element, life: AbortSignal): Promise<void> {
  const place = placeIn(part);
  try {
    const deliveries = await fetchDeliveries(life);
    place.replaceChildren(
      ...deliveries.map((delivery) => {
        const line = document.createElement('p');
        line.textContent = `${deliveryText(delivery)}.`;
        return line;
      }),
    );
  } catch (error) {
    // What was promised at an earlier opening may be over.
    place.replaceChildren();
    if (!life.aborted) console.error('The day of delivery could not be fetched', error);
  }
}

/** Tells it whenever the part is opened. @param life aborted when the shopper leaves. */
export function tellDelivery(main: HTMLElement, life: AbortSignal): void {
  function tellWhenOpen({ target }: Event): void {
    const isDelivery = target instanceof HTMLDetailsElement && target.matches('[data-delivery]');
    if (isDelivery && target.open) void tell(target, life);
  }
  // It does not bubble.
  main.addEventListener('toggle', tellWhenOpen, { signal: life, capture: true });
  const opened = main.querySelector('[data-delivery][open]');
  if (opened) void tell(opened, life);
}
