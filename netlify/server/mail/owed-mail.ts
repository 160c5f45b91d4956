import { z } from 'zod';
import { mailKinds } from '#domain/enums.ts';
import { pence } from '#domain/money/money.ts';
import { Duties } from '#domain/countries/duty-rules.ts';
import type { Mail } from './mail.ts';
import { mailOfNotice, type Notice } from './notice.ts';

/** An e-mail that the shop owes, as the outbox returns it (`claim_mails`). */
export const OwedMail = z.object({
  id: z.uuid(),
  claim: z.uuid(),
  about: z.string(),
  kind: z.enum(mailKinds),
  /** As `mail_content` returns it; each kind's writer checks it. */
  content: z.unknown(),
});
export type OwedMail = z.infer<typeof OwedMail>;

/** Writes the e-mails of one kind. @throws ZodError if the content does not match the kind. */
export type Writer = (owed: Pick<OwedMail, 'id' | 'content'>, shop: string) => Mail;

/** A shopper, or members of staff. */
type Recipients = { email: string } | { emails: string[] };

/**
 * A writer of notices.
 * @param content schema of the content that SQL returns for its kind.
 * @param notice puts the content into words; `shop` is the shop's origin, `mail` the e-mail's id.
 */
export function worded<Content extends z.ZodType<Recipients>>(
  content: Content,
  notice: (content: z.output<Content>, shop: string, mail: string) => Notice,
): Writer {
  return (owed, shop) => {
    const parsed = content.parse(owed.content);
    const to = 'emails' in parsed ? parsed.emails : [parsed.email];
    return mailOfNotice(notice(parsed, shop, owed.id), to, shop);
  };
}

/** Pence. */
export const amount = z.int().transform(pence);

/** Parts of a refund that went to gift cards (`cards_refunded`). */
export const CardRefunds = z.array(
  z.object({ code_end: z.string(), amount_pence: amount, is_new: z.boolean() }),
);

/** Units of a colour, as e-mails list them. */
export const Unit = z.object({
  product_name: z.string(),
  color_name: z.string(),
  quantity: z.int(),
  /** Path or URL of its main picture; null without one. */
  image: z.string().nullable(),
});
export const Units = z.array(Unit);
export type Units = z.infer<typeof Units>;

/** Facts shared by all e-mails about an order (`order_mail_content`). Days are ISO dates in the United Kingdom. */
export const MailedOrder = z.object({
  email: z.string(),
  order: z.int(),
  checkout: z.uuid(),
  placed_at: z.string(),
  /** ISO 3166-1 alpha-2. */
  country: z.string(),
  /** Null within the United Kingdom. */
  duties: Duties.nullable(),
  /** Whether the shopper may still withdraw from some of the contract. */
  may_withdraw: z.boolean(),
});
export type MailedOrder = z.infer<typeof MailedOrder>;
