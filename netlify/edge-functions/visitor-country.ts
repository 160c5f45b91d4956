import type { Config, Context, Cookie, EdgeFunction } from '@netlify/edge-functions';
import { isShippingCountry } from '../../src/domain/countries/countries.ts';
import { VISITOR_COUNTRY_COOKIE } from '../../src/domain/orders/starting-form.ts';

/** The page reads the cookie as soon as it opens; this allows for a slow network. */
const MAX_AGE_SECONDS = 10 * 60;

/** The part of Netlify's context that the function uses. */
export interface Visit {
  geo: Context['geo'];
  cookies: { set: (cookie: Cookie) => void };
}

/**
 * Passes the visitor's GeoIP country to the billing page, if the shop ships there. It travels in a
 * cookie, so that the page stays one cacheable file for everyone.
 */
function visitorCountry(request: Request, { geo, cookies }: Visit): undefined {
  const code = geo.country?.code;
  if (code === undefined || !isShippingCountry(code)) return;
  cookies.set({
    name: VISITOR_COUNTRY_COOKIE,
    value: code,
    path: '/billing',
    maxAge: MAX_AGE_SECONDS,
    sameSite: 'Lax',
    secure: new URL(request.url).protocol === 'https:',
  });
}

export default visitorCountry satisfies EdgeFunction;

/** A form without a preselected country is better than no form: a failure must not stop the page. */
export const config = {
  path: '/billing{/}?',
  method: 'GET',
  onError: 'bypass',
} satisfies Config;
