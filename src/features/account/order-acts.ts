import type { Pence } from '#domain/money/money.ts';
import type { Order } from '#domain/orders/order.ts';
import type { ChosenReturn } from '#domain/orders/return-kinds.ts';
import { cancelOrder, changeReturn, fetchOrder, findOffers, foreseeCancel } from '#api/account.ts';
import { findLinkedOffers, followOrderLink, foreseeLinkedCancel } from '#api/order-link.ts';
import type { ExchangeOffer } from '#api/read-order.ts';
import { addPhoto, changePhotos } from '#api/return-photos.ts';
import type { ReturnPhoto } from '#api/return-photos.ts';
import { withSession } from '#ui/islands/with-session.ts';

/** The items a shopper wants to return, and the reason. */
export interface ReturnWish {
  kind: ChosenReturn;
  items: { variant_id: number; quantity: number }[];
  reason: string;
  /** Pieces wanted instead; null for the money. */
  wish: { from: number; to: number; quantity: number }[] | null;
}

/** A search for pieces to be had instead of units of a line. */
export interface OfferSearch {
  from: number;
  quantity: number;
  words: string;
}

/**
 * A shopper's actions on the photos of a return. Each returns all photos, or null if redirecting to
 * login.
 * @throws ApiError
 */
export interface PhotoActs {
  show(): Promise<ReturnPhoto[] | null>;
  /** @param picture JPEG in base64. @param onProgress called with the share sent, from 0 to 1. */
  add(
    id: string,
    picture: string,
    onProgress: (share: number) => void,
  ): Promise<ReturnPhoto[] | null>;
  remove(id: string): Promise<ReturnPhoto[] | null>;
}

/**
 * A shopper's actions on an order. `event` is an idempotency key, created for each press of a button and
 * kept for retries. Each returns the updated order, or null if redirecting to login.
 * @throws ApiError
 */
export interface OrderActs {
  /** The order as it is now. */
  show(): Promise<Order | null>;
  /** The amount that cancelling it would refund. */
  foreseeCancel(): Promise<Pence | null>;
  /** @param refund the amount shown before. @throws ApiError 409 if it is another by now. */
  cancel(event: string, refund: Pence): Promise<Order | null>;
  askReturn(event: string, wish: ReturnWish): Promise<Order | null>;
  findOffers(search: OfferSearch): Promise<ExchangeOffer[] | null>;
  callOff(event: string, returnId: number): Promise<Order | null>;
  /** Undoes a withdrawal made with number and address. */
  keep(event: string): Promise<Order | null>;
  photosOf(returnId: number): PhotoActs;
}

/** Actions of the account's owner. */
export function accountActs(order: number): OrderActs {
  return {
    show: () => withSession((customer) => fetchOrder(order, customer)),
    foreseeCancel: () => withSession((customer) => foreseeCancel(order, customer)),
    cancel: (event, refund) =>
      withSession((customer) =>
        cancelOrder({ do: 'cancel', event, order, refund_pence: refund }, customer),
      ),
    askReturn: (event, wish) =>
      withSession((customer) => changeReturn({ do: 'ask', event, order, ...wish }, customer)),
    findOffers: (search) =>
      withSession((customer) => findOffers({ do: 'offers', order, ...search }, customer)),
    callOff: (event, id) =>
      withSession((customer) =>
        changeReturn({ do: 'call_off', event, order, return: id }, customer),
      ),
    keep: (event) =>
      withSession((customer) => changeReturn({ do: 'keep', event, order }, customer)),
    photosOf: (id) => {
      const which = { order, return: id };
      return {
        show: () => withSession(({ access }) => changePhotos({ do: 'show', ...which }, access)),
        add: (photo, picture, onProgress) =>
          withSession(({ access }) => addPhoto({ ...which, photo, picture }, onProgress, access)),
        remove: (photo) =>
          withSession(({ access }) => changePhotos({ do: 'remove', ...which, photo }, access)),
      };
    },
  };
}

/** Actions of anyone with the link in the order's e-mails. */
export function linkActs(token: string): OrderActs {
  return {
    show: () => followOrderLink({ do: 'show', token }),
    foreseeCancel: () => foreseeLinkedCancel(token),
    cancel: (event, refund) =>
      followOrderLink({ do: 'cancel', token, event, refund_pence: refund }),
    askReturn: (event, wish) => followOrderLink({ do: 'ask', token, event, ...wish }),
    findOffers: (search) => findLinkedOffers({ do: 'offers', token, ...search }),
    callOff: (event, id) => followOrderLink({ do: 'call_off', token, event, return: id }),
    keep: (event) => followOrderLink({ do: 'keep', token, event }),
    photosOf: (id) => {
      const which = { token, return: id };
      return {
        show: () => changePhotos({ do: 'show', ...which }),
        add: (photo, picture, onProgress) => addPhoto({ ...which, photo, picture }, onProgress),
        remove: (photo) => changePhotos({ do: 'remove', ...which, photo }),
      };
    },
  };
}
