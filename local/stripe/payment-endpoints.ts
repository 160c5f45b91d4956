import { resourceMissing } from './api-error.ts';
import { createRefund } from './create-refund.ts';
import type { Endpoint } from './endpoint.ts';
import { isWithin, listPage, newestFirst } from './list-page.ts';
import {
  chargeListParameters,
  expandOnly,
  paymentIntentListParameters,
  refundListParameters,
  refundParameters,
} from './request-parameters.ts';

function found<T>(kept: ReadonlyMap<string, T>, kind: string, id: string, parameter: string): T {
  const object = kept.get(id);
  if (!object) throw resourceMissing(kind, id, parameter);
  return object;
}

/** Whether an object has the value asked for, or none was asked for. */
function isAsked(value: unknown, asked: string | undefined): boolean {
  return asked === undefined || value === asked;
}

const retrievals: readonly Endpoint[] = [
  {
    method: 'GET',
    path: '/payment_intents/:id',
    read(form) {
      expandOnly.read(form, '');
      return ({ context: { state }, id }) =>
        found(state.paymentIntents, 'payment_intent', id, 'intent');
    },
  },
  {
    method: 'GET',
    path: '/charges/:id',
    read(form) {
      expandOnly.read(form, '');
      return ({ context: { state }, id }) => found(state.charges, 'charge', id, 'charge');
    },
  },
  {
    method: 'GET',
    path: '/refunds/:id',
    read(form) {
      expandOnly.read(form, '');
      return ({ context: { state }, id }) => found(state.refunds, 'refund', id, 'refund');
    },
  },
];

const lists: readonly Endpoint[] = [
  {
    method: 'GET',
    path: '/payment_intents',
    read(form) {
      const wanted = paymentIntentListParameters.read(form, '');
      return ({ context, path }) => {
        const intents = newestFirst(context.state.paymentIntents);
        return listPage(
          intents.filter(({ created }) => isWithin(created, wanted.created)),
          wanted,
          path,
        );
      };
    },
  },
  {
    method: 'GET',
    path: '/charges',
    read(form) {
      const wanted = chargeListParameters.read(form, '');
      return ({ context, path }) => {
        const charges = newestFirst(context.state.charges)
          .filter(({ created }) => isWithin(created, wanted.created))
          .filter((charge) => isAsked(charge.payment_intent, wanted.payment_intent));
        return listPage(charges, wanted, path);
      };
    },
  },
  {
    method: 'GET',
    path: '/refunds',
    read(form) {
      const wanted = refundListParameters.read(form, '');
      return ({ context, path }) => {
        const refunds = newestFirst(context.state.refunds)
          .filter(({ created }) => isWithin(created, wanted.created))
          .filter((refund) => isAsked(refund.payment_intent, wanted.payment_intent))
          .filter((refund) => isAsked(refund.charge, wanted.charge));
        return listPage(refunds, wanted, path);
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
    path: '/refunds',
    read(form) {
      const parameters = refundParameters.read(form, '');
      return ({ context, request }) => createRefund(context, parameters, request);
    },
  },
];
