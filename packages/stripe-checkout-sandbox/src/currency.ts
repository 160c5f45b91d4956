/**
 * The supported currencies, with Stripe's minimum charge in minor units
 * (docs.stripe.com/currencies#minimum-and-maximum-charge-amounts). All have two decimals.
 */
const MINIMUM_CHARGE = { gbp: 30, eur: 50, usd: 50, aud: 50, cad: 50, chf: 50, nzd: 50 };

type KnownCurrency = keyof typeof MINIMUM_CHARGE;

/** The maximum charge in minor units: eight digits. */
export const MAXIMUM_AMOUNT = 99_999_999;

/** Supported currency codes, in lower case. */
export const SUPPORTED_CURRENCIES: readonly string[] = Object.keys(MINIMUM_CHARGE);

function isKnown(currency: string): currency is KnownCurrency {
  return Object.hasOwn(MINIMUM_CHARGE, currency);
}

/** The minimum charge in a supported currency, in minor units. */
export function minimumCharge(currency: string): number {
  return isKnown(currency) ? MINIMUM_CHARGE[currency] : 50;
}

/** Formats minor units: `1250`, `gbp` → `£12.50`. */
export function formatAmount(amount: number, currency: string): string {
  return new Intl.NumberFormat('en-GB', {
    style: 'currency',
    currency: currency.toUpperCase(),
  }).format(amount / 100);
}
