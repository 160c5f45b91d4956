/**
 * What is loaded while the form is filled in, as one file: the line below the address and CHECKOUT
 * read addresses by the same rules.
 */
export { addressLine } from './address-line.ts';
export { startPayment } from './start-payment.ts';
