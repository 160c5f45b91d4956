/** Answers to staff that do not come from SQL. */
export const staffMessages = {
  feesForbidden:
    'Stripe’s fees are missing: the shop’s key at Stripe lacks the permission to read balance transactions.',
  feesIncomplete:
    'Stripe’s fees were not read to the end, because they are many or Stripe is slow: some are missing, others may lack those of refunds and disputes. Ask for fewer days.',
  feesMissing: (missing: number, payments: string) =>
    `Stripe gave no fee for ${missing} of ${payments}: those cells are empty. For payments of the last minutes, ask again later.`,
  feesUnavailable:
    'Stripe’s fees are missing: Stripe could not be reached. Ask for the file again later.',
  importCurrencies:
    'Some lines are in another currency than pounds: switch several currencies on before the import.',
  importTooLong: (documents: number, most: number) =>
    `The file has ${documents} documents of a kind, and ${most} can be imported at once: save fewer days at a time.`,
  linkClosed: 'This link is paid or has lapsed. Reload the page.',
  linkFailed: 'Stripe did not make the link. Press again: nothing is done twice.',
  linkNotEnded: 'Stripe cannot be reached right now, so the link still works.',
  mailProviderMissing: 'The shop has no mail provider yet.',
  notSoldToCountry: 'The shop does not ship to this country.',
  passagesMissing: (faults: readonly string[]) =>
    `${faults.join(' ')} Until it says so, no page of the shop could be updated.`,
  pictureForeign: (picture: string) => `“${picture}” is not a picture of the shop.`,
  pictureMissing: 'This picture is not in the shop’s storage. Replace it by its file.',
  refundsUnknown:
    'Stripe cannot be asked right now whether it has made this refund. Nothing was done. Try again in a few minutes.',
  testMailFailed: 'The test could not be sent. Try again.',
} as const;
