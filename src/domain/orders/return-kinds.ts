/**
 * The words of each kind of return, by place: every bundle takes the ones that it shows. The terms (periods, reasons,
 * postage) are in SQL: `return_terms` in supabase/schemas/orders/order_facts.sql.
 */
import type { ReturnKind } from '../enums.ts';
import { REFUND_DAYS } from '../basics/return-periods.ts';

type Words<Value = string> = Readonly<Record<ReturnKind, Value>>;

/** Names for staff. */
export const returnNames: Words = {
  return: 'Return',
  withdrawal: 'Withdrawal',
  fault: 'Faulty or wrong',
};

/** Names for staff of the refunds for them. */
export const returnRefundNames = {
  return: 'Goods returned',
  withdrawal: 'Withdrawal',
  fault: 'Faulty or wrong',
} as const satisfies Words;

/** Purpose of the refunds for them, after the amount in an e-mail. */
export const returnPurposes: Words = {
  return: 'for what you sent back',
  withdrawal: 'because you withdrew from the contract',
  fault: 'for what was faulty or wrong',
};

/** Cost of sending it back, on the order's page. */
export const returnPostage: Readonly<Record<string, string>> = {
  return: 'You pay for the postage.',
  withdrawal: 'You pay for the postage.',
  fault:
    'Sending it back costs you nothing: e-mail us the receipt, and we also refund the postage.',
} satisfies Words;

/** Terms of postage and refund in the e-mail with the code: the content `returns` and the law. */
export const returnTerms: Words<readonly [postage: string, refund: string]> = {
  return: [
    'It must be unworn and unwashed, with its tags attached. You pay for sending it back.',
    'Once we have received and inspected it, we refund you within 7–10 business days.',
  ],
  withdrawal: [
    'You pay for sending it back.',
    `Within ${REFUND_DAYS} days of its arrival here, we refund what it cost and, if you keep nothing of the order, the standard delivery.`,
  ],
  fault: [
    'Sending it back costs you nothing: answer this e-mail with the receipt, and we also refund the postage.',
    'Once we have received and inspected it, we refund you within 7–10 business days.',
  ],
};

interface Choice {
  kind: ReturnKind;
  /** The option, in the shopper's words. */
  label: string;
  /** Label of the field for the reason. */
  question: string;
}

/** The kinds that shoppers choose from. Withdrawal from the contract has a page of its own. */
export const returnChoices = [
  {
    kind: 'return',
    label: 'I changed my mind. I pay for the return.',
    question: 'What did you not like? (If you want to say)',
  },
  {
    kind: 'fault',
    label: 'It is defective or the wrong piece. The return is free.',
    question: 'What is wrong with it?',
  },
] as const satisfies readonly Choice[];
export type ChosenReturn = (typeof returnChoices)[number]['kind'];

/** The first option where the shop provides labels for any reason. */
export const LABELLED_RETURN = 'I changed my mind. We provide a label, where our carrier can.';

/** Kinds that need a reason and may have photos, as in `return_terms`. */
export const faultKinds: readonly string[] = ['fault'] satisfies ReturnKind[];
