import { z } from 'zod';
import { dayText } from '#domain/orders/order-promise.ts';
import { linkToken } from './link-token.ts';
import type { Notice } from './notice.ts';
import { oneClickHeaders } from './one-click-link.ts';
import { unitRows } from './order-words.ts';
import { Unit, worded } from './owed-mail.ts';

/** A basket that was taken to checkout and not paid, as far as it can still be bought. */
const LeftCart = z.object({
  email: z.string(),
  subscription: z.uuid(),
  left_on: z.string(),
  lines: z.array(Unit.extend({ variant: z.int() })).min(1),
});
type LeftCart = z.infer<typeof LeftCart>;

function leftCartNotice({ subscription, left_on, lines }: LeftCart, shop: string): Notice {
  const token = linkToken('unsubscribe', subscription);
  const filled = lines.map(({ variant, quantity }) => `${variant}:${quantity}`).join(',');
  return {
    subject: 'You left something in your cart',
    heading: 'Still there.',
    before: [
      `On ${dayText(left_on)} you went to checkout and did not pay. Nothing was charged, and nothing is kept aside for you, but this can still be had:`,
    ],
    items: unitRows(lines),
    button: { label: 'Open your cart', href: `${shop}/cart` },
    notes: [
      'You get this because you have an account and agreed to be reminded when you asked for our news. It is the only e-mail about this cart.',
    ],
    links: [
      { label: 'On another device, fill its cart', href: `${shop}/buy/${filled}` },
      { label: 'Unsubscribe', href: `${shop}/unsubscribe#token=${token}` },
    ],
    headers: oneClickHeaders(`${shop}/api/listing/unsubscribe?token=${token}`),
  };
}

/** The reminder of a cart that was left. */
export const leftCartMails = { cart_left: worded(LeftCart, leftCartNotice) };
