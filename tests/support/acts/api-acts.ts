import type { Backend } from '../backend.ts';
import { type Acts, actScenes } from './act-scenes.ts';
import { checkoutActs } from './checkout-acts.ts';
import { customerActs } from './customer-acts.ts';
import { loginActs } from './login-acts.ts';
import { ownOrderActs } from './own-order-acts.ts';
import { pageActs } from './page-acts.ts';
import { refundActs } from './refund-acts.ts';
import { releaseActs } from './release-acts.ts';
import { returnActs } from './return-acts.ts';
import { reviewActs } from './review-acts.ts';
import { secondFactorActs } from './second-factor-acts.ts';
import { shopActs } from './shop-acts.ts';
import { staffCatalogueActs } from './staff-catalogue-acts.ts';
import { staffMoneyActs } from './staff-money-acts.ts';
import { staffOrderActs } from './staff-order-acts.ts';

/** A successful call of each HTTP function, by its name. */
export function apiActs(backend: Backend): Acts {
  const scenes = actScenes(backend);
  return {
    ...pageActs(scenes),
    ...shopActs(scenes),
    ...checkoutActs(scenes),
    ...loginActs(scenes),
    ...ownOrderActs(scenes),
    ...staffOrderActs(scenes),
    ...customerActs(scenes),
    ...staffMoneyActs(scenes),
    ...staffCatalogueActs(scenes),
    ...releaseActs(scenes),
    ...refundActs(scenes),
    ...returnActs(scenes),
    ...reviewActs(scenes),
    ...secondFactorActs(scenes),
  };
}
