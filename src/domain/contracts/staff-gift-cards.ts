/** Gift cards and store credit (supabase/schemas/money/credits.sql). Amounts in whole pence. */
import * as z from 'zod';
import { creditKinds, giftCardOrigins } from '../enums.ts';
import { pence } from '../money/money.ts';
import { amountUpTo, email, oneLine } from './fields.ts';
import { acts, reads } from './staff-call.ts';
import { searchText } from './staff-fields.ts';

const amount = z.int().transform(pence);

const GiftCard = z.object({
  id: z.uuid(),
  /** Last four characters of its code. */
  code_end: z.string(),
  origin: z.enum(giftCardOrigins),
  /** Empty once erased. */
  email: z.string(),
  /** Why staff gave it. */
  reason: z.string().nullable(),
  /** The colleague who gave or refunded it. */
  by: z.string().nullable(),
  created_at: z.string(),
  expires_at: z.string(),
  balance_pence: amount,
  /** Held by unpaid checkouts. */
  held_pence: amount,
  mailed_at: z.string().nullable(),
  /** The ledger: below 0 for what left the card. */
  entries: z.array(
    z.object({
      at: z.string(),
      kind: z.enum(creditKinds),
      amount_pence: amount,
      order: z.int().nullable(),
    }),
  ),
});
export type GiftCard = z.output<typeof GiftCard>;

const GiftCards = z.object({
  /** The balance of all cards together. */
  owed_pence: amount,
  cards: z.array(GiftCard),
  /** `after` of the next page; null on the last. */
  next: z.uuid().nullable(),
});

/** A page of gift cards, newest first: all, or those with a code, its end, a recipient or an order's number. */
export const getGiftCards = reads(
  '/api/staff/gift-cards',
  z.object({ q: searchText.default(''), after: z.uuid('The list has no such page.').optional() }),
  GiftCards,
);

/** Mails store credit. @throws 403 `login_too_old`, 409 */
export const giveCredit = acts(
  '/api/staff/store-credit',
  z.object({
    event: z.uuid('Not a valid action.'),
    email,
    amount_pence: amountUpTo(100_000).min(1, 'Enter an amount.'),
    /** For staff. */
    reason: oneLine(200),
  }),
  z.object({ id: z.uuid() }),
);

/** Mails a new code for a card; the earlier one ends. @throws 403 `login_too_old`, 404 */
export const renewGiftCard = acts(
  '/api/staff/gift-card',
  z.object({ event: z.uuid('Not a valid action.'), card: z.uuid(), email }),
  z.object({ id: z.uuid() }),
);
