/**
 * Code loaded while the form is filled in, as one file: the address hint and CHECKOUT parse addresses by
 * the same rules.
 */
export { addressLine } from './address-line.ts';
export { startPayment } from './start-payment.ts';
