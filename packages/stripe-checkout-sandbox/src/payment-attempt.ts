import type Stripe from 'stripe';
import type { BankAnswer, CardSummary, FinalAnswer } from './test-card.ts';

/** The shopper's input on the payment page. */
export interface PaymentAttempt {
  answer: BankAnswer;
  card: CardSummary | null;
  /** Id of the chosen shipping rate; null keeps the current one. */
  shippingRate: string | null;
  email: string | null;
  name: string | null;
  phone: string | null;
  billingAddress: Stripe.Address | null;
  shipTo: Stripe.Checkout.Session.CollectedInformation.ShippingDetails | null;
}

/** A payment attempt with the answer that the bank gives once the shopper has passed 3-D Secure. */
export type ChallengedPayment = PaymentAttempt & { answer: FinalAnswer };
