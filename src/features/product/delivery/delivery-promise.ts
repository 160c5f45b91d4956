/**
 * Dispatch and arrival dates of an order placed now, below 'Delivery'. Pages are built to last for days,
 * so the database is asked when the section is opened; if that fails, only the policy's text is shown.
 */
import { fetchDeliveries } from '#api/catalogue/deliveries.ts';
import { deliveryText } from '#domain/orders/order-promise.ts';

/** A section's container for the dates: at its top, because they are what people open it for. */
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
    // The dates from an earlier opening may be out of date.
    place.replaceChildren();
    if (!life.aborted) console.error('The day of delivery could not be fetched', error);
  }
}

/** Shows the dates whenever the section is opened. @param life aborted when the shopper leaves. */
export function tellDelivery(main: HTMLElement, life: AbortSignal): void {
  function tellWhenOpen({ target }: Event): void {
    const isDelivery = target instanceof HTMLDetailsElement && target.matches('[data-delivery]');
    if (isDelivery && target.open) void tell(target, life);
  }
  // `toggle` does not bubble.
  main.addEventListener('toggle', tellWhenOpen, { signal: life, capture: true });
  const opened = main.querySelector('[data-delivery][open]');
  if (opened) void tell(opened, life);
}
