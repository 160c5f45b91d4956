/** Answers about labels, beside those that the carrier words itself. */
export const carrierMessages = {
  away: 'The carrier does not answer right now. Try again.',
  missing: 'No carrier is chosen for labels. A manager chooses one under Settings, Packing.',
  labelUnknown: 'There is no such label. Reload the page.',
  labelUsed: 'A parcel has left with this label. Take the dispatch back first.',
  addressUnknown: 'The address does not exist.',
  noReturns: 'Royal Mail sells no labels for returns through its API.',
  noRule: 'No rule under Settings, Packing chooses its service.',
  notBought: 'The carrier could not sell the label.',
  notTaken: 'No carrier takes this parcel.',
  notVoided: 'The carrier did not refund the label.',
  orderChanged: 'The order has changed.',
  refused: (status: number) => `The carrier refused it (${status}).`,
  weightUnknown: 'The weight of a product is unknown.',
} as const;
