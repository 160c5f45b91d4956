import { resourceMissing } from './api-error.ts';
import { couponNow, couponParameters, createCoupon } from './coupon.ts';
import type { Endpoint } from './endpoint.ts';
import { listPage, newestFirst } from './list-page.ts';
import { expandOnly, pageOnly } from './request-parameters.ts';

/** `/v1/coupons` (docs.stripe.com/api/coupons). */
export const couponEndpoints: readonly Endpoint[] = [
  {
    method: 'POST',
    path: '/coupons',
    read(form) {
      const parameters = couponParameters.read(form, '');
      return ({ context }) => createCoupon(context, parameters);
    },
  },
  {
    method: 'GET',
    path: '/coupons',
    read(form) {
      const query = pageOnly.read(form, '');
      return ({ context, path }) => {
        const found = newestFirst(context.state.coupons).map((coupon) =>
          couponNow(coupon, context.clock.now()),
        );
        return listPage(found, query, path);
      };
    },
  },
  {
    method: 'GET',
    path: '/coupons/:id',
    read(form) {
      expandOnly.read(form, '');
      return ({ context, id }) => {
        const coupon = context.state.coupons.get(id);
        if (!coupon) throw resourceMissing('coupon', id, 'coupon');
        return couponNow(coupon, context.clock.now());
      };
    },
  },
];
