import { BILLING_FIELDS } from './billing.ts';
import type { BillingForm } from './billing.ts';
import { cookieValue } from '../browsing/cookie.ts';
import { isShippingCountry } from '../countries/countries.ts';

/** The cookie that holds the visitor's country for the billing page, as a two-letter code. */
export const VISITOR_COUNTRY_COOKIE = 'visitorCountry';

/**
 * The billing form's initial values: the form saved in the browser, or else only the visitor's country.
 * A country the shop does not ship or sell to is left empty.
 * @param saved the saved form, with empty fields if there is none
 * @param cookies the page's `document.cookie`
 * @param closed codes of countries where it does not sell at the moment
 */
export function startingForm(
  saved: BillingForm,
  cookies: string,
  closed: readonly string[] = [],
): BillingForm {
  const nothingSaved = BILLING_FIELDS.every((field) => saved[field] === '');
  const visitorCountry = cookieValue(cookies, VISITOR_COUNTRY_COOKIE) ?? '';
  const country = nothingSaved ? visitorCountry : saved.country;
  return {
    ...saved,
    country: isShippingCountry(country) && !closed.includes(country) ? country : '',
  };
}
