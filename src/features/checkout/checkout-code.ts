/**
 * Code loaded while the form is filled in, as one file: the address's hint and error and CHECKOUT parse addresses by
 * the same rules.
 */
export { addressConflict } from '#domain/postal/address-conflict.ts';
export { addressLine } from './address-line.ts';
export { startPayment } from './start-payment.ts';
