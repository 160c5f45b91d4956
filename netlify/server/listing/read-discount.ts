import { z } from 'zod';
import { discountKinds } from '#domain/enums.ts';
import { database, dataOf } from '../database.ts';
import type { Attempt } from '../rate-limit/attempt.ts';
import { refuseToWait } from '../rate-limit/take-attempt.ts';
import { CodeRefused } from '../messages/checkout.ts';

const Found = z.object({
  code: z.string(),
  kind: z.enum(discountKinds),
  percent: z.int().nullable(),
  amount_pence: z.int().nullable(),
  minimum_pence: z.int(),
  /** Ids of the covered products of the cart. */
  products: z.array(z.int()),
});
/** A gift card, by the last characters of its code, and what it can still pay. */
const Card = z.object({ code_end: z.string(), balance_pence: z.int() });
const Refused = z.object({ refused: CodeRefused });
const Counted = z.object({ wait: z.int(), found: z.unknown().optional() });

/** Effect of a code on a cart, or why it has none. */
export type DiscountFound = z.infer<typeof Found> | z.infer<typeof Card> | z.infer<typeof Refused>;

/**
 * The effect of a discount code on a cart, or a gift card. A code below its minimum is found as well.
 * @param shopper the account's id if there is one, for codes that each person may use once.
 * @throws HttpError 429 after too many unknown codes.
 */
export async function readDiscount(
  code: string,
  items: readonly { variant_id: number; quantity: number }[],
  attempt: Attempt,
  shopper?: string,
): Promise<DiscountFound> {
  const counted = await database().rpc('counted_discount', {
    p_limits: attempt,
    p_code: code,
    p_items: items.map((item) => ({ ...item })),
    ...(shopper !== undefined && { p_user: shopper }),
  });
  const { wait, found } = Counted.parse(dataOf(counted));
  if (wait > 0) refuseToWait(wait);
  return z.union([Found, Card, Refused]).parse(found);
}
