import { getDiscounts } from '#domain/contracts/staff-discounts.ts';
import { staffQuery } from '../kit/staff-query.ts';

/** All discounts, and the goods that a new one may name. */
export const discountsQuery = staffQuery(['discounts'], getDiscounts, {});
