/**
 * Currencies the sandbox knows, with the smallest charge in minor units that Stripe takes in each
 * (docs.stripe.com/currencies#minimum-and-maximum-charge-amounts). All have two decimals.
 */
const MINIMUM_CHARGE = { gbp: 30, eur: 50, usd: 50, aud: 50, cad: 50, chf: 50, nzd: 50 };

type KnownCurrency = keyof typeof MINIMUM_CHARGE;

/** The largest amount of one charge, in minor units: eight digits. */
export const MAXIMUM_AMOUNT = 99_999_999;

/** The currency codes the sandbox takes, in lower case. */
export const SUPPORTED_CURRENCIES: readonly string[] = Object.keys(MINIMUM_CHARGE);

function isKnown(currency: string): currency is KnownCurrency {
  return Object.hasOwn(MINIMUM_CHARGE, currency);
}

/** The smallest total in minor units that can be charged in a supported currency. */
export function minimumCharge(currency: string): number {
  return isKnown(currency) ? MINIMUM_CHARGE[currency] : 50;
}

/** Minor units as shoppers read them: `1250`, `gbp` → `£12.50`. */
export function formatAmount(amount: number, currency: string): string {
  return new Intl.NumberFormat('en-GB', {
    style: 'currency',
    currency: currency.toUpperCase(),
  }).format(amount / 100);
}
