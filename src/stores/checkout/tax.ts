import { atom } from 'nanostores';
import { fetchTaxPercent } from '#api/tax.ts';
import { taxRate } from './checkout-storage.ts';

/** The tax in per cent; `null` while loading. */
export const $taxPercent = atom<number | null>(null);

/**
 * Fetches the tax and stores it as `taxRate`.
 * @param fallback per cent to use if the call fails, which is only logged (spec, section 8).
 * @returns the per cent to use.
 */
export async function loadTaxPercent(fallback: number): Promise<number> {
  let percent = fallback;
  try {
    percent = await fetchTaxPercent();
    taxRate.set(percent);
  } catch (error) {
    console.error('The tax could not be fetched', error);
  }
  $taxPercent.set(percent);
  return percent;
}
