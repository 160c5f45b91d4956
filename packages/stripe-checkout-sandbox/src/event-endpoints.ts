import { resourceMissing } from './api-error.ts';
import type { Endpoint } from './endpoint.ts';
import { isWithin, listPage, newestFirst } from './list-page.ts';
import { eventListParameters, expandOnly } from './request-parameters.ts';
import type { StoredEvent } from './state.ts';

/** Without a webhook endpoint, no event counts as undelivered. */
function wasDelivered({ delivery }: StoredEvent): boolean {
  return delivery === 'delivered' || delivery === 'none';
}

function isOfType(type: string, pattern: string): boolean {
  return pattern.endsWith('*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern;
}

/** `/v1/events` (docs.stripe.com/webhooks/process-undelivered-events). */
export const eventEndpoints: readonly Endpoint[] = [
  {
    method: 'GET',
    path: '/events',
    read(form) {
      const query = eventListParameters.read(form, '');
      const types = query.types ?? (query.type === undefined ? null : [query.type]);
      return ({ context, path }) => {
        const events = newestFirst(context.state.events)
          .filter(
            (stored) =>
              query.delivery_success === undefined ||
              wasDelivered(stored) === query.delivery_success,
          )
          .map(({ event }) => event)
          .filter(({ created }) => isWithin(created, query.created))
          .filter(({ type }) => types === null || types.some((one) => isOfType(type, one)));
        return listPage(events, query, path);
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
