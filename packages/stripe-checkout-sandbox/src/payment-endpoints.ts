import { resourceMissing } from './api-error.ts';
import { createRefund } from './create-refund.ts';
import type { Endpoint } from './endpoint.ts';
import { isWithin, listPage, newestFirst } from './list-page.ts';
import {
  chargeListParameters,
  expandOnly,
  paymentIntentListParameters,
  paymentIntentParameters,
  refundListParameters,
  refundParameters,
} from './request-parameters.ts';

function find<T>(stored: ReadonlyMap<string, T>, kind: string, id: string, parameter: string): T {
  const object = stored.get(id);
  if (!object) throw resourceMissing(kind, id, parameter);
  return object;
}

/** Whether a value matches a filter, if there is one. */
function matches(value: unknown, filter: string | undefined): boolean {
  return filter === undefined || value === filter;
}

const retrievals: readonly Endpoint[] = [
  {
    method: 'GET',
    path: '/payment_intents/:id',
    read(form) {
      expandOnly.read(form, '');
      return ({ context: { state }, id }) =>
        find(state.paymentIntents, 'payment_intent', id, 'intent');
    },
  },
  {
    method: 'GET',
    path: '/charges/:id',
    read(form) {
      expandOnly.read(form, '');
      return ({ context: { state }, id }) => find(state.charges, 'charge', id, 'charge');
    },
  },
  {
    method: 'GET',
    path: '/refunds/:id',
    read(form) {
      expandOnly.read(form, '');
      return ({ context: { state }, id }) => find(state.refunds, 'refund', id, 'refund');
    },
  },
];

const lists: readonly Endpoint[] = [
  {
    method: 'GET',
    path: '/payment_intents',
    read(form) {
      const query = paymentIntentListParameters.read(form, '');
      return ({ context, path }) => {
        const intents = newestFirst(context.state.paymentIntents);
        return listPage(
          intents.filter(({ created }) => isWithin(created, query.created)),
          query,
          path,
        );
      };
    },
  },
  {
    method: 'GET',
    path: '/charges',
    read(form) {
      const query = chargeListParameters.read(form, '');
      return ({ context, path }) => {
        const charges = newestFirst(context.state.charges)
          .filter(({ created }) => isWithin(created, query.created))
          .filter((charge) => matches(charge.payment_intent, query.payment_intent));
        return listPage(charges, query, path);
      };
    },
  },
  {
    method: 'GET',
    path: '/refunds',
    read(form) {
      const query = refundListParameters.read(form, '');
      return ({ context, path }) => {
        const refunds = newestFirst(context.state.refunds)
          .filter(({ created }) => isWithin(created, query.created))
          .filter((refund) => matches(refund.payment_intent, query.payment_intent))
          .filter((refund) => matches(refund.charge, query.charge));
        return listPage(refunds, query, path);
      };
    },
  },
];

/** `/v1/payment_intents`, `/v1/charges` and `/v1/refunds`. */
export const paymentEndpoints: readonly Endpoint[] = [
  ...retrievals,
  ...lists,
  {
    method: 'POST',
    path: '/payment_intents/:id',
    read(form) {
      const { description, metadata = {} } = paymentIntentParameters.read(form, '');
      return ({ context: { state }, id }) => {
        const intent = find(state.paymentIntents, 'payment_intent', id, 'intent');
        if (description !== undefined) intent.description = description;
        Object.assign(intent.metadata, metadata);
        return intent;
      };
    },
  },
  {
    method: 'POST',
    path: '/refunds',
    read(form) {
      const parameters = refundParameters.read(form, '');
      return ({ context, request }) => createRefund(context, parameters, request);
    },
  },
];
