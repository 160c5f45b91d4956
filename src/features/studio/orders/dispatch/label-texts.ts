import type { Label, QuotedParcel } from '#domain/contracts/staff-labels.ts';
import { formatPounds, pence } from '#domain/money/money.ts';

/** A service with its price, as far as they are known. */
export function priceOf({
  service,
  pence: price,
}: Pick<QuotedParcel, 'service' | 'pence'>): string {
  return [service, price === null ? '' : formatPounds(pence(price))].filter(Boolean).join(', ');
}

/** A carrier's last word about a parcel; announced: not yet handed in. */
const scanTexts: Readonly<Record<string, string>> = {
  on_the_way: 'on its way',
  delivered: 'arrived',
  returned: 'sent back by the carrier',
  failed: 'not delivered',
};

/** The state of a label in words. */
export function labelText(label: Label): string {
  const { carrier, tracking_number: number, problem, changed, scan } = label;
  switch (label.state) {
    case 'quoted':
      return priceOf(label);
    case 'wanted':
      return problem === null ? 'Being bought …' : `Not bought yet: ${problem}. Tried again.`;
    case 'refused':
      return `Not bought. ${problem ?? ''}`.trim();
    case 'bought':
      if (changed) return 'Address or pieces have changed since: void this label.';
      return [
        `${carrier} ${number ?? 'without tracking'}`,
        priceOf(label),
        scanTexts[scan ?? ''],
        problem,
      ]
        .filter(Boolean)
        .join(', ');
    case 'void_wanted':
      return 'Being voided …';
    case 'voided':
      return `Voided: ${carrier} ${number ?? ''}`.trim();
  }
}

/** Sum of prices in words, `''` unless all are known. */
export function sumText(parcels: readonly Pick<QuotedParcel, 'pence'>[]): string {
  const prices = parcels.flatMap(({ pence: price }) => price ?? []);
  if (prices.length === 0 || prices.length < parcels.length) return '';
  return ` for ${formatPounds(pence(prices.reduce((sum, price) => sum + price, 0)))}`;
}
