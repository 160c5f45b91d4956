import { resourceMissing } from './api-error.ts';
import type { Endpoint } from './endpoint.ts';
import { isWithin, listPage, newestFirst } from './list-page.ts';
import { eventListParameters, expandOnly } from './request-parameters.ts';
import type { StoredEvent } from './state.ts';

/** Without a webhook there is nowhere an event could have failed to arrive. */
function wasDelivered({ delivery }: StoredEvent): boolean {
  return delivery === 'delivered' || delivery === 'none';
}

function isOfType(type: string, wanted: string): boolean {
  return wanted.endsWith('*') ? type.startsWith(wanted.slice(0, -1)) : type === wanted;
}

/** `/v1/events` (docs.stripe.com/webhooks/process-undelivered-events). */
export const eventEndpoints: readonly Endpoint[] = [
  {
    method: 'GET',
    path: '/events',
    read(form) {
      const wanted = eventListParameters.read(form, '');
      const types = wanted.types ?? (wanted.type === undefined ? null : [wanted.type]);
      return ({ context, path }) => {
        const events = newestFirst(context.state.events)
          .filter(
            (stored) =>
              wanted.delivery_success === undefined ||
              wasDelivered(stored) === wanted.delivery_success,
          )
          .map(({ event }) => event)
          .filter(({ created }) => isWithin(created, wanted.created))
          .filter(({ type }) => types === null || types.some((one) => isOfType(type, one)));
        return listPage(events, wanted, path);
      };
    },
  },
  {
    method: 'GET',
    path: '/events/:id',
    read(form) {
      expandOnly.read(form, '');
      return ({ context, id }) => {
        const stored = context.state.events.get(id);
        if (!stored) throw resourceMissing('event', id, 'id');
        return stored.event;
      };
    },
  },
];
