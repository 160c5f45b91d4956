import { atom } from 'nanostores';
import { fetchTaxes, type Taxes } from '#api/tax.ts';
import { taxRate } from './checkout-storage.ts';

/** The cart's tax; `null` while loading. */
export const $taxes = atom<Taxes | null>(null);

let asked = '';

/**
 * Fetches the tax and stores it as `taxRate`.
 * @param fallback per cent to use if the call fails, which is only logged (spec, section 8).
 * @param country destination country; `''` until known.
 * @returns the tax to use.
 */
export async function loadTaxes(fallback: number, country = ''): Promise<Taxes> {
  asked = country;
  const answer = await fetchTaxes(country).catch((error: unknown) => {
    console.error('The tax could not be fetched', error);
    return null;
  });
  const taxes = answer ?? { tax: fallback, inside: 0 };
  // Otherwise another country has been chosen meanwhile, and its tax is being fetched.
  if (asked === country) {
    if (answer) taxRate.set(answer.tax);
    $taxes.set(taxes);
  }
  return taxes;
}
