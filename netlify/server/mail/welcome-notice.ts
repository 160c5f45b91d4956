import { z } from 'zod';
import { discountKinds } from '#domain/enums.ts';
import { NO_PENCE, pence } from '#domain/money/money.ts';
import { fullDayText } from '#domain/orders/order-promise.ts';
import { priceText } from '#domain/money/shown-price.ts';
import { linkToken } from './link-token.ts';
import type { Notice } from './notice.ts';
import { oneClickHeaders } from './one-click-link.ts';
import { worded } from './owed-mail.ts';

/** A new subscriber's discount code, with its conditions. */
const Welcome = z.object({
  email: z.string(),
  subscription: z.uuid(),
  code: z.string(),
  kind: z.enum(discountKinds),
  percent: z.int().nullable(),
  amount_pence: z.int().transform(pence).nullable(),
  minimum_pence: z.int().transform(pence),
  with_sales: z.boolean(),
  /** Tax added to prices, in basis points; 0 where they include it. */
  tax_basis_points: z.int(),
  /** Last day on which it can be used, as an ISO date. */
  last_day: z.string(),
});
type Welcome = z.infer<typeof Welcome>;

function givesText({ kind, percent, amount_pence, tax_basis_points }: Welcome): string {
  if (kind === 'free_delivery') return 'free standard delivery on';
  if (kind === 'percent') return `${percent ?? 0}% off`;
  return `${priceText(amount_pence ?? NO_PENCE, tax_basis_points / 100)} off`;
}

function welcomeNotice(welcome: Welcome, shop: string): Notice {
  const { subscription, code, minimum_pence, with_sales, tax_basis_points, last_day } = welcome;
  const token = linkToken('unsubscribe', subscription);
  const minimum = priceText(minimum_pence, tax_basis_points / 100);
  const order = minimum_pence > 0 ? `an order of ${minimum} or more` : 'one order';
  return {
    subject: 'Your discount code',
    heading: `Your code: ${code}`,
    before: [
      'Thank you for subscribing to our news.',
      `The code gives you ${givesText(welcome)} ${order}, until ${fullDayText(last_day)}. It works once${with_sales ? '' : ', and not for reduced prices'}. The button puts it into your cart; you can also type it there.`,
    ],
    button: { label: 'Shop with the code', href: `${shop}/?code=${code}` },
    notes: ['You get it once, because you confirmed that you want our news.'],
    links: [{ label: 'Unsubscribe', href: `${shop}/unsubscribe#token=${token}` }],
    headers: oneClickHeaders(`${shop}/api/listing/unsubscribe?token=${token}`),
  };
}

/** The e-mail with a new subscriber's code. */
export const welcomeMails = { welcome: worded(Welcome, welcomeNotice) };
