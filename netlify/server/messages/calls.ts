/** Refusals of single calls that do not come from SQL. Apart from those of all requests to keep functions small. */
export const callMessages = {
  amountDiffers: 'The amount does not match this checkout.',
  atMost: (most: number) => `At most ${most}, or none for all.`,
  billingDiffers: 'The billing data does not match this checkout.',
  categoryUnknown: 'There is no such category.',
  disposableEmail: 'Please use an address that you keep: winners are told by e-mail.',
  feedTooLarge: 'This feed is too large to be sent as it is. Accept gzip.',
  feedUnknown: 'There is no such feed.',
  fileUnknown: 'There is no such file.',
  notSoldThere: 'We do not ship there.',
  orderDiffers: 'The payment or billing data does not match this checkout.',
  orderUnknown: 'There is no such order.',
  reportEmpty: 'The report is empty.',
  required: 'This field is required.',
  sessionInvalid: 'Not a payment session.',
  signatureInvalid: 'The signature is missing or wrong.',
  tooManyProducts: 'Too many products.',
} as const;
