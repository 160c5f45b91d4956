import { useEffect, useState } from 'react';
import type { Order } from '#domain/orders/order.ts';
import { fetchOrders } from '#api/account.ts';
import { messageOf } from '#api/http/api-error.ts';
import { currentSession, isGuest } from '#stores/session.ts';
import { leaveForLogin } from '#ui/islands/leave-for-login.ts';
import { withSession } from '#ui/islands/with-session.ts';

/** The orders loaded so far. */
export interface LoadedOrders {
  orders: readonly Order[];
  /** Whether there are older orders to load. */
  older: boolean;
  state: 'loading' | 'ready' | 'failed';
  /** Error message; '' unless `failed`. */
  problem: string;
}

const NOTHING: LoadedOrders = { orders: [], older: false, state: 'loading', problem: '' };

/** Loads ten more orders; unchanged if redirecting to login. */
async function withMore(loaded: LoadedOrders): Promise<LoadedOrders> {
  const before = loaded.orders.at(-1)?.id;
  if (isGuest(currentSession())) {
    leaveForLogin('/account');
    return loaded;
  }
  try {
    const page = await withSession((customer) => fetchOrders(customer, before));
    if (page === null) return loaded;
    const orders = [...loaded.orders, ...page.orders];
    return { orders, older: page.older, state: 'ready', problem: '' };
  } catch (error) {
    return { ...loaded, state: 'failed', problem: messageOf(error) };
  }
}

/** The shopper's orders, with a function that loads the next ten or retries after a failure. */
export function useOrders(restored: boolean): LoadedOrders & { loadMore: () => void } {
  const [loaded, setLoaded] = useState(NOTHING);

  useEffect(() => {
    if (restored) void withMore(NOTHING).then(setLoaded);
  }, [restored]);

  function loadMore(): void {
    const loading: LoadedOrders = { ...loaded, state: 'loading', problem: '' };
    setLoaded(loading);
    void withMore(loading).then(setLoaded);
  }

  return { ...loaded, loadMore };
}
