import { resourceMissing } from './api-error.ts';
import type { Endpoint } from './endpoint.ts';
import { isWithin, listPage, newestFirst } from './list-page.ts';
import { expandOnly, payoutListParameters } from './request-parameters.ts';

/** `/v1/payouts` (docs.stripe.com/api/payouts). */
export const payoutEndpoints: readonly Endpoint[] = [
  {
    method: 'GET',
    path: '/payouts',
    read(form) {
      const query = payoutListParameters.read(form, '');
      return ({ context, path }) => {
        const payouts = newestFirst(context.state.payouts)
          .filter(({ created }) => isWithin(created, query.created))
          .filter(({ arrival_date: arrival }) => isWithin(arrival, query.arrival_date))
          .filter(({ status }) => query.status === undefined || status === query.status);
        return listPage(payouts, query, path);
      };
    },
  },
  {
    method: 'GET',
    path: '/payouts/:id',
    read(form) {
      expandOnly.read(form, '');
      return ({ context, id }) => {
        const payout = context.state.payouts.get(id);
        if (!payout) throw resourceMissing('payout', id, 'payout');
        return payout;
      };
    },
  },
];
