import type Stripe from 'stripe';
import { ApiError, invalidRequest } from './api-error.ts';
import { objectId } from './object-id.ts';
import type { Read } from './parameter.ts';
import { optional, shape, unsupported } from './parameter.ts';
import { currency, integer, metadata, oneOf, text } from './parameter-value.ts';
import type { SandboxContext } from './sandbox-context.ts';
import type { SandboxState, WireLineItem } from './state.ts';
import { MAXIMUM_AMOUNT } from './currency.ts';
import { spreadDiscount } from './spread-discount.ts';

/** `POST /v1/coupons` (docs.stripe.com/api/coupons/create). */
export const couponParameters = shape({
  id: optional(text(500)),
  name: optional(text(40)),
  amount_off: optional(integer(1, MAXIMUM_AMOUNT)),
  percent_off: optional(integer(1, 100)),
  currency: optional(currency),
  duration: optional(oneOf('once', 'forever')),
  max_redemptions: optional(integer(1)),
  redeem_by: optional(integer()),
  metadata: optional(metadata),
  applies_to: unsupported(),
  currency_options: unsupported(),
  duration_in_months: unsupported(),
});

type CouponParameters = Read<typeof couponParameters>;

/** Checks the amounts of a new coupon. @throws ApiError as Stripe does. */
function checkAmounts({ amount_off, percent_off, currency: inCurrency }: CouponParameters): void {
  if (amount_off === undefined && percent_off === undefined) {
    throw invalidRequest('You must provide either `percent_off` or `amount_off`.', {
      code: 'parameter_missing',
      param: 'percent_off',
    });
  }
  if (amount_off !== undefined && percent_off !== undefined) {
    throw invalidRequest('You may only specify one of these parameters: amount_off, percent_off.', {
      param: 'percent_off',
    });
  }
  if (amount_off !== undefined && inCurrency === undefined) {
    throw invalidRequest('You must pass `currency` when passing `amount_off`.', {
      code: 'parameter_missing',
      param: 'currency',
    });
  }
}

/** Creates and stores a coupon. @throws ApiError as Stripe does, for example if its id is taken. */
export function createCoupon({ state, clock }: SandboxContext, given: CouponParameters): object {
  checkAmounts(given);
  const created = clock.now();
  const id = given.id ?? objectId('', 8);
  if (state.coupons.has(id)) {
    throw invalidRequest(`Coupon already exists.`, {
      code: 'resource_already_exists',
      param: 'id',
    });
  }
  if (given.redeem_by !== undefined && given.redeem_by <= created) {
    throw invalidRequest('The `redeem_by` timestamp must be in the future.', {
      param: 'redeem_by',
    });
  }
  const coupon: Stripe.Coupon = {
    id,
    object: 'coupon',
    amount_off: given.amount_off ?? null,
    created,
    currency: given.currency ?? null,
    duration: given.duration ?? 'once',
    duration_in_months: null,
    livemode: false,
    max_redemptions: given.max_redemptions ?? null,
    metadata: given.metadata ?? {},
    name: given.name ?? null,
    percent_off: given.percent_off ?? null,
    redeem_by: given.redeem_by ?? null,
    times_redeemed: 0,
    valid: true,
  };
  state.coupons.set(id, coupon);
  return coupon;
}

/** The coupon as it is now: no longer valid once it is used up or its time is over. */
export function couponNow(coupon: Stripe.Coupon, now: number): Stripe.Coupon {
  const { redeem_by, max_redemptions, times_redeemed } = coupon;
  const isOver = redeem_by !== null && redeem_by <= now;
  const isUsedUp = max_redemptions !== null && times_redeemed >= max_redemptions;
  return { ...coupon, valid: !isOver && !isUsedUp };
}

/** The coupon of a new session. @throws ApiError as Stripe does for one that cannot be applied. */
export function couponFor(
  { state, clock }: SandboxContext,
  id: string,
  sessionCurrency: string,
): Stripe.Coupon {
  const param = 'discounts[0][coupon]';
  const coupon = state.coupons.get(id);
  if (!coupon) {
    // A 404 is for ids in the path; parameters that name nothing are invalid.
    const message = `No such coupon: '${id}'`;
    throw invalidRequest(message, { code: 'resource_missing', param });
  }
  if (!couponNow(coupon, clock.now()).valid) {
    throw invalidRequest(`Coupon ${id} is expired and cannot be applied.`, {
      code: 'coupon_expired',
      param,
    });
  }
  if (coupon.currency !== null && coupon.currency !== sessionCurrency) {
    throw new ApiError(400, {
      type: 'invalid_request_error',
      message: `The coupon ${id} is in ${coupon.currency}, but the Checkout Session is in ${sessionCurrency}.`,
      param,
    });
  }
  return coupon;
}

/** Takes a coupon off a session's lines, in proportion to their amounts; never off the delivery. */
export function discountLines(lines: readonly WireLineItem[], coupon: Stripe.Coupon): number {
  const subtotal = lines.reduce((sum, line) => sum + line.amount_subtotal, 0);
  const { amount_off, percent_off } = coupon;
  const off = Math.min(amount_off ?? Math.round((subtotal * (percent_off ?? 0)) / 100), subtotal);
  if (off === 0) return 0;
  const shares = spreadDiscount(
    off,
    lines.map((line) => line.amount_subtotal),
  );
  lines.forEach((line, place) => {
    line.amount_discount = shares[place] ?? 0;
    line.amount_total = line.amount_subtotal - line.amount_discount;
  });
  return off;
}

/** Counts the coupon of a completed session. */
export function redeemCoupon(state: SandboxState, session: Stripe.Checkout.Session): void {
  for (const { coupon: id } of session.discounts ?? []) {
    const coupon = typeof id === 'string' ? state.coupons.get(id) : undefined;
    if (coupon) coupon.times_redeemed += 1;
  }
}
