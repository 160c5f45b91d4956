import type { Backend } from '../../support/backend.ts';
import type { Calls } from './call.ts';
import { pageCalls } from './page-calls.ts';
import { shopCalls } from './shop-calls.ts';
import { checkoutCalls } from './checkout-calls.ts';
import { loginCalls } from './login-calls.ts';
import { ownOrderCalls } from './own-order-calls.ts';
import { customerCalls } from './customer-calls.ts';
import { staffOrderCalls } from './staff-order-calls.ts';
import { staffMoneyCalls } from './staff-money-calls.ts';
import { staffCatalogueCalls } from './staff-catalogue-calls.ts';
import { fuzzedShop } from './fuzzed-shop.ts';

/** An entry for every HTTP function, by its name. */
export async function callsOf(backend: Backend): Promise<Calls> {
  const shop = await fuzzedShop(backend);
  return {
    ...pageCalls(),
    ...shopCalls(shop),
    ...checkoutCalls(shop),
    ...loginCalls(shop),
    ...ownOrderCalls(shop),
    ...staffOrderCalls(shop),
    ...customerCalls(shop),
    ...staffMoneyCalls(shop),
    ...staffCatalogueCalls(shop),
  };
}
