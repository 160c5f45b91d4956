import { company } from '#brand/company.ts';
import {
  CANCELLATION_DAYS,
  REFUND_DAYS,
  RETURN_DAYS,
  SEND_BACK_DAYS,
} from '#domain/basics/return-periods.ts';

export { euGuarantee } from '#domain/catalogue/eu-guarantee.ts';

/** Name of the link to the return policy. */
export const returnsLink = `Returns, within ${RETURN_DAYS} days of delivery`;

/**
 * The right to cancel, to be given to shoppers on a durable medium: Schedules 2 and 3 of
 * https://www.legislation.gov.uk/uksi/2013/3134/schedule/3
 */
export const rightToCancel = [
  `You may cancel this contract within ${CANCELLATION_DAYS} days without giving a reason. The ${CANCELLATION_DAYS} days end ${CANCELLATION_DAYS} days after the day on which you, or someone you name, receives the goods; of several parcels, the last one.`,
  `To cancel, tell us so in a clear statement: by e-mail to ${company.email}, by letter to ${company.legalName}, ${company.registeredAddress}, or with the link “Withdraw from contract here”, which sends you a receipt at once. You may use the form below, but need not. It is enough to send it before the ${CANCELLATION_DAYS} days have ended.`,
  `If you cancel, we refund all that you paid, the standard delivery included; what another kind of delivery cost beyond that is not refunded. We do so at once, and at the latest ${REFUND_DAYS} days after the goods are back or you have shown that you sent them; if nothing was sent, ${REFUND_DAYS} days after you told us. The money goes back the way you paid, and costs you nothing.`,
  `Send the goods back within ${SEND_BACK_DAYS} days of telling us, to ${company.returnsAddress}; you pay the postage. You answer for lost value only where you have handled them more than it takes to see what they are, what they look like and how they work.`,
] as const;

/**
 * Further facts that Schedule 2 requires on a durable medium: the duty that goods conform (p), and how complaints are
 * handled (k). https://www.legislation.gov.uk/uksi/2013/3134/schedule/2
 */
export const statutoryRights = [
  'By law the goods must be as described, fit for purpose and of satisfactory quality (Consumer Rights Act 2015). If they are not, you have the right to a repair, a replacement or your money back, however long ago the days to cancel ended.',
  `If something is wrong, answer this e-mail or write to ${company.email}: a person reads it and answers within two working days. What we promise beyond the law, a return within ${RETURN_DAYS} days of delivery, takes nothing away from these rights.`,
] as const;

/** The model form of Schedule 3, part B, in the words of the law; only the trader's name and addresses are filled in. */
export const cancellationForm = [
  `To ${company.legalName}, ${company.registeredAddress}, ${company.email}:`,
  'I/We [*] hereby give notice that I/We [*] cancel my/our [*] contract of sale of the following goods [*]/for the supply of the following service [*],',
  'Ordered on [*]/received on [*],',
  'Name of consumer(s),',
  'Address of consumer(s),',
  'Signature of consumer(s) (only if this form is notified on paper),',
  'Date',
  '[*] Delete as appropriate.',
] as const;
