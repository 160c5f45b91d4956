/** EU members among the delivery countries. */
const union = new Set(
  'IE FR DE IT NL ES PT BE LU AT HR SI SK CZ HU PL RO BG GR MT CY DK LT LV EE SE FI'.split(' '),
);

/**
 * Note on the delivery country's import duties, shown before payment and on dispatch; null if there are
 * none. Carriers take parcels to the United States only with duties paid by the sender
 * (docs/decisions/0040-legal-requirements.md).
 * @param country ISO 3166-1 alpha-2.
 */
export function dutiesText(country: string): string | null {
  if (country === 'GB') return null;
  if (country === 'US') {
    return 'Customs duties of the United States are paid before a parcel leaves and are in the total: nothing is due when it arrives.';
  }
  const yours =
    'Customs duties and taxes of the country of delivery are yours to pay when a parcel arrives.';
  return union.has(country)
    ? `${yours} In the European Union that is its VAT and, for a parcel worth up to €150, €3 for each kind of goods in it; the carrier may add a fee.`
    : yours;
}
