import type { Order } from '#domain/order.ts';
import { cancelOrder, changeReturn } from '#api/account.ts';
import { followOrderLink } from '#api/order-link.ts';
import { withSession } from '#ui/islands/with-session.ts';

/** What a shopper wants to send back, and why. */
export interface ReturnWish {
  kind: 'return' | 'fault';
  items: { variant_id: number; quantity: number }[];
  reason: string;
}

/**
 * What a shopper can do with an order. `event` is made for each press of a button and kept while that is
 * repeated, so that nothing happens twice. Each returns the order as it is then, or null when the page is
 * being left for the login. @throws ApiError
 */
export interface OrderActs {
  cancel(event: string): Promise<Order | null>;
  askReturn(event: string, wish: ReturnWish): Promise<Order | null>;
  callOff(event: string, returnId: number): Promise<Order | null>;
}

/** For the owner of the account. */
export function accountActs(order: number): OrderActs {
  return {
    cancel: (event) => withSession((customer) => cancelOrder({ event, order }, customer)),
    askReturn: (event, wish) =>
      withSession((customer) => changeReturn({ do: 'ask', event, order, ...wish }, customer)),
    callOff: (event, id) =>
      withSession((customer) =>
        changeReturn({ do: 'call_off', event, order, return: id }, customer),
      ),
  };
}

/** For whoever has the link of the order's e-mails. */
export function linkActs(token: string): OrderActs {
  return {
    cancel: (event) => followOrderLink({ do: 'cancel', token, event }),
    askReturn: (event, wish) => followOrderLink({ do: 'ask', token, event, ...wish }),
    callOff: (event, id) => followOrderLink({ do: 'call_off', token, event, return: id }),
  };
}
