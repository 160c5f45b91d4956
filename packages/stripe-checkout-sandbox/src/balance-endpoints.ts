import { resourceMissing } from './api-error.ts';
import type { Endpoint } from './endpoint.ts';
import { isWithin, listPage, newestFirst } from './list-page.ts';
import { balanceTransactionListParameters, expandOnly } from './request-parameters.ts';

/** `/v1/balance_transactions` (docs.stripe.com/api/balance_transactions). */
export const balanceEndpoints: readonly Endpoint[] = [
  {
    method: 'GET',
    path: '/balance_transactions',
    read(form) {
      const query = balanceTransactionListParameters.read(form, '');
      return ({ context, path }) => {
        const found = newestFirst(context.state.balanceTransactions)
          .filter(({ created }) => isWithin(created, query.created))
          .filter(({ currency }) => query.currency === undefined || currency === query.currency)
          .filter(
            ({ id }) =>
              query.payout === undefined || context.state.paidOut.get(id) === query.payout,
          )
          .filter(({ source }) => query.source === undefined || source === query.source)
          .filter(({ type }) => query.type === undefined || type === query.type);
        return listPage(found, query, path);
      };
    },
  },
  {
    method: 'GET',
    path: '/balance_transactions/:id',
    read(form) {
      expandOnly.read(form, '');
      return ({ context, id }) => {
        const found = context.state.balanceTransactions.get(id);
        if (!found) throw resourceMissing('balance_transaction', id, 'id');
        return found;
      };
    },
  },
];
