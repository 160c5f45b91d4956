import { resourceMissing } from './api-error.ts';
import { createSession } from './create-session.ts';
import type { Endpoint } from './endpoint.ts';
import { expireSession } from './expire-session.ts';
import { isWithin, listPage, newestFirst } from './list-page.ts';
import { expandOnly, pageOnly, sessionListParameters } from './request-parameters.ts';
import type { SandboxContext } from './sandbox-context.ts';
import { sessionParameters } from './session-parameters.ts';
import type { StoredSession } from './state.ts';

function sessionOf({ state }: SandboxContext, id: string): StoredSession {
  const stored = state.sessions.get(id);
  if (!stored) throw resourceMissing('checkout.session', id, 'session');
  return stored;
}

/** `/v1/checkout/sessions` (docs.stripe.com/api/checkout/sessions). */
export const sessionEndpoints: readonly Endpoint[] = [
  {
    method: 'POST',
    path: '/checkout/sessions',
    read(form) {
      const parameters = sessionParameters.read(form, '');
      return ({ context }) => createSession(context, parameters).session;
    },
  },
  {
    method: 'GET',
    path: '/checkout/sessions',
    read(form) {
      const query = sessionListParameters.read(form, '');
      return ({ context, path }) => {
        const found = newestFirst(context.state.sessions)
          .map(({ session }) => session)
          .filter((session) => isWithin(session.created, query.created))
          .filter(({ status }) => query.status === undefined || status === query.status)
          .filter(
            (session) =>
              query.payment_intent === undefined || session.payment_intent === query.payment_intent,
          );
        return listPage(found, query, path);
      };
    },
  },
  {
    method: 'GET',
    path: '/checkout/sessions/:id',
    read(form) {
      expandOnly.read(form, '');
      return ({ context, id }) => sessionOf(context, id).session;
    },
  },
  {
    method: 'GET',
    path: '/checkout/sessions/:id/line_items',
    read(form) {
      const page = pageOnly.read(form, '');
      return ({ context, id, path }) => listPage(sessionOf(context, id).lineItems, page, path);
    },
  },
  {
    method: 'POST',
    path: '/checkout/sessions/:id/expire',
    read(form) {
      expandOnly.read(form, '');
      return ({ context, id, request }) => {
        const stored = sessionOf(context, id);
        expireSession(context, stored, request);
        return stored.session;
      };
    },
  },
];
