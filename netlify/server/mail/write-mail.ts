import { z } from 'zod';
import type { MailKind } from '#domain/enums.ts';
import { complaintMails } from './complaint-notices.ts';
import { confirmationMails } from './confirmation-notices.ts';
import { drawMails } from './draw-notices.ts';
import { giftCardMails } from './gift-card-notices.ts';
import { invitationMails } from './invitation-notice.ts';
import type { Mail } from './mail.ts';
import { messageMails } from './message-notices.ts';
import { moneyMails } from './money-notices.ts';
import { orderMail } from './order-mail.ts';
import type { OwedMail, Writer } from './owed-mail.ts';
import { parcelMails } from './parcel-notices.ts';
import { paymentMails } from './payment-notices.ts';
import { Receipt } from './receipt.ts';
import { returnMails } from './return-notices.ts';
import { reviewMails } from './review-notices.ts';
import { staffMails } from './staff-notices.ts';
import { stockReportMails } from './stock-report-notice.ts';
import { leftCartMails } from './left-cart-notice.ts';
import { stockMails } from './stock-notices.ts';
import { welcomeMails } from './welcome-notice.ts';

const Confirmation = z.object({ receipt: Receipt, checkout: z.uuid(), guest: z.boolean() });

const writers: Readonly<Record<MailKind, Writer>> = {
  order: ({ content }, shop) => orderMail(Confirmation.parse(content), shop),
  ...paymentMails,
  ...confirmationMails,
  ...parcelMails,
  ...moneyMails,
  ...returnMails,
  ...reviewMails,
  ...staffMails,
  ...stockReportMails,
  ...complaintMails,
  ...stockMails,
  ...messageMails,
  ...leftCartMails,
  ...invitationMails,
  ...welcomeMails,
  ...drawMails,
  ...giftCardMails,
};

/**
 * An owed e-mail with its content in words.
 * @param shop the shop's origin, e.g. `https://shop.example`.
 * @throws ZodError if its content does not match its kind.
 */
export function writeMail(
  { kind, ...owed }: Pick<OwedMail, 'id' | 'kind' | 'content'>,
  shop: string,
): Mail {
  return writers[kind](owed, shop);
}
