import { resourceMissing } from './api-error.ts';
import type { Endpoint } from './endpoint.ts';
import { isWithin, listPage, newestFirst } from './list-page.ts';
import { disputeListParameters, expandOnly } from './request-parameters.ts';

/** `/v1/disputes` (docs.stripe.com/api/disputes). */
export const disputeEndpoints: readonly Endpoint[] = [
  {
    method: 'GET',
    path: '/disputes',
    read(form) {
      const query = disputeListParameters.read(form, '');
      return ({ context, path }) => {
        const disputes = newestFirst(context.state.disputes)
          .filter(({ created }) => isWithin(created, query.created))
          .filter(({ charge }) => query.charge === undefined || charge === query.charge)
          .filter(
            ({ payment_intent: intent }) =>
              query.payment_intent === undefined || intent === query.payment_intent,
          );
        return listPage(disputes, query, path);
      };
    },
  },
  {
    method: 'GET',
    path: '/disputes/:id',
    read(form) {
      expandOnly.read(form, '');
      return ({ context, id }) => {
        const dispute = context.state.disputes.get(id);
        if (!dispute) throw resourceMissing('dispute', id, 'dispute');
        return dispute;
      };
    },
  },
];
